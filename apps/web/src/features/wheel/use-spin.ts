// One spin with the timing of spec §4: the request is sent one second after the tap, and the result opens 1.5 seconds
// after the wheel starts to turn.
//
//     idle ──tap──▶ waiting (1 s) ──request──▶ turning (1.5 s) ──▶ idle, with a result to show
//                                    └──rejected──▶ idle, with a notice
//
// Always true: one spin at a time; leaving the page before the request cancels it. A lost response is requested again
// with the same key and returns the prize that was drawn.

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { SPIN_DELAY_MS, SPIN_RESULT_DELAY_MS } from '@chaba/contract/constraints';

import { tickError, tickSuccess } from '#lib/browser/haptics';
import { useIsOnline } from '#lib/browser/online';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useDialog } from '#ui/dialog';

import type { WheelHandle } from './wheel-frame.tsx';
import { submitSpin, type Drawn, useSpinCache } from './wheel.queries.ts';
import { text } from './wheel.text.ts';

export function useSpin(wheel: RefObject<WheelHandle | null>, tickets: number) {
  const isOnline = useIsOnline();
  const { showMessage } = useDialog();
  const explain = useExplainFailure();
  const { paid, balanceMoved, done } = useSpinCache();
  const [isSpinning, setSpinning] = useState(false);
  const [result, setResult] = useState<Drawn>();
  const isBusy = useRef(false);
  const wait = useWait();

  async function turn(): Promise<void> {
    const drawn = await submitSpin();
    paid(drawn);
    wheel.current?.show(drawn.prize.index, isMotionReduced());
    balanceMoved();
    await wait(SPIN_RESULT_DELAY_MS);
    if (drawn.prize.kind !== 'NONE') tickSuccess();
    setResult(drawn);
    done();
  }

  /** True when a result is shown. */
  async function spinNow(): Promise<boolean> {
    await wait(SPIN_DELAY_MS);
    for (;;) {
      try {
        await turn();
        return true;
      } catch (error) {
        if (!(await explain(error))) return false;
      }
    }
  }

  async function spin(): Promise<void> {
    if (isBusy.current) return;
    // Busy until the notice or the result is closed: an earlier second tap is not another spin.
    isBusy.current = true;
    const problem = tickets <= 0 ? text.noCoins : isOnline ? undefined : text.needsInternet;
    if (problem !== undefined) {
      await showMessage(problem);
      isBusy.current = false;
      return;
    }
    setSpinning(true);
    isBusy.current = await spinNow();
    setSpinning(false);
  }

  function closeResult(): void {
    setResult(undefined);
    isBusy.current = false;
  }

  return { spin: () => void spin(), isSpinning, result, closeResult };
}

/** Shows why there is no result. True when the response was lost and the member retries. */
function useExplainFailure(): (error: unknown) => Promise<boolean> {
  const { showMessage, showConfirm } = useDialog();
  const { done } = useSpinCache();
  return async (error) => {
    tickError();
    if (isApiError(error) && error.isOutcomeUnknown) {
      return showConfirm({
        title: text.unknownTitle,
        message: text.unknownResult,
        confirm: text.retryPendingLoads,
        cancel: text.later,
      });
    }
    done();
    if (isApiError(error, 'INSUFFICIENT_COINS')) await showMessage(text.noCoins);
    else await showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
    return false;
  };
}

/** Shows the result without an animation. */
function isMotionReduced(): boolean {
  return globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Resolves after the delay; never resolves once the page is unmounted, which cancels the continuation. */
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
