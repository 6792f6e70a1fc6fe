// Toasts: finished, harmless, no decision (copied, updated). Never for money and never together with a
// dialog. One at a time.
//
// Elsewhere: where they are shown (ui/toast-region.tsx).

import { subscribers } from './subscribers.ts';

export type Toast = { readonly id: number; readonly sentence: string; readonly tone: 'success' | 'notice' };

const changes = subscribers();
let shown: Toast | undefined;
let nextId = 1;

/** Shows a sentence; a newer one takes the place of the older. One that comes before its place is there waits for it. */
export function toast(sentence: string, tone: Toast['tone'] = 'success'): void {
  show({ id: nextId++, sentence, tone });
}

export function endToast(): void {
  show(undefined);
}

export const { subscribe: subscribeToToast } = changes;

export const shownToast = (): Toast | undefined => shown;

function show(next: Toast | undefined): void {
  shown = next;
  changes.notify();
}
