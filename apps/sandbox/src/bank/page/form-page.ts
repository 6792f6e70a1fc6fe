// Transfer form: sender, receiver, amount and behaviours. Works without a script; the script looks up names while
// typing and stores recent accounts.

import { randomUUID } from 'node:crypto';

import { banks, getBank, cleanAccountNumber, isAccountNumber, isListedBank } from '@chaba/contract/banks';
import { bankName } from '@chaba/contract/banks.text';

import { fullNameOf, holderOf, isPhone, stateOf, WALLET_CODE } from '#bank/accounts';
import { html, type Html } from '#bank/html';

import { icon, pageShell } from './page-shell.ts';
import { errorMessages, text } from './page.text.ts';

export type FormFields = Readonly<Record<string, string>>;

export type FormProblem = { readonly code: string; readonly field: string | undefined };

type Example = { readonly label: string; readonly fill: FormFields };

const AMOUNTS = ['100', '300', '500', '1000'];

const fromExamples: readonly Example[] = [example('from', '014', '1112223334')];
const toExamples: readonly Example[] = [
  example('to', '004', '9998887776'),
  example('to', '014', '5556667778'),
  walletExample('0891112222'),
  example('to', '002', '4443332221'),
  walletExample('0893334444'),
];

export function formPage(fields: FormFields, problem?: FormProblem): string {
  const kindOf = (side: 'from' | 'to') => fields[`${side}Kind`] ?? (fields[`${side}Phone`] ? 'wallet' : 'bank');
  return pageShell(
    text.title,
    html`<main class="columns">
<form class="stack" method="post" action="/bank" data-transfer data-sending="${text.sending}">
  <div class="title"><h1>${text.subtitle}</h1></div>
  ${problem && problemCallout(problem)}
  <input type="hidden" name="attempt" value="${randomUUID()}">
  <section class="card stack-16" data-party="from">
    <h2>${text.from}</h2>
    ${choice('fromKind', kindOf('from'), kinds)}
    <div class="when-from-wallet stack-16">${phoneField('from', fields, problem)}<small>${text.ownerOfWallet}</small></div>
    ${bankParty('from', fields, problem)}
    ${chips('from', fromExamples)}
  </section>
  <section class="card stack-16" data-party="to">
    <h2>${text.to}</h2>
    ${choice('toKind', kindOf('to'), kinds)}
    <div class="when-bank stack-16">${bankParty('to', fields, problem)}</div>
    <div class="when-wallet">${phoneField('to', fields, problem)}</div>
    ${chips('to', toExamples)}
  </section>
  <section class="card stack-16">
    ${amountField(fields, problem)}
  </section>
  <details class="card" ${isUnusual(fields) && html`open`}>
    <summary><span>${text.behaviour}</span><small>${text.behaviourHint}</small></summary>
    <div class="stack-16">
      <fieldset><legend>${text.feed}</legend>${choice('feed', fields['feed'] ?? 'off', [
        ['off', text.feedOff],
        ['on', text.feedOn],
        ['late', text.feedLate],
      ])}</fieldset>
      <fieldset><legend>${text.slip}</legend>${choice('slip', fields['slip'] ?? 'ok', slipChoices)}</fieldset>
    </div>
  </details>
  <button class="button gold wide" type="submit">${text.submit}</button>
</form>
<aside class="slip-side">
  <div class="slip-empty">${icon('slip')}<b>${text.emptyTitle}</b><span>${text.emptyHelp}</span></div>
</aside>
</main>`,
  );
}

const kinds: readonly (readonly [string, string])[] = [
  ['bank', text.toBank],
  ['wallet', text.toWallet],
];

export const slipChoices: readonly (readonly [string, string])[] = [
  ['ok', text.slipOk],
  ['pending', text.slipPending],
  ['down', text.slipDown],
];

/** Radio buttons in one row. */
export function choice(name: string, chosen: string, options: readonly (readonly [string, string])[]): Html {
  return html`<div class="choice" role="radiogroup">${options.map(
    ([value, label]) =>
      html`<label><input type="radio" name="${name}" value="${value}" ${value === chosen && html`checked`}><span>${label}</span></label>`,
  )}</div>`;
}

function problemCallout({ code }: FormProblem): Html {
  return html`<div class="callout danger" role="alert" id="problem">${icon('alert')}
    <div><b>${text.errorTitle}</b><p>${formatProblem(code)}</p></div></div>`;
}

function formatProblem(code: string): string {
  return errorMessages[code] ?? errorMessages['ANYTHING_ELSE'] ?? code;
}

function bankParty(side: 'from' | 'to', fields: FormFields, problem?: FormProblem): Html {
  const bankField = `${side}BankCode`;
  const accountField = `${side}Account`;
  const bankCode = fields[bankField] ?? '';
  const account = fields[accountField] ?? '';
  const isKnown = isListedBank(bankCode);
  return html`<div class="pair">
    <div class="field">
      <label for="${bankField}">${text.bank}</label>
      <div class="input bank-input">
        <span class="mark ${isKnown ? `bank-${bankCode}` : ''}" data-mark aria-hidden="true">${isKnown && getBank(bankCode).shortCode}</span>
        <select id="${bankField}" name="${bankField}" data-bank ${wrongMark(problem, bankField)}>
          <option value="">${text.chooseBank}</option>
          ${banks.map(
            ({ code, shortCode }) =>
              html`<option value="${code}" data-short="${shortCode}" ${code === bankCode && html`selected`}>${bankName(code)}</option>`,
          )}
        </select>
      </div>
    </div>
    <div class="field">
      <label for="${accountField}">${text.account}</label>
      <div class="input"><input id="${accountField}" name="${accountField}" value="${account}" data-account inputmode="numeric"
        autocomplete="off" maxlength="20" placeholder="${text.accountHint}" ${wrongMark(problem, accountField)}></div>
    </div>
  </div>
  ${holderLine(bankCode, account)}`;
}

function phoneField(side: 'from' | 'to', fields: FormFields, problem?: FormProblem): Html {
  const name = `${side}Phone`;
  const phone = fields[name] ?? '';
  // The sending wallet is assigned to the holder of the account below it.
  return html`<div class="field">
    <label for="${name}">${text.phone}</label>
    <div class="input"><input id="${name}" name="${name}" value="${phone}" data-account ${side === 'to' && html`data-wallet`} inputmode="tel"
      autocomplete="off" maxlength="14" placeholder="08x-xxx-xxxx" ${wrongMark(problem, name)}></div>
    ${side === 'to' && holderLine(WALLET_CODE, phone)}
  </div>`;
}

/** Holder of the account if it is filled in; the script updates it. */
function holderLine(bankCode: string, typed: string): Html {
  const account = cleanAccountNumber(typed);
  const isWhole = bankCode === WALLET_CODE ? isPhone(account) : isListedBank(bankCode) && isAccountNumber(account);
  const state = isWhole ? stateOf(bankCode, account) : undefined;
  const sentence = {
    open: isWhole ? fullNameOf(holderOf(bankCode, account)) : '',
    not_found: text.holder.notFound,
    closed: text.holder.closed,
  };
  return html`<p class="holder ${state !== undefined && state !== 'open' && 'bad'}" data-holder aria-live="polite"
    data-checking="${text.holder.checking}" data-failed="${text.holder.failed}" data-not-found="${text.holder.notFound}"
    data-closed="${text.holder.closed}">${state && sentence[state]}</p>`;
}

function amountField(fields: FormFields, problem?: FormProblem): Html {
  return html`<div class="field">
    <label for="amount">${text.amount}</label>
    <div class="input amount"><span aria-hidden="true">${text.sign}</span><input id="amount" name="amount" value="${fields['amount'] ?? ''}"
      inputmode="decimal" autocomplete="off" maxlength="16" placeholder="0.00" ${wrongMark(problem, 'amount')}></div>
  </div>
  <div class="chips">${AMOUNTS.map((amount) => chip({ label: Number(amount).toLocaleString('en'), fill: { amount } }))}</div>`;
}

function wrongMark(problem: FormProblem | undefined, field: string): Html | undefined {
  return problem?.field === field ? html`aria-invalid="true" aria-describedby="problem" autofocus` : undefined;
}

function chips(side: 'from' | 'to', examples: readonly Example[]): Html {
  return html`<div class="chip-rows"><div class="recent" data-recent="${side}" hidden><small>${text.recent}</small><div class="chips"></div></div>
    <div><small>${text.examples}</small><div class="chips">${examples.map(chip)}</div></div></div>`;
}

function chip({ label, fill }: Example): Html {
  return html`<button class="chip" type="button" data-fill="${JSON.stringify(fill)}">${label}</button>`;
}

function example(side: 'from' | 'to', bankCode: string, account: string): Example {
  return {
    label: `${nameForChip(bankCode, account)} · ${getBank(bankCode).shortCode}`,
    fill: { [`${side}Kind`]: 'bank', [`${side}BankCode`]: bankCode, [`${side}Account`]: account },
  };
}

function walletExample(phone: string): Example {
  return {
    label: `${nameForChip(WALLET_CODE, phone)} · ${text.toWallet}`,
    fill: { toKind: 'wallet', toPhone: phone },
  };
}

function nameForChip(bankCode: string, account: string): string {
  const holder = holderOf(bankCode, account);
  return holder.isJuristic ? (holder.firstName.split(' ')[0] ?? '') : holder.firstName;
}

function isUnusual(fields: FormFields): boolean {
  return (fields['feed'] ?? 'off') !== 'off' || (fields['slip'] ?? 'ok') !== 'ok';
}
