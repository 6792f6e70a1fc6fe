// One short tick on success, two on an error, if the phone supports it and the member has not disabled it.

import { readText, storageKeys, writeText } from './storage.ts';

const TICK_MS = 10;
const PAUSE_MS = 60;

export function tickSuccess(): void {
  vibrate([TICK_MS]);
}

export function tickError(): void {
  vibrate([TICK_MS, PAUSE_MS, TICK_MS]);
}

export function hasHaptics(): boolean {
  return readText(storageKeys.haptics) !== 'off';
}

export function setHaptics(isOn: boolean): void {
  writeText(storageKeys.haptics, isOn ? 'on' : 'off');
}

function vibrate(pattern: readonly number[]): void {
  if (hasHaptics()) navigator.vibrate?.([...pattern]);
}
