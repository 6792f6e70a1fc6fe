// The time that the member's own limit leaves today while a game is open. The server counts; this hook polls it.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { TimeLimit } from '@chaba/contract/limits';

import { timeLimitsQuery } from '#lib/member/member-limits';
import { useDialog } from '#ui/dialog';

import { text } from './game-page.text.ts';

const POLL_MS = 30_000;
const POLL_NEAR_MS = 5_000;
const NEAR_SECONDS = 120;
const SHOWN_SECONDS = 600;

/** Whole minutes when few are left, zero when the time is used up; undefined without a limit or far from it. */
export function useTimeLeft(isTimed: boolean, leave: () => void): number | undefined {
  const { showConfirm } = useDialog();
  const [openedAt] = useState(Date.now);
  const { data, dataUpdatedAt } = useQuery({
    ...timeLimitsQuery,
    enabled: isTimed,
    staleTime: 0,
    refetchInterval: ({ state }) => (computeSecondsLeft(state.data) < NEAR_SECONDS ? POLL_NEAR_MS : POLL_MS),
  });
  // A cached value may be of yesterday, also while the server is unreachable.
  const left = computeSecondsLeft(dataUpdatedAt >= openedAt ? data : undefined);
  const isUp = left <= 0;
  const leaving = useRef<() => void>(undefined);
  useEffect(() => {
    leaving.current = leave;
    // Skips navigation if the member has already left.
    return () => {
      leaving.current = undefined;
    };
  });

  useEffect(() => {
    if (!isUp) return;
    const { timeUp: title, timeUpMeans: message, leave: confirm, stay: cancel } = text;
    void showConfirm({ title, message, confirm, cancel }).then((isLeaving) =>
      isLeaving ? leaving.current?.() : undefined,
    );
  }, [isUp, showConfirm]);

  return left <= SHOWN_SECONDS ? Math.max(0, Math.ceil(left / 60)) : undefined;
}

function computeSecondsLeft(limits: readonly TimeLimit[] | undefined): number {
  const [limit] = limits ?? [];
  return limit?.minutes && limit.usedSeconds !== null ? limit.minutes * 60 - limit.usedSeconds : Infinity;
}
