// The service worker: the pages' code, styles and fonts open without a connection, and a repeated visit fetches none of
// them again.
//
//     page (a navigation)   network first; without one, or after three seconds, the page that was kept
//     /assets/…             the name holds a hash, so what is kept is right for ever
//     anything else         not touched: calls, the live stream, games, documents never pass through here
//
// Always true: an answer of the API is neither read from nor written to any cache, because only what is listed above is
// answered here at all. A new worker waits until a page says so; the caches of the last two builds stay, so a page of the
// older one still finds its code.
//
// Elsewhere: what is kept is written in when the site is built (build/service-worker.ts), who starts this and asks the
// member (src/lib/app-update.ts).

const SHELL = { version: 'work', files: [] };

const SHELL_PREFIX = 'shell-';
const SHELL_CACHE = `${SHELL_PREFIX}${SHELL.version}`;
const SEEN_CACHE = 'seen';
const SHELLS_KEPT = 2;
const SEEN_FILES_MAX = 240;
const PAGE_WAIT_MS = 3_000;
// The page without the landing page in it.
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
    // What an older build kept under the same hash is the same file.
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

/** Every address of the site is answered with the same page; the newest one there is, or the one that was kept. */
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
