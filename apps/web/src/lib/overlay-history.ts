// The phone's way back closes what lies over the page before it leaves the page.
//
//     opening         an entry of its own in the browser's history, at the same address
//     back            closes what was opened last, as "no"; what is locked gets its entry again
//     left for good   the entries are gone back over, and the page's own is replaced by whoever leaves
//     closed by hand  the entry stays and means nothing any more: what is opened next takes its place, back steps over it
//
// Always true: closing by hand never travels, so it disturbs no page that is gone to at that moment; the router's own
// state stays in every entry.
//
// Elsewhere: the menu and the screens over a page are entries of the router itself (layouts).

import { useEffectEvent, useLayoutEffect } from 'react';

import { MARK, marksHere } from './overlay-entries.ts';
import { isRecord } from './storage.ts';

type Layer = { readonly number: number; readonly close: () => boolean };
/** What was opened over which page, as the entry says; the last one on top. */
type Entry = { readonly page: string; readonly marks: readonly number[] };

const TRAVEL_MS_MAX = 1_000;

const layers: Layer[] = [];
// Other numbers than those that the entries of an earlier visit hold.
let nextNumber = Date.now();
let here = entryHere();

export function useCloseOnBack(isOpen: boolean, onClose: () => void, isLocked = false): void {
  const close = useEffectEvent(() => {
    if (!isLocked) onClose();
    return !isLocked;
  });
  // What can be seen has its entry already.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const layer: Layer = { number: nextNumber++, close: () => close() };
    layers.push(layer);
    enter(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen]);
}

/** Closes what lies over a page and goes back to the page's own entry, for whoever then leaves it for good. */
export async function leaveOverlays(): Promise<void> {
  const { page, marks } = entryHere();
  if (marks.length === 0) return;
  // What was closed by hand is not stepped over as on the phone's own way back: this goes over it.
  here = { page, marks: marks.filter(isOpenNow) };
  await new Promise<void>((resolve) => {
    globalThis.addEventListener('popstate', () => resolve(), { once: true });
    // A tab that was restored may have nothing to go back to.
    setTimeout(resolve, TRAVEL_MS_MAX);
    globalThis.history.go(-marks.length);
  });
}

function enter({ number }: Layer): void {
  const { history } = globalThis;
  const { marks } = entryHere();
  const kept = marks.slice(0, marks.findLastIndex(isOpenNow) + 1);
  const state = { ...(history.state as object | null), [MARK]: [...kept, number] };
  if (kept.length < marks.length) history.replaceState(state, '');
  else history.pushState(state, '');
  here = entryHere();
}

function arrive(): void {
  const before = here;
  here = entryHere();
  const left = before.marks.filter((number) => !here.marks.includes(number));
  if (left.length === 0 || before.page !== here.page) return;
  const open = layers.filter(({ number }) => left.includes(number));
  // From the top down, until one must stay.
  const locked = open.findLast((layer) => !layer.close());
  if (locked) enter(locked);
  else if (open.length === 0) globalThis.history.back();
}

function entryHere(): Entry {
  const state: unknown = globalThis.history.state;
  const known = isRecord(state) ? state : {};
  return { page: JSON.stringify([known['idx'], known['key']]), marks: marksHere() };
}

function isOpenNow(number: number): boolean {
  return layers.some((layer) => layer.number === number);
}

globalThis.addEventListener('popstate', arrive);
