// The balance above a game. The wallet has the result of a round before the reels stop, and showing it at once would
// reveal the outcome, so the balance is delayed until a game that reports its displayed balance does so.
//
// Always true: the figure is the wallet's, never the game's; after twenty seconds it is shown in any case.

import { useEffect, useRef, useState } from 'react';

import { useShownBalance } from '#lib/wallet/balance';
import { isRecord } from '#lib/browser/storage';

/** A result event can arrive shortly after the game displays the result. */
const AFTER_REPORT_MS = 500;
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
  const reportedAt = useRef<number>(undefined);

  useEffect(() => {
    newest.current = known;
    const isWaiting = reportedAt.current !== undefined && Date.now() - reportedAt.current > AFTER_REPORT_MS;
    const timer = setTimeout(() => setShown(known), isWaiting ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [known]);

  useEffect(() => {
    if (gameUrl === undefined) return undefined;
    const { origin } = new URL(gameUrl);
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || !isRecord(event.data) || event.data['type'] !== 'balance') return;
      reportedAt.current = Date.now();
      setShown(newest.current);
    };
    globalThis.addEventListener('message', onMessage);
    return () => globalThis.removeEventListener('message', onMessage);
  }, [gameUrl]);

  return { balance: known === undefined ? undefined : shown, isHeld: known !== shown };
}
