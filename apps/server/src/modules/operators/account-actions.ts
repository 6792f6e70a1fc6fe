// Actions about the accounts that members transfer to.
//
// Always true: an account is opened and its QR code changed by two people, and a new one is shown a day later (play
// mode: a minute); one person closes it. Transfers to a closed account are still credited.
//
// Elsewhere: the accounts (modules/deposits), the hourly rule about opened accounts (modules/audit).

import { isPromptPayId } from '@chaba/contract/promptpay';
import { getBank, isListedBank } from '@chaba/contract/banks';
import type { Transaction } from '@chaba/database';

import * as deposits from '#modules/deposits';

import { type By, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { parseId } from './subjects.ts';

const HOLDER_LENGTH_MAX = 120;
const WALLET = /^0\d{9}$/;
const NONE = 'none';

const formatAccount = ({ bankCode, account }: Pick<deposits.NewAccount, 'bankCode' | 'account'>): string =>
  bankCode === null ? account : `${bankCode}/${account}`;

async function loadAccount(tx: Transaction, siteId: number, id: bigint): Promise<LoadedAction> {
  const account = (await deposits.listReceivingAccounts(tx, siteId)).find((each) => each.receivingAccountId === id);
  if (!account) return failOperator('NOT_FOUND');
  return {
    subject: `account ${formatAccount(account)}`,
    facts: {
      account: formatAccount(account),
      holder: account.holderName,
      promptPay: account.promptPayId,
      isOpen: account.activeTo === null,
    },
  };
}

const WAIT_SECONDS = { play: 60, licensed: 24 * 3_600 } as const;

/** A new account is shown after the hourly rule has run; the host sets a site up before it has members. */
const getWait = ({ operatorId, config }: By): number => (operatorId === '' ? 0 : WAIT_SECONDS[config.mode]);

/** Slips are compared with the holder: it is written as the bank shows it to the sender. */
function parseHolder(text: string): string {
  const holder = text.trim();
  const isFine = holder !== '' && holder.length <= HOLDER_LENGTH_MAX && !/\p{Cc}/u.test(holder);
  return isFine ? holder : failOperator('FIELD_INVALID', { field: 'holder' });
}

/** An empty bank: a wallet. */
function parseAccount(bank: string, account: string): Pick<deposits.NewAccount, 'kind' | 'bankCode' | 'account'> {
  if (bank === '' && WALLET.test(account)) return { kind: 'wallet', bankCode: null, account };
  const isFine = isListedBank(bank) && /^\d+$/.test(account) && getBank(bank).accountDigits.includes(account.length);
  return isFine ? { kind: 'bank', bankCode: bank, account } : failOperator('FIELD_INVALID', { field: 'account' });
}

const open = defineAction<deposits.NewAccount>({
  parse: ({ bank = '', account = '', holder = '' }) => ({
    ...parseAccount(bank, account),
    holderName: parseHolder(holder),
  }),
  async load(_tx, _siteId, account) {
    const name = formatAccount(account);
    return { subject: `account ${name}`, facts: { account: name, holder: account.holderName } };
  },
  async run(tx, by, account) {
    const shownAfterSeconds = getWait(by);
    const outcome = await deposits.openReceivingAccount(tx, by.siteId, account, { shownAfterSeconds });
    if (outcome !== 'opened') return { rejection: 'BLOCKED', reasons: [outcome] };
    return { outcome, after: { account: formatAccount(account), holder: account.holderName, shownAfterSeconds } };
  },
});

const setPromptPay = defineAction<{ readonly id: bigint; readonly promptPay: string | null }>({
  parse({ receivingAccount, promptPay = '' }) {
    if (promptPay !== NONE && !isPromptPayId(promptPay)) failOperator('FIELD_INVALID', { field: 'promptPay' });
    return {
      id: parseId('receivingAccount', receivingAccount),
      promptPay: promptPay === NONE ? null : promptPay,
    };
  },
  async load(tx, siteId, { id, promptPay }) {
    const { facts, ...loaded } = await loadAccount(tx, siteId, id);
    return { ...loaded, facts: { ...facts, newPromptPay: promptPay } };
  },
  async run(tx, by, { id, promptPay }) {
    const { facts } = await loadAccount(tx, by.siteId, id);
    await deposits.setPromptPayId(tx, by.siteId, id, promptPay);
    return { outcome: 'set', after: { account: facts['account'], promptPay } };
  },
});

const close = defineAction<bigint>({
  parse: ({ receivingAccount }) => parseId('receivingAccount', receivingAccount),
  load: loadAccount,
  async run(tx, by, id) {
    const { facts } = await loadAccount(tx, by.siteId, id);
    const outcome = await deposits.closeReceivingAccount(tx, by.siteId, id);
    return outcome === 'closed' ? { outcome, after: { account: facts['account'] } } : { rejection: 'NOT_WAITING' };
  },
});

export const accountActions = { 'account.open': open, 'account.set-promptpay': setPromptPay, 'account.close': close };
