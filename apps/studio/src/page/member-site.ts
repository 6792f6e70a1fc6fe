// The member site that opened the game: the return link and messages to its frame.
//
// Always true: messages are sent only to the site that opened the game.

import { el, icon, icons } from './dom.ts';
import { text } from './page.text.ts';
import { readTab, writeTab } from './studio-api.ts';

const RETURN_KEY = 'studio-return';

/** In a tab of its own. */
const isAlone = (): boolean => window.parent === window;

export class MemberSite {
  /** Framed, the page around the game has the way back. */
  readonly link = el('a', { class: 'icon-button', 'aria-label': text.back, hidden: true }, icon(icons.back));
  #returnUrl: string | undefined;

  constructor() {
    // A seat that is gone does not tell the way back any more: this tab remembers it.
    if (isAlone()) this.#lead(readTab(RETURN_KEY) || undefined);
  }

  /** The way back as a whole line, where nothing around the game has it. */
  get wayBack(): HTMLAnchorElement | undefined {
    const href = isAlone() ? this.#returnUrl : undefined;
    return href === undefined ? undefined : el('a', { class: 'wide-button', href, target: '_top' }, text.back);
  }

  /** An address that the studio's server has checked. */
  openedFrom(returnUrl: string | undefined): void {
    this.#returnUrl = returnUrl;
    if (!isAlone()) return;
    writeTab(RETURN_KEY, returnUrl ?? '');
    this.#lead(returnUrl);
  }

  #lead(returnUrl: string | undefined): void {
    this.#returnUrl = returnUrl;
    this.link.hidden = returnUrl === undefined;
    if (returnUrl === undefined) return;
    this.link.href = returnUrl;
    this.link.target = '_top';
  }

  /** The frame's owner may show it too. */
  tellBalance(balance: string): void {
    if (this.#returnUrl === undefined || isAlone()) return;
    const told = { source: 'chaba-studio', type: 'balance', balance };
    window.parent.postMessage(told, new URL(this.#returnUrl).origin);
  }
}
