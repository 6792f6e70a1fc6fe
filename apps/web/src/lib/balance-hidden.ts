// Whether amounts of the member's balance are hidden from people who look over a shoulder. Kept on the device.

import { useSyncExternalStore } from 'react';

import { readText, remove, storageKeys, writeText } from './storage.ts';
import { subscribers } from './subscribers.ts';

const changes = subscribers();

export function useIsBalanceHidden(): boolean {
  return useSyncExternalStore(changes.subscribe, isHidden, () => false);
}

const isHidden = (): boolean => readText(storageKeys.balanceHidden) === 'yes';

export function hideBalance(isWanted: boolean): void {
  if (isWanted) writeText(storageKeys.balanceHidden, 'yes');
  else remove(storageKeys.balanceHidden);
  changes.notify();
}
