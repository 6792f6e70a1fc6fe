// Page after a transfer: the slip, and the behaviours that can still be changed.

import { formatAccountNumber } from '@chaba/contract/banks';
import { bankName } from '@chaba/contract/banks.text';
import { formatTime } from '@chaba/contract/thai-time';
import { formatBaht } from '@chaba/money';

import { fullNameOf, type Holder, holderOf, senderOf, WALLET_CODE } from '#bank/accounts';
import { html, type Html } from '#bank/html';
import type { BankTransfer } from '#bank/transfers.store';

import { choice, slipChoices } from './form-page.ts';
import { icon, pageShell } from './page-shell.ts';
import { text } from './page.text.ts';

export type FeedState = keyof typeof text.feedState;

/** Without a feed state the page has no controls. */
export function donePage(transfer: BankTransfer, qrText: string, feedState: FeedState | undefined): string {
  const amount = formatBaht(transfer.amount);
  const [whole = '', satang = ''] = amount.split('.');
  const picture = `/bank/slips/${transfer.transRef}.png`;
  return pageShell(
    text.doneTitle,
    html`<main class="columns done" data-done>
<div class="stack">
  <section class="money-card">
    <h1 class="good">${icon('check')}${text.doneTitle}</h1>
    <p class="money"><span>${text.sign}</span>${whole}<small>.${satang}</small></p>
  </section>
  <div class="actions">
    <a class="button gold" href="${picture}" download="slip-${transfer.transRef}.png">${icon('save')}${text.save}</a>
    <a class="button plain" href="${againAddress(transfer)}">${text.again}</a>
  </div>
</div>
<aside class="slip-side">
  <a href="${picture}"><img class="slip" src="${picture}" width="1080" height="1920" alt="${text.slipAlt(amount)}"></a>
</aside>
<div class="stack">
  <section class="card">
    <dl class="facts">
      ${fact(text.from, partyText(transfer.fromBankCode, transfer.fromAccount, senderOf(transfer)))}
      ${fact(text.to, partyText(transfer.toBankCode, transfer.toAccount, holderOf(transfer.toBankCode, transfer.toAccount)))}
      ${fact(text.time, html`${formatTime(new Date(transfer.atMs))}`)}
      ${fact(text.reference, copyable(transfer.transRef))}
      ${fact(text.qrText, copyable(qrText))}
    </dl>
  </section>
  ${feedState === undefined ? html`` : controls(transfer, feedState)}
</div>
</main>`,
  );
}

function controls(transfer: BankTransfer, feedState: FeedState): Html {
  return html`<section class="card stack-16">
    <h2>${text.behaviour}</h2>
    <form class="inline-form" method="post" action="/bank/done/${transfer.transRef}/slip">
      <fieldset><legend>${text.slip}</legend>${choice('slip', transfer.slip, slipChoices)}</fieldset>
      <button class="button plain small" type="submit">${text.change}</button>
    </form>
    <form class="inline-form" method="post" action="/bank/done/${transfer.transRef}/feed">
      <p class="feed-state ${feedState}"><small>${text.feed}</small><b>${text.feedState[feedState]}</b></p>
      <button class="button plain small" type="submit">${feedState === 'none' ? text.feedNow : text.feedAgain}</button>
    </form>
  </section>`;
}

export function noTransferPage(): string {
  return messagePage(text.noTransferTitle, text.noTransferHelp, text.again);
}

export function wrongLinkPage(): string {
  return messagePage(text.wrongLinkTitle, text.wrongLinkHelp, text.withoutLink);
}

function messagePage(title: string, help: string, next: string): string {
  return pageShell(
    title,
    html`<main class="narrow"><div class="slip-empty">${icon('slip')}<h1>${title}</h1>
    <span>${help}</span><a class="button gold" href="/bank">${next}</a></div></main>`,
  );
}

function fact(term: string, value: Html): Html {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
}

function partyText(bankCode: string, account: string, holder: Holder): Html {
  return html`<b>${fullNameOf(holder)}</b><br>${bankName(bankCode)} ${formatAccountNumber(bankCode, account)}`;
}

function copyable(value: string): Html {
  return html`<span class="copyable"><code>${value}</code><button class="copy" type="button" data-copy="${value}"
    data-copied="${text.copied}">${text.copy}</button></span>`;
}

/** Address of the form with the parties of this transfer filled in, without amount and behaviours. */
function againAddress(transfer: BankTransfer): string {
  const { fromBankCode, fromAccount, fromOwner } = transfer;
  const query = new URLSearchParams(
    fromBankCode === WALLET_CODE
      ? { fromPhone: fromAccount, fromBankCode: fromOwner?.bankCode ?? '', fromAccount: fromOwner?.account ?? '' }
      : { fromBankCode, fromAccount },
  );
  if (transfer.toBankCode === WALLET_CODE) query.set('toPhone', transfer.toAccount);
  else {
    query.set('toBankCode', transfer.toBankCode);
    query.set('toAccount', transfer.toAccount);
  }
  return `/bank?${query.toString()}`;
}
