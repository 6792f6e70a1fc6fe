// Error sheet, announced to screen readers, with a retry button if a retry can help.

import { button, el } from './dom.ts';
import type { MemberSite } from './member-site.ts';
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

type Refused = { readonly code?: string; readonly message?: string };

const SEAT_OVER = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'PLAYER_NOT_FOUND'];
const NO_STAKES = ['PLAYER_LOCKED', 'LIMIT_REACHED'];

/**
 * A stake was refused for what only the member site can explain: the seat is over, a limit is reached, a break or a lock. In a tab
 * of its own the game says so as the frame around it would, with the way back; in a frame its line is enough. Answers whether the
 * seat is over.
 */
export function openWayBack({ code = '', message = '' }: Refused, site: MemberSite): boolean {
  const isOver = SEAT_OVER.includes(code);
  // Several bets at once are told of once.
  const isTold = document.querySelector('dialog[open] .problem') !== null;
  const { wayBack } = site;
  if ((isOver || NO_STAKES.includes(code)) && wayBack && !isTold) openAlert(message, text.ok, wayBack);
  return isOver;
}

/** A refusal stays one however often it is asked; everything else may be tried again. */
export function openProblemSheet(error: unknown, site: MemberSite, retry?: () => void): void {
  const canRetry = retry !== undefined && !(error instanceof StudioRefusal && error.status < 500);
  const wayBack = isSeatGone(error) ? site.wayBack : undefined;
  const sheet = openAlert(messageOf(error), canRetry ? text.retry : text.ok, wayBack);
  if (canRetry) sheet.addEventListener('close', retry);
}

function openAlert(words: string, label: string, wayBack: HTMLAnchorElement | undefined): HTMLDialogElement {
  const content = el('div', { class: 'problem' }, el('p', { role: 'alert' }, words));
  const sheet = openSheet(text.errorTitle, text.close, content, text.stamp);
  // Where there is a way back, it is the first thing to do.
  const act = button(wayBack ? 'text-button' : 'wide-button', label, () => sheet.close(), label);
  content.append(...(wayBack ? [wayBack] : []), act);
  (wayBack ?? act).focus();
  return sheet;
}
