// The member site that opened the game: the return link and messages to its frame.
//
// Always true: messages are sent only to the site that opened the game.

import { el, icon, icons } from './dom.ts';
import { text } from './page.text.ts';
import { readTab, writeTab } from './studio-api.ts';

const RETURN_KEY = 'studio-return';

/** Whether the game has a tab of its own. */
const isTopWindow = (): boolean => window.parent === window;

export class MemberSite {
  /** Return link; hidden in a frame, where the surrounding page has one. */
  readonly link = el('a', { class: 'icon-button', 'aria-label': text.back, hidden: true }, icon(icons.back));
  #returnUrl: string | undefined;

  constructor() {
    // An ended session has no return address, so the tab stores it.
    if (isTopWindow()) this.#showLink(readTab(RETURN_KEY) || undefined);
  }

  /** Return link as a wide button; undefined in a frame. */
  get wayBack(): HTMLAnchorElement | undefined {
    const href = isTopWindow() ? this.#returnUrl : undefined;
    return href === undefined ? undefined : el('a', { class: 'wide-button', href, target: '_top' }, text.back);
  }

  /** Sets the return address, which the studio's server has checked. */
  setReturnUrl(returnUrl: string | undefined): void {
    this.#returnUrl = returnUrl;
    if (!isTopWindow()) return;
    writeTab(RETURN_KEY, returnUrl ?? '');
    this.#showLink(returnUrl);
  }

  #showLink(returnUrl: string | undefined): void {
    this.#returnUrl = returnUrl;
    this.link.hidden = returnUrl === undefined;
    if (returnUrl === undefined) return;
    this.link.href = returnUrl;
    this.link.target = '_top';
  }

  /** Posts the balance to the member site that frames the game. */
  postBalance(balance: string): void {
    if (this.#returnUrl === undefined || isTopWindow()) return;
    const message = { source: 'chaba-studio', type: 'balance', balance };
    window.parent.postMessage(message, new URL(this.#returnUrl).origin);
  }
}
