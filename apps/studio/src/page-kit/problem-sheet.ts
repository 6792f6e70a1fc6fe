// Error sheet, announced to screen readers, with a retry button if a retry can help.

import { button, el } from './dom.ts';
import type { MemberSite } from './member-site.ts';
import { text } from './page.text.ts';
import { openSheet } from './sheet.ts';
import { StudioError } from './studio-api.ts';

export function getErrorMessage(error: unknown): string {
  return error instanceof StudioError ? error.message : text.unreachable;
}

/** Whether the session has ended, so that no further round can be played. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof StudioError && error.status === 401;
}

type Rejection = { readonly code?: string; readonly message?: string };

const SESSION_OVER = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'PLAYER_NOT_FOUND'];
const NO_STAKES = ['PLAYER_LOCKED', 'LIMIT_REACHED'];

/**
 * Shows a rejection that the member site explains (ended session, limit, break, lock) with a return link; in a frame
 * the surrounding page shows it. Returns whether the session is over.
 */
export function openWayBack({ code = '', message = '' }: Rejection, site: MemberSite): boolean {
  const isOver = SESSION_OVER.includes(code);
  // Several bets at once show one sheet.
  const isShown = document.querySelector('dialog[open] .problem') !== null;
  const { wayBack } = site;
  if ((isOver || NO_STAKES.includes(code)) && wayBack && !isShown) openAlert(message, text.ok, wayBack);
  return isOver;
}

/** Opens the error sheet, with a retry for all errors except rejections by the studio. */
export function openProblemSheet(error: unknown, site: MemberSite, retry?: () => void): void {
  const canRetry = retry !== undefined && !(error instanceof StudioError && error.status < 500);
  const wayBack = isSessionOver(error) ? site.wayBack : undefined;
  const sheet = openAlert(getErrorMessage(error), canRetry ? text.retry : text.ok, wayBack);
  if (canRetry) sheet.addEventListener('close', retry);
}

function openAlert(words: string, label: string, wayBack: HTMLAnchorElement | undefined): HTMLDialogElement {
  const content = el('div', { class: 'problem' }, el('p', { role: 'alert' }, words));
  const sheet = openSheet(text.errorTitle, text.close, content, text.stamp);
  // A return link is the first action.
  const act = button(wayBack ? 'text-button' : 'wide-button', label, () => sheet.close(), label);
  content.append(...(wayBack ? [wayBack] : []), act);
  (wayBack ?? act).focus();
  return sheet;
}
