// The phone's way back closes what lies over the page before it leaves the page.
//
//     opening         an entry of its own in the browser's history, at the same address
//     back            closes what was opened last, as "no"; what is locked gets its entry again
//     closed by hand  the entry is taken away, unless the page has gone on from there meanwhile
//
// Always true: an entry says what was open there, and one that was left behind (by a reload, by a page that went on) is
// stepped over; the router's own state stays in every entry.
//
// Elsewhere: the menu and the screens over a page are entries of the router itself (layouts).

import { useEffect, useEffectEvent } from 'react';

import { isRecord } from '#lib/storage';

type Layer = { readonly number: number; readonly close: () => boolean };

const MARK = 'openedOver';
/** A page that goes on by itself when it closes something does so within this time. */
const GO_ON_MS = 100;
const TRAVEL_MS_MAX = 500;

/** What is open, the last one on top. */
const layers: Layer[] = [];
// Other numbers than those that the entries of an earlier visit hold.
let nextNumber = Date.now();
/** While entries are being taken away. */
let leaving: Promise<void> | undefined;
let arrived: (() => void) | undefined;

export function useWayBack(isOpen: boolean, onClose: () => void, isLocked = false): void {
  const close = useEffectEvent(() => {
    if (!isLocked) onClose();
    return !isLocked;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer: Layer = { number: nextNumber++, close: () => close() };
    let isClosed = false;
    const enter = () => {
      if (isClosed) return;
      layers.push(layer);
      push(layer);
    };
    if (leaving) void leaving.then(enter);
    else enter();
    return () => {
      isClosed = true;
      if (layers.includes(layer)) layers.splice(layers.indexOf(layer), 1);
      setTimeout(() => void untilLeft(), GO_ON_MS);
    };
  }, [isOpen]);
}

/** Takes away the entries of what is closed; answers when they are gone, so that what goes on then starts from the page. */
export function untilLeft(): Promise<void> {
  const marks = marksHere();
  const kept = marks.findLastIndex((number) => layers.some((layer) => layer.number === number)) + 1;
  if (leaving || kept === marks.length) return leaving ?? Promise.resolve();
  leaving = new Promise<void>((resolve) => {
    const timer = setTimeout(() => arrived?.(), TRAVEL_MS_MAX);
    arrived = () => {
      clearTimeout(timer);
      leaving = undefined;
      arrived = undefined;
      resolve();
    };
    globalThis.history.go(kept - marks.length);
  });
  return leaving;
}

function arrive(): void {
  const wasLeaving = leaving !== undefined;
  arrived?.();
  const marks = marksHere();
  // From the top down, until one must stay.
  const locked = layers.filter(({ number }) => !marks.includes(number)).findLast((layer) => !layer.close());
  if (locked) return push(locked);
  const isOpenHere = layers.some(({ number }) => number === marks.at(-1));
  if (marks.length === 0 || isOpenHere) return;
  // The page went on in the very moment of leaving: what it went to is one further.
  if (wasLeaving) globalThis.history.forward();
  else void untilLeft();
}

function push({ number }: Layer): void {
  const { history } = globalThis;
  history.pushState({ ...(history.state as object | null), [MARK]: [...marksHere(), number] }, '');
}

function marksHere(): readonly number[] {
  const state: unknown = globalThis.history.state;
  return isRecord(state) && Array.isArray(state[MARK]) ? (state[MARK] as number[]) : [];
}

globalThis.addEventListener('popstate', arrive);
void untilLeft();
