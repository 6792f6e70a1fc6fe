// Starts the service worker and reports whether a newer build of the site is ready.
//
//     none ──a newer worker is installed──▶ ready ──the member accepts──▶ taking over ──▶ reload
//
// Always true: the page reloads only at the member's request, so no form is lost. A waiting worker of this page's own
// build takes over silently.
//
// Elsewhere: the worker (public/service-worker.js), the notice to the member (layouts/app-notices.tsx).

import { useSyncExternalStore } from 'react';

import { createSubscribers } from '#lib/react/subscribers';
import { toTrustedScriptUrl } from './trusted-script.ts';

const CHECK_INTERVAL_MS = 30 * 60_000;
const VERSION_TIMEOUT_MS = 3_000;

const changes = createSubscribers();
let waiting: ServiceWorker | undefined;
let checkedAt = 0;

export function useIsUpdateReady(): boolean {
  return useSyncExternalStore(changes.subscribe, () => waiting !== undefined);
}

export function startAppUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  checkedAt = Date.now();
  navigator.serviceWorker
    .register(toTrustedScriptUrl('/service-worker.js'), { updateViaCache: 'none' })
    .then((registration: ServiceWorkerRegistration | undefined) => registration && watch(registration))
    .catch(() => {
      // Registration fails in private windows or without storage; the site then works without a worker.
    });
}

/** Activates the newer build: the page reloads once its worker has taken over. */
export function updateNow(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => globalThis.location.reload(), { once: true });
  waiting?.postMessage('take-over', []);
}

function watch(registration: ServiceWorkerRegistration): void {
  void evaluateWorker(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    installing?.addEventListener('statechange', () => {
      // The first worker replaces none.
      if (installing.state === 'installed' && navigator.serviceWorker.controller) void evaluateWorker(installing);
    });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_INTERVAL_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

async function evaluateWorker(worker: ServiceWorker | null): Promise<void> {
  if (!worker) return;
  const build = document.querySelector<HTMLMetaElement>('meta[name="chaba-build"]')?.content;
  if ((await requestVersion(worker)) === build) worker.postMessage('take-over', []);
  else {
    waiting = worker;
    changes.notify();
  }
}

function requestVersion(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => resolve(data));
    port1.start();
    worker.postMessage('version', [port2]);
    setTimeout(() => resolve(undefined), VERSION_TIMEOUT_MS);
  });
}
