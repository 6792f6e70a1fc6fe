// One spin, in the specification's time: the call goes out a second after the tap, the result opens a second and a half after
// the wheel begins to turn (spec §4).
//
//     idle ──tap──▶ waiting (1 s) ──call──▶ turning (1.5 s) ──▶ idle, with a result to show
//                                    └──no──▶ idle, with a notice
//
// Always true: one spin at a time; a page that is left before the call went out asks for nothing. A lost answer is asked for
// again with the same key and brings the prize that was drawn.

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { tickError, tickSuccess } from '#lib/haptics';
import { isRefusal, sentenceOf } from '#lib/refusal';
import { useDialog } from '#ui/dialog';

import type { WheelHandle } from './wheel-frame.tsx';
import { askForSpin, type Drawn, useSpinCache } from './wheel.queries.ts';
import { text } from './wheel.text.ts';

const CALL_DELAY_MS = 1_000;
const RESULT_DELAY_MS = 1_500;

export function useSpin(wheel: RefObject<WheelHandle | null>) {
  const { tell, ask } = useDialog();
  const { paid, balanceMoved, done } = useSpinCache();
  const [isSpinning, setSpinning] = useState(false);
  const [result, setResult] = useState<Drawn>();
  const isBusy = useRef(false);
  const wait = useWait();

  async function turn(): Promise<void> {
    const drawn = await askForSpin();
    paid(drawn);
    wheel.current?.show(drawn.prize.index, wantsStillness());
    balanceMoved();
    await wait(RESULT_DELAY_MS);
    if (drawn.prize.kind !== 'NONE') tickSuccess();
    setResult(drawn);
    done();
  }

  /** True when the member wants to know what became of a lost answer. */
  async function explain(error: unknown): Promise<boolean> {
    tickError();
    if (isRefusal(error) && error.isUnanswered) {
      return ask({
        title: text.unknownTitle,
        message: text.unknownResult,
        confirm: text.askAgain,
        cancel: text.later,
      });
    }
    done();
    if (isRefusal(error, 'COINS_NOT_ENOUGH')) await tell(text.noCoins);
    else await tell({ title: text.failedTitle, message: sentenceOf(error), tone: 'failure' });
    return false;
  }

  async function spin(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setSpinning(true);
    await wait(CALL_DELAY_MS);
    for (let isAsking = true; isAsking; ) {
      try {
        await turn();
        isAsking = false;
      } catch (error) {
        isAsking = await explain(error);
      }
    }
    isBusy.current = false;
    setSpinning(false);
  }

  return { spin: () => void spin(), isSpinning, result, forget: () => setResult(undefined) };
}

/** The result is shown without turning. */
function wantsStillness(): boolean {
  return globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Waits, and never answers once the page is gone: what follows does not happen. */
function useWait(): (ms: number) => Promise<void> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (ms) =>
      new Promise((resolve) => {
        timer.current = setTimeout(resolve, ms);
      }),
    [],
  );
}
