// The member site that opened the game: the way back to it, and what it is told.
//
// Always true: only the site that the game was opened from is told anything.

import { el, icon, icons } from './dom.ts';
import { text } from './page.text.ts';

export class MemberSite {
  /** Framed, the page around the game has the way back. */
  readonly link = el('a', { class: 'icon-button', 'aria-label': text.back, hidden: true }, icon(icons.back));
  #returnUrl: string | undefined;

  openedFrom(returnUrl: string | undefined): void {
    this.#returnUrl = returnUrl;
    if (returnUrl === undefined || window.parent !== window) return;
    this.link.href = returnUrl;
    this.link.target = '_top';
    this.link.hidden = false;
  }

  /** The frame's owner may show it too. */
  tellBalance(balance: string): void {
    if (this.#returnUrl === undefined || window.parent === window) return;
    const told = { source: 'chaba-studio', type: 'balance', balance };
    window.parent.postMessage(told, new URL(this.#returnUrl).origin);
  }
}
