// The back button closes the top overlay before it leaves the page.
//
//     opening         adds a history entry at the same address
//     back            closes the overlay opened last, as "no"; a locked overlay gets its entry again
//     left for good   travels back over the entries, then the navigation replaces the page's own entry
//     closed by hand  the entry stays without meaning: the next overlay replaces it, back skips it
//
// Always true: closing by hand never travels, so it cannot disturb a concurrent navigation; the router's own state
// stays in every entry.
//
// Elsewhere: the menu and the modals are entries of the router itself (layouts).

import { useEffectEvent, useLayoutEffect } from 'react';

import { isRecord } from '#lib/browser/storage';

type Layer = { readonly number: number; readonly close: () => boolean };
/** The overlays of a page as recorded in the entry; the top one is last. */
type Entry = { readonly page: string; readonly marks: readonly number[] };

const MARK = 'openedOver';
const TRAVEL_MS_MAX = 1_000;

const layers: Layer[] = [];
// Numbers differ from those in entries of an earlier visit.
let nextNumber = Date.now();
let here = getCurrentEntry();

export function useCloseOnBack(isOpen: boolean, onClose: () => void, isLocked = false): void {
  const close = useEffectEvent(() => {
    if (!isLocked) onClose();
    return !isLocked;
  });
  // A visible overlay has its entry already.
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

/** Closes the overlays of a page and returns to the page's own entry, before a navigation that replaces it. */
export async function leaveOverlays(): Promise<void> {
  const { page, marks } = getCurrentEntry();
  if (marks.length === 0) return;
  // An overlay closed by hand is not skipped as by the back button: this travels over its entry.
  here = { page, marks: marks.filter(isOpenNow) };
  await new Promise<void>((resolve) => {
    globalThis.addEventListener('popstate', () => resolve(), { once: true });
    // A restored tab may have no earlier entry.
    setTimeout(resolve, TRAVEL_MS_MAX);
    globalThis.history.go(-marks.length);
  });
}

function enter({ number }: Layer): void {
  const { history } = globalThis;
  const { marks } = getCurrentEntry();
  const kept = marks.slice(0, marks.findLastIndex(isOpenNow) + 1);
  const state = { ...(history.state as object | null), [MARK]: [...kept, number] };
  if (kept.length < marks.length) history.replaceState(state, '');
  else history.pushState(state, '');
  here = getCurrentEntry();
}

function closeLeftOverlays(): void {
  const before = here;
  here = getCurrentEntry();
  const left = before.marks.filter((number) => !here.marks.includes(number));
  if (left.length === 0 || before.page !== here.page) return;
  const open = layers.filter(({ number }) => left.includes(number));
  // From the top down, until an overlay is locked.
  const locked = open.findLast((layer) => !layer.close());
  if (locked) enter(locked);
  else if (open.length === 0) globalThis.history.back();
}

function getCurrentEntry(): Entry {
  const state: unknown = globalThis.history.state;
  const known = isRecord(state) ? state : {};
  return { page: JSON.stringify([known['idx'], known['key']]), marks: listOverlayMarks() };
}

/** The overlays recorded in the current history entry, the top one last; overlays closed by hand are included. */
export function listOverlayMarks(): readonly number[] {
  const state: unknown = globalThis.history.state;
  const marks = isRecord(state) ? state[MARK] : undefined;
  return Array.isArray(marks) ? (marks as number[]) : [];
}

function isOpenNow(number: number): boolean {
  return layers.some((layer) => layer.number === number);
}

globalThis.addEventListener('popstate', closeLeftOverlays);
