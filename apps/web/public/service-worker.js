// The service worker: code, styles and fonts of the pages work offline, and a repeated visit fetches none of them
// again.
//
//     page (a navigation)   network first; offline, or after three seconds, the cached page
//     /assets/…             cache first: the name contains a hash, so the content never changes
//     anything else         not intercepted: API requests, the live stream, games, documents
//
// Always true: no response of the API is read from or written to a cache, because only the addresses above are
// intercepted. A new worker waits for the page's message. The caches of the last two builds stay, so a page of the
// older build finds its code.
//
// Elsewhere: the list of cached files (build/service-worker.ts), registration and the notice to the member
// (src/lib/browser/app-update.ts).

const SHELL = { version: 'work', files: [] };

const SHELL_PREFIX = 'shell-';
const SHELL_CACHE = `${SHELL_PREFIX}${SHELL.version}`;
const SEEN_CACHE = 'seen';
const SHELLS_KEPT = 2;
const SEEN_FILES_MAX = 240;
const PAGE_WAIT_MS = 3_000;
// The page without content.
const PAGE = '/index.html';

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldShells(), self.clients.claim()]));
});

self.addEventListener('message', ({ data, ports }) => {
  if (data === 'version') ports[0]?.postMessage(SHELL.version);
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && request.destination === 'document') event.respondWith(pageOf(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request));
  else if (SHELL.files.includes(pathname)) event.respondWith(freshOrKept(request));
});

async function keepShell() {
  const shell = await caches.open(SHELL_CACHE);
  const missing = [];
  for (const file of SHELL.files) {
    // A file with the same hash has the same content.
    const known = file.startsWith('/assets/') ? await caches.match(file) : undefined;
    if (known) await shell.put(file, known);
    else missing.push(new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' }));
  }
  await shell.addAll([new Request(PAGE, { cache: 'reload' }), ...missing]);
}

async function dropOldShells() {
  const names = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX) && name !== SHELL_CACHE);
  await Promise.all(names.slice(0, Math.max(0, names.length + 1 - SHELLS_KEPT)).map((name) => caches.delete(name)));
}

/** All addresses get the same page: the newest one, or the cached one. */
async function pageOf(request) {
  const fromNetwork = fetch(request);
  const kept = await caches.open(SHELL_CACHE).then((shell) => shell.match(PAGE));
  if (!kept) return fromNetwork;
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(kept.clone()), PAGE_WAIT_MS);
  });
  return Promise.race([fromNetwork.catch(() => kept), late]);
}

async function assetOf(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) void keepSeen(request.url, answer.clone());
  return answer;
}

async function freshOrKept(request) {
  return fetch(request).catch(async () => (await caches.match(request.url)) ?? Response.error());
}

async function keepSeen(url, answer) {
  const seen = await caches.open(SEEN_CACHE);
  await seen.put(url, answer);
  const urls = await seen.keys();
  await Promise.all(urls.slice(0, Math.max(0, urls.length - SEEN_FILES_MAX)).map((old) => seen.delete(old)));
}
