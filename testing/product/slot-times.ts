// Times of a round on the page of a slot, recorded in the page: its presses, its result and the end of the round.

import type { Page } from 'playwright-core';

const RESULT = /^(ชนะ|ได้คืน|รอบนี้ไม่ได้รางวัล|ได้ฟรีสปิน)/;

type Times = {
  /** Each press with its time, in milliseconds. */
  readonly presses: readonly (readonly [kind: string, at: number])[];
  readonly result?: number;
  readonly ready?: number;
};

/** Records each press from now on, the first result after it and the end of the round. */
export function recordTimes(page: Page): Promise<void> {
  return page.evaluate(record, RESULT.source);
}

export function readTimes(page: Page): Promise<Times> {
  return page.evaluate(() => (globalThis as unknown as { times: Times }).times);
}

/** Runs in the page. */
function record(result: string): void {
  const times: { presses: [string, number][]; result?: number; ready?: number } = { presses: [] };
  Object.assign(globalThis, { times });
  const press = (kind: string): void => void times.presses.push([kind, performance.now()]);
  addEventListener('keydown', ({ code }) => press(code), true);
  const onClick = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('button')) press('button');
    else if (target instanceof Element && target.closest('.cabinet')) press('reels');
  };
  addEventListener('click', onClick, true);
  new MutationObserver(() => {
    const text = document.querySelector('.result-main')?.textContent ?? '';
    if (times.presses.length > 0 && new RegExp(result).test(text)) times.result ??= performance.now();
    if (times.result !== undefined && document.body.dataset['phase'] === 'ready') times.ready ??= performance.now();
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}
