// Whether the balance is hidden from onlookers; stored on the device.

import { useSyncExternalStore } from 'react';

import { readText, remove, storageKeys, writeText } from '#lib/browser/storage';
import { createSubscribers } from '#lib/react/subscribers';

const changes = createSubscribers();

export function useIsBalanceHidden(): boolean {
  return useSyncExternalStore(changes.subscribe, readIsHidden, () => false);
}

const readIsHidden = (): boolean => readText(storageKeys.balanceHidden) === 'yes';

export function hideBalance(shouldHide: boolean): void {
  if (shouldHide) writeText(storageKeys.balanceHidden, 'yes');
  else remove(storageKeys.balanceHidden);
  changes.notify();
}
