// Putting the site on the home screen: the browser's own offer is kept until the member is asked at a good moment, which
// is a visit after the second sign-in. On an iPhone there is no offer; there the way is told.
//
// Always true: who said "later" is left alone for a month; an installed site never asks.

import { useSyncExternalStore } from 'react';

import { readText, storageKeys, writeText } from './storage.ts';
import { subscribers } from './subscribers.ts';

type Offer = Event & { readonly prompt: () => Promise<{ readonly outcome: string }> };
export type InstallWay = 'button' | 'share';

const SIGN_INS_BEFORE = 2;
const LATER_MS = 30 * 86_400_000;

const changes = subscribers();
let offer: Offer | undefined;

/** Before React starts: the browser offers once, early. */
export function keepInstallOffer(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as Offer;
    changes.notify();
  });
  globalThis.addEventListener('appinstalled', () => {
    offer = undefined;
    changes.notify();
  });
}

export function countSignIn(): void {
  writeText(storageKeys.signIns, String(signIns() + 1));
}

/** How the site can be installed here and now; undefined when it should not be spoken of. */
export function useInstallWay(): InstallWay | undefined {
  return useSyncExternalStore(changes.subscribe, installWay);
}

export async function install(): Promise<void> {
  const taken = offer;
  offer = undefined;
  await taken?.prompt();
  askLater();
}

export function askLater(): void {
  writeText(storageKeys.installLater, String(Date.now() + LATER_MS));
  changes.notify();
}

function installWay(): InstallWay | undefined {
  const isInstalled = globalThis.matchMedia('(display-mode: standalone)').matches;
  const isLater = Number(readText(storageKeys.installLater) ?? 0) > Date.now();
  if (isInstalled || isLater || signIns() < SIGN_INS_BEFORE) return undefined;
  if (offer) return 'button';
  return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'share' : undefined;
}

function signIns(): number {
  const count = Number(readText(storageKeys.signIns) ?? 0);
  return Number.isSafeInteger(count) ? count : 0;
}
