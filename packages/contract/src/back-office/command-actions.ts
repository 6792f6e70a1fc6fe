// Actions that have a command of the command line, as data. Pages use them too.
//
// Always true: a field without a value is the empty text. Members are named by id (`M12`), never by telephone.
//
// Elsewhere: the other actions (actions.ts), their effects (modules/operators), the commands (apps/operator-cli).

import { TERMS_LENGTH_MAX } from '@chaba/contract/constraints';

import { defineEntry, type PeopleRule } from './action-entry.ts';
import type { Permission } from './roles.ts';

const DAY = 24;
const WEEK = 168;

/** Three copies of the terms of a promotion fit into one entry of the audit. */
export const PROMOTION_TERMS_LENGTH_MAX = 4_000;
const FILE_LENGTH_MAX = 500_000;

type EntryOptions = {
  readonly hours?: number;
  readonly isFree?: true;
  readonly isRequestLimited?: true;
  readonly lengths?: Readonly<Record<string, number>>;
};

/** `isFree`: no factor within five minutes is needed. */
const entry = <const P extends Permission, const Rule extends PeopleRule, const Fields extends readonly string[]>(
  permission: P,
  people: Rule,
  fields: Fields,
  { hours = DAY, isFree, isRequestLimited, lengths = {} }: EntryOptions = {},
) =>
  defineEntry({
    permission,
    people,
    fields,
    lengths,
    needsStepUp: isFree !== true,
    requestHours: hours,
    ...(isRequestLimited ? { isRequestLimited } : {}),
  });

const FREE = { isFree: true } as const;
const LIMITED = { isRequestLimited: true } as const;

export const commandActions = {
  // Deposits and the bank. A statement that is a table names the account; of messages it is empty.
  'deposit.attach': entry('deposits.decide', 'alone', ['deposit', 'member']),
  'deposit.return': entry('deposits.return', 'limit', ['deposit']),
  'deposit.dispute': entry('deposits.decide', 'alone', ['deposit']),
  'deposit.import-statement': entry('deposits.import', 'alone', ['bank', 'receivingAccount', 'lines'], {
    lengths: { lines: FILE_LENGTH_MAX },
  }),
  'bank-report.close': entry('deposits.import', 'alone', ['report'], FREE),
  'balance.enter': entry('deposits.import', 'alone', ['account', 'balance', 'time']),
  'payout.record-lost': entry('withdrawals.resolve', 'two', ['payout', 'member'], { hours: 4 }),
  // The code of the site, typed again.
  'payouts.release': entry('payouts.release', 'two', ['site']),
  'account.open': entry('accounts.change', 'two', ['bank', 'account', 'holder']),
  'account.set-promptpay': entry('accounts.change', 'two', ['receivingAccount', 'promptPay']),
  'account.set-ceilings': entry('accounts.change', 'two', ['receivingAccount', 'dayMax', 'totalMax']),
  'account.set-place': entry('accounts.order', 'alone', ['receivingAccount', 'place', 'rotation']),
  'account.close': entry('accounts.close', 'alone', ['receivingAccount']),
  // A member's balance. `turnover`: how often a credit is required as turnover.
  'adjustment.credit': entry(
    'adjustments.make',
    'two',
    ['member', 'kind', 'amount', 'turnover', 'evidence', 'notice'],
    LIMITED,
  ),
  'adjustment.debit': entry('adjustments.make', 'two', ['member', 'kind', 'amount', 'evidence', 'notice'], LIMITED),
  // Referral income.
  'income.pay': entry('referral.decide', 'alone', ['withdrawal']),
  'income.refuse': entry('referral.decide', 'alone', ['withdrawal']),
  'income.release': entry('referral.decide', 'alone', ['member', 'day']),
  'income.drop': entry('referral.decide', 'alone', ['member', 'day']),
  'income.take-back': entry('referral.take-back', 'two', ['member', 'amount']),
  // Members.
  'member.lock': entry('members.lock', 'alone', ['member'], FREE),
  'member.unlock': entry('members.lock', 'alone', ['member'], FREE),
  'member.begin-break': entry('members.break', 'alone', ['member', 'length'], FREE),
  'member.lift-exclusion': entry('members.lift-exclusion', 'two', ['member'], { hours: WEEK }),
  'bonus.revoke': entry('bonuses.revoke', 'two', ['member']),
  // Promotions and codes; `terms` are lines of name=value.
  'promotion.publish': entry('promotions.publish', 'two', ['promotion', 'terms'], {
    hours: WEEK,
    lengths: { terms: PROMOTION_TERMS_LENGTH_MAX },
  }),
  'promotion.end': entry('promotions.pause', 'alone', ['promotion'], FREE),
  'code.create': entry('codes.make', 'limit', ['code', 'terms']),
  'code.end': entry('codes.disable', 'alone', ['code'], FREE),
  // Providers and their games.
  'provider.open': entry('providers.change', 'two', ['provider']),
  'provider.close': entry('providers.close', 'alone', ['provider', 'closer', 'notice']),
  'provider.set-win-cap': entry('providers.change', 'two', ['provider', 'amount']),
  'provider.add': entry('providers.change', 'two', ['provider', 'terms']),
  'provider.change': entry('providers.change', 'two', ['provider', 'terms']),
  'provider.import-games': entry('providers.change', 'two', ['provider', 'file'], {
    lengths: { file: FILE_LENGTH_MAX },
  }),
  'provider.sync-games': entry('providers.change', 'two', ['provider', 'added', 'returned', 'withdrawn']),
  'provider.create-key': entry('keys.change', 'two', ['provider']),
  'provider.hand-key': entry('keys.change', 'alone', ['provider']),
  'provider.retire-key': entry('keys.change', 'two', ['provider', 'key']),
  'win.release': entry('wins.decide', 'limit', ['provider', 'transaction', 'member']),
  'win.refuse': entry('wins.decide', 'two', ['provider', 'transaction', 'member']),
  'win.dismiss': entry('findings.close', 'alone', ['provider', 'transaction', 'member'], FREE),
  'rollback.dismiss': entry('findings.close', 'alone', ['provider', 'transaction', 'member'], FREE),
  'round.settle': entry('rounds.decide', 'two', ['provider', 'round']),
  'round.void': entry('rounds.decide', 'two', ['provider', 'round']),
  'spins.settle': entry('rounds.decide', 'two', ['provider', 'round', 'member', 'amount', 'notice']),
  'spins.void': entry('rounds.decide', 'two', ['provider', 'round', 'member', 'notice']),
  'day.close': entry('findings.close', 'alone', ['provider', 'day'], FREE),
  'finding.close': entry('findings.close', 'alone', ['finding'], FREE),
  // The site. What loosens a limit or opens a switch needs two people, what tightens or closes needs one.
  'site.set-switch': entry('site.switches', 'two', ['flag', 'value']),
  'site.set-limit': entry('site.limits', 'two', ['flag', 'value']),
  'site.set-terms': entry('offers.terms', 'two', ['flag', 'value']),
  'site.set-look': entry('site.look', 'alone', ['flag', 'value'], FREE),
  'site.publish-terms': entry('site.terms', 'two', ['content'], {
    isFree: true,
    lengths: { content: TERMS_LENGTH_MAX },
  }),
} as const;
