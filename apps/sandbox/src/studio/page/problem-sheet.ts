// What went wrong, as a sheet that is read aloud, with a way to try again where that may help.

import { button, el } from './dom.ts';
import { text } from './page.text.ts';
import { openSheet } from './sheet.ts';
import { StudioRefusal } from './studio-api.ts';

export function messageOf(error: unknown): string {
  return error instanceof StudioRefusal ? error.message : text.unreachable;
}

/** Whether the seat is gone: nothing can be played here any more. */
export function isSeatGone(error: unknown): boolean {
  return error instanceof StudioRefusal && error.status === 401;
}

/** A refusal stays one however often it is asked; everything else may be tried again. */
export function openProblemSheet(error: unknown, retry?: () => void): void {
  const canRetry = retry && !(error instanceof StudioRefusal && error.status < 500);
  const content = el('div', { class: 'problem' }, el('p', { role: 'alert' }, messageOf(error)));
  const sheet = openSheet(text.errorTitle, text.close, content, text.stamp);
  const label = canRetry ? text.retry : text.ok;
  const act = button('wide-button', label, () => sheet.close(), label);
  content.append(act);
  act.focus();
  if (canRetry) sheet.addEventListener('close', retry);
}
