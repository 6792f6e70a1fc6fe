// The balance above a game. The wallet knows how a round ended before its reels have come to rest; showing that at
// once would tell the end of the story. So a game that tells when it shows a balance is waited for.
//
// Always true: what is shown is the wallet's own figure, never the game's; after a few seconds it is shown anyway.

import { useEffect, useRef, useState } from 'react';

import { useShownBalance } from '#lib/balance';
import { isRecord } from '#lib/storage';

/** A result whose event comes a moment after the game has shown it. */
const AFTER_TOLD_MS = 500;
const PATIENCE_MS = 4_000;

/** Baht of the wire; undefined while nobody knows what there is now: what was stored may be old, and has no time. */
export function useGameBalance(gameUrl: string | undefined): number | undefined {
  const known = useShownBalance();
  const [shown, setShown] = useState(known);
  const newest = useRef(known);
  const toldAt = useRef<number>(undefined);

  useEffect(() => {
    newest.current = known;
    const isWaiting = toldAt.current !== undefined && Date.now() - toldAt.current > AFTER_TOLD_MS;
    const timer = setTimeout(() => setShown(known), isWaiting ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [known]);

  useEffect(() => {
    if (gameUrl === undefined) return undefined;
    const { origin } = new URL(gameUrl);
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || !isRecord(event.data) || event.data['type'] !== 'balance') return;
      toldAt.current = Date.now();
      setShown(newest.current);
    };
    globalThis.addEventListener('message', hear);
    return () => globalThis.removeEventListener('message', hear);
  }, [gameUrl]);

  return known === undefined ? undefined : shown;
}
