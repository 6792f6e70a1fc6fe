// The balance above a game. The wallet has the result of a round before the reels stop, and showing it at once would
// reveal the outcome, so a game that reports its displayed balance delays every other balance until its next report.
//
// Always true: the figure is the wallet's, never the game's; after twenty seconds it is shown in any case.

import { useEffect, useRef, useState } from 'react';

import { useShownBalance } from '#lib/wallet/balance';
import { isRecord } from '#lib/browser/storage';

/** Longer than usual cascades and features, whose result the wallet has from the start. */
const PATIENCE_MS = 20_000;

type GameBalance = {
  /** Baht of the wire; undefined while the current balance is unknown: a stored one may be stale and has no time. */
  readonly balance: number | undefined;
  /** Whether a newer balance is not shown yet. */
  readonly isHeld: boolean;
};

export function useGameBalance(gameUrl: string | undefined): GameBalance {
  const known = useShownBalance();
  const [shown, setShown] = useState(known);
  const newest = useRef(known);
  /** Baht of the last report, without parts of a satang. */
  const reported = useRef<number>(undefined);

  useEffect(() => {
    newest.current = known;
    // The event of a result can arrive after the game displays the result.
    const isWaiting = reported.current !== undefined && reported.current !== known;
    const timer = setTimeout(() => setShown(known), isWaiting ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [known]);

  useEffect(() => {
    if (gameUrl === undefined) return undefined;
    const { origin } = new URL(gameUrl);
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || !isRecord(event.data) || event.data['type'] !== 'balance') return;
      // Four decimals, such as "1284.5000".
      reported.current = Number(String(event.data['balance']).slice(0, -2));
      setShown(newest.current);
    };
    globalThis.addEventListener('message', onMessage);
    return () => globalThis.removeEventListener('message', onMessage);
  }, [gameUrl]);

  return { balance: known === undefined ? undefined : shown, isHeld: known !== shown };
}
