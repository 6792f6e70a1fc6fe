// Actions about the accounts that members transfer to.
//
// Always true: an account is opened and its QR code changed by two people, and members are shown it a day later (play
// mode: a minute), a reopened one too; one person closes or orders it. Ceilings rise by two people, fall by one.
// Transfers to a closed or full account are still credited.
//
// Elsewhere: the accounts (modules/deposits), the hourly rule about opened accounts (modules/audit).

import { isPromptPayId } from '@chaba/contract/promptpay';
import { getBank, isListedBank } from '@chaba/contract/banks';
import type { Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import * as receivingAccounts from '#modules/receiving-accounts';
import { toWireAmount } from '#core/wire-amount';

import { type By, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { parseId, parsePositiveAmount } from './subjects.ts';

const HOLDER_LENGTH_MAX = 120;
const WALLET = /^0\d{9}$/;
const NONE = 'none';
/** The name of a group of accounts that take turns. */
const ROTATION = /^[\p{L}\p{M}\p{N} _-]{1,20}$/u;

/** `004/1234567890`, or the phone of a wallet. */
export const formatAccount = ({
  bankCode,
  account,
}: Pick<receivingAccounts.NewAccount, 'bankCode' | 'account'>): string =>
  bankCode === null ? account : `${bankCode}/${account}`;

async function findAccount(tx: Transaction, siteId: number, id: bigint): Promise<receivingAccounts.ListedAccount> {
  const account = (await receivingAccounts.listReceivingAccounts(tx, siteId)).find(
    (each) => each.receivingAccountId === id,
  );
  return account ?? failOperator('NOT_FOUND');
}

async function loadAccount(tx: Transaction, siteId: number, id: bigint): Promise<LoadedAction> {
  const account = await findAccount(tx, siteId, id);
  return {
    subject: `account ${formatAccount(account)}`,
    facts: {
      account: formatAccount(account),
      holder: account.holderName,
      promptPay: account.promptPayId,
      isOpen: account.activeTo === null,
      place: String(account.sortOrder),
      rotation: account.rotation,
      dayMax: toCeiling(account.dayMax),
      totalMax: toCeiling(account.totalMax),
    },
  };
}

const toCeiling = (ceiling: Money | null): string | null => (ceiling === null ? null : toWireAmount(ceiling));

const WAIT_SECONDS = { play: 60, licensed: 24 * 3_600 } as const;

/** Members are shown a change after the hourly rule has run; the host sets a site up before it has members. */
const getWait = ({ operatorId, config }: By): number => (operatorId === '' ? 0 : WAIT_SECONDS[config.mode]);

/** Slips are compared with the holder: it is written as the bank shows it to the sender. */
function parseHolder(text: string): string {
  const holder = text.trim();
  const isFine = holder !== '' && holder.length <= HOLDER_LENGTH_MAX && !/\p{Cc}/u.test(holder);
  return isFine ? holder : failOperator('FIELD_INVALID', { field: 'holder' });
}

/** An empty bank: a wallet. */
function parseAccount(
  bank: string,
  account: string,
): Pick<receivingAccounts.NewAccount, 'kind' | 'bankCode' | 'account'> {
  if (bank === '' && WALLET.test(account)) return { kind: 'wallet', bankCode: null, account };
  const isFine = isListedBank(bank) && /^\d+$/.test(account) && getBank(bank).accountDigits.includes(account.length);
  return isFine ? { kind: 'bank', bankCode: bank, account } : failOperator('FIELD_INVALID', { field: 'account' });
}

const open = defineAction<receivingAccounts.NewAccount>({
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
    const outcome = await receivingAccounts.openReceivingAccount(tx, by.siteId, account, { shownAfterSeconds });
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
    const shownAfterSeconds = getWait(by);
    const change = { receivingAccountId: id, promptPayId: promptPay, afterSeconds: shownAfterSeconds };
    await receivingAccounts.setPromptPayId(tx, by.siteId, change);
    return { outcome: 'set', after: { account: facts['account'], promptPay, shownAfterSeconds } };
  },
});

const close = defineAction<bigint>({
  parse: ({ receivingAccount }) => parseId('receivingAccount', receivingAccount),
  load: loadAccount,
  async run(tx, by, id) {
    const { facts } = await loadAccount(tx, by.siteId, id);
    const outcome = await receivingAccounts.closeReceivingAccount(tx, by.siteId, id);
    return outcome === 'closed' ? { outcome, after: { account: facts['account'] } } : { rejection: 'NOT_WAITING' };
  },
});

type Ceilings = { readonly id: bigint; readonly dayMax: Money | null; readonly totalMax: Money | null };

/** Empty or `none`: no ceiling. */
const parseCeiling = (field: string, text = ''): Money | null =>
  text === '' || text === NONE ? null : parsePositiveAmount(field, text);

const isLower = (now: Money | null, before: Money | null): boolean =>
  before === now || (now !== null && (before === null || now <= before));

const setCeilings = defineAction<Ceilings>({
  parse: ({ receivingAccount, dayMax, totalMax }) => ({
    id: parseId('receivingAccount', receivingAccount),
    dayMax: parseCeiling('dayMax', dayMax),
    totalMax: parseCeiling('totalMax', totalMax),
  }),
  async load(tx, siteId, { id, dayMax, totalMax }) {
    const { facts, ...loaded } = await loadAccount(tx, siteId, id);
    const account = await findAccount(tx, siteId, id);
    return {
      ...loaded,
      facts: { ...facts, newDayMax: toCeiling(dayMax), newTotalMax: toCeiling(totalMax) },
      isTightening: isLower(dayMax, account.dayMax) && isLower(totalMax, account.totalMax),
    };
  },
  async run(tx, by, { id, dayMax, totalMax }) {
    const { facts } = await loadAccount(tx, by.siteId, id);
    await receivingAccounts.setCeilings(tx, by.siteId, { receivingAccountId: id, dayMax, totalMax });
    const after = { account: facts['account'], dayMax: toCeiling(dayMax), totalMax: toCeiling(totalMax) };
    return { outcome: 'set', after };
  },
});

type Place = { readonly id: bigint; readonly sortOrder: number; readonly rotation: string | null };

const setPlace = defineAction<Place>({
  parse({ receivingAccount, place = '', rotation = '' }) {
    if (!/^\d{1,3}$/.test(place)) failOperator('FIELD_INVALID', { field: 'place' });
    const group = rotation.trim();
    if (group !== '' && !ROTATION.test(group)) failOperator('FIELD_INVALID', { field: 'rotation' });
    return {
      id: parseId('receivingAccount', receivingAccount),
      sortOrder: Number(place),
      rotation: group === '' || group === NONE ? null : group,
    };
  },
  async load(tx, siteId, { id, sortOrder, rotation }) {
    const { facts, ...loaded } = await loadAccount(tx, siteId, id);
    return { ...loaded, facts: { ...facts, newPlace: String(sortOrder), newRotation: rotation } };
  },
  async run(tx, by, { id, sortOrder, rotation }) {
    const { facts } = await loadAccount(tx, by.siteId, id);
    await receivingAccounts.setPlace(tx, by.siteId, { receivingAccountId: id, sortOrder, rotation });
    return { outcome: 'set', after: { account: facts['account'], place: String(sortOrder), rotation } };
  },
});

export const accountActions = {
  'account.open': open,
  'account.set-promptpay': setPromptPay,
  'account.set-ceilings': setCeilings,
  'account.set-place': setPlace,
  'account.close': close,
};
