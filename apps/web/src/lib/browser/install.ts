// Installation on the home screen: offered from the visit after the second sign-in. An iPhone has no install event; its
// members get instructions instead.
//
// Always true: a postponed offer is hidden for a month; an installed site shows none.

import { useSyncExternalStore } from 'react';

import { hasInstallOffer, offerChanges, consumeInstallOffer } from './install-offer.ts';
import { readText, storageKeys, writeText } from './storage.ts';

export type InstallWay = 'button' | 'share';

const SIGN_INS_BEFORE = 2;
const LATER_MS = 30 * 86_400_000;

export function countSignIn(): void {
  writeText(storageKeys.signIns, String(signIns() + 1));
}

/** How the site can be installed here and now; undefined when the offer is hidden. */
export function useInstallWay(): InstallWay | undefined {
  return useSyncExternalStore(offerChanges.subscribe, installWay);
}

export async function install(): Promise<void> {
  await consumeInstallOffer()?.prompt();
  postponeInstall();
}

export function postponeInstall(): void {
  writeText(storageKeys.installLater, String(Date.now() + LATER_MS));
  offerChanges.notify();
}

function installWay(): InstallWay | undefined {
  const isInstalled = globalThis.matchMedia('(display-mode: standalone)').matches;
  const isLater = Number(readText(storageKeys.installLater) ?? 0) > Date.now();
  if (isInstalled || isLater || signIns() < SIGN_INS_BEFORE) return undefined;
  if (hasInstallOffer()) return 'button';
  return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'share' : undefined;
}

function signIns(): number {
  const count = Number(readText(storageKeys.signIns) ?? 0);
  return Number.isSafeInteger(count) ? count : 0;
}
