// Where a page was scrolled to: back, forward and a reload return there, a new page begins at its top. The browser's own
// memory forgets as soon as a page's data comes later than the page.
//
// Always true: a finger, a wheel or a key ends the wait at once; nothing is ever scrolled under a member's hand.

import { useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

import { isRecord, readJson, session, storageKeys, writeJson } from './storage.ts';

/** A page that is too short by then goes as far as it can, and further when more of it comes. */
const WAIT_MS = 2_000;
const WAIT_MS_MAX = 15_000;
/** For so long a page that became shorter while its data came is brought back. */
const HOLD_MS = 1_000;
const POSITIONS_MAX = 50;

const positions = new Map<string, number>(readKept());

export function useScrollMemory(): void {
  const { key: visit, pathname, hash } = useLocation();
  const type = useNavigationType();
  // The first page of every document is called the same: an address that was typed would begin where the last one was.
  const key = visit + pathname;

  const arrive = useEffectEvent((): (() => void) | undefined => {
    const known = type === 'POP' ? positions.get(key) : undefined;
    if (known !== undefined) return returnTo(key, known);
    if (type !== 'POP' && hash === '') globalThis.scrollTo(0, 0);
    return undefined;
  });

  // A new question in the address of the same page is no new page: only its path is.
  useLayoutEffect(() => {
    globalThis.history.scrollRestoration = 'manual';
    return arrive();
  }, [pathname]);

  // As early as the new page is there: its first scroll event is not to be kept for the page before it.
  useLayoutEffect(() => {
    const keep = () => {
      positions.delete(key);
      positions.set(key, globalThis.scrollY);
    };
    globalThis.addEventListener('scroll', keep, { passive: true });
    return () => globalThis.removeEventListener('scroll', keep);
  }, [key]);
}

/** Scrolls there as soon as the page is long enough, and again when it was too short meanwhile. Answers a function that gives up. */
function returnTo(key: string, top: number): () => void {
  const since = performance.now();
  let until = since + WAIT_MS_MAX;
  let frame = 0;
  let isThere = false;
  let isAsFarAsItCan = false;
  const stop = () => cancelAnimationFrame(frame);
  const look = () => {
    const now = performance.now();
    const isLongEnough = document.documentElement.scrollHeight >= top + globalThis.innerHeight;
    const isLate = !isThere && !isAsFarAsItCan && now > since + WAIT_MS;
    // A page that was too short between two frames has gone up by itself.
    if ((isLongEnough && globalThis.scrollY < top - 1) || isLate) globalThis.scrollTo({ top, behavior: 'instant' });
    if (isLongEnough && !isThere) until = now + HOLD_MS;
    isThere ||= isLongEnough;
    isAsFarAsItCan ||= isLate;
    // Where it is to go is not forgotten by a reload meanwhile.
    if (globalThis.scrollY < top) positions.set(key, top);
    if (now < until) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const) {
    globalThis.addEventListener(name, stop, { once: true, passive: true });
  }
  return stop;
}

function readKept(): [string, number][] {
  const kept = readJson(storageKeys.scroll, isRecord, session) ?? {};
  return Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
}

globalThis.addEventListener?.('pagehide', () => {
  writeJson(storageKeys.scroll, Object.fromEntries([...positions].slice(-POSITIONS_MAX)), session);
});
