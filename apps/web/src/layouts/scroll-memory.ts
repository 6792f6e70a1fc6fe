// Scroll position per history entry: back, forward and a reload restore it, a new page begins at its top. The browser's
// own restoration fails when the data arrive after the page.
//
// Always true: touch, wheel or key input ends the restoration at once; the page never scrolls against the member's
// input.

import { useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

import { isRecord, readJson, session, storageKeys, writeJson } from '#lib/browser/storage';

/** A page that is too short scrolls as far as possible, and further as it grows. */
const WAIT_MS = 2_000;
const WAIT_MS_MAX = 15_000;
/** Milliseconds during which a page that shrank while loading is scrolled again. */
const HOLD_MS = 1_000;
const POSITIONS_MAX = 50;

const positions = new Map<string, number>(readStored());

export function useScrollMemory(): void {
  const { key: visit, pathname, hash } = useLocation();
  const type = useNavigationType();
  // The first page of every document has the same key: a typed address would otherwise restore an earlier position.
  const key = visit + pathname;

  const arrive = useEffectEvent((): (() => void) | undefined => {
    const known = type === 'POP' ? positions.get(key) : undefined;
    if (known !== undefined) return restoreScroll(key, known);
    if (type !== 'POP' && hash === '') globalThis.scrollTo(0, 0);
    return undefined;
  });

  // Only a changed path is a new page; a changed query is not.
  useLayoutEffect(() => {
    globalThis.history.scrollRestoration = 'manual';
    return arrive();
  }, [pathname]);

  // As early as the new page exists: its first scroll event must not be stored for the page before it.
  useLayoutEffect(() => {
    const savePosition = () => {
      positions.delete(key);
      positions.set(key, globalThis.scrollY);
    };
    globalThis.addEventListener('scroll', savePosition, { passive: true });
    return () => globalThis.removeEventListener('scroll', savePosition);
  }, [key]);
}

/**
 * Scrolls there as soon as the page is long enough, and again after it was too short. Returns a function that
 * cancels.
 */
function restoreScroll(key: string, top: number): () => void {
  const since = performance.now();
  let until = since + WAIT_MS_MAX;
  let frame = 0;
  let isReached = false;
  let isAtLimit = false;
  const stop = () => cancelAnimationFrame(frame);
  const step = () => {
    const now = performance.now();
    const isLongEnough = document.documentElement.scrollHeight >= top + globalThis.innerHeight;
    const isOverdue = !isReached && !isAtLimit && now > since + WAIT_MS;
    // The browser scrolls up a page that is too short between two frames.
    if ((isLongEnough && globalThis.scrollY < top - 1) || isOverdue) globalThis.scrollTo({ top, behavior: 'instant' });
    if (isLongEnough && !isReached) until = now + HOLD_MS;
    isReached ||= isLongEnough;
    isAtLimit ||= isOverdue;
    // The target is stored so that a reload during the restoration preserves it.
    if (globalThis.scrollY < top) positions.set(key, top);
    if (now < until) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const) {
    globalThis.addEventListener(name, stop, { once: true, passive: true });
  }
  return stop;
}

function readStored(): [string, number][] {
  const stored = readJson(storageKeys.scroll, isRecord, session) ?? {};
  return Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
}

globalThis.addEventListener?.('pagehide', () => {
  writeJson(storageKeys.scroll, Object.fromEntries([...positions].slice(-POSITIONS_MAX)), session);
});
