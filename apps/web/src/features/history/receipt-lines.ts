// The lines of a receipt: the same text on the sheet and in the saved or shared picture.

import { messageText } from '@chaba/contract/messages.text';
import { bankName } from '@chaba/contract/banks.text';
import { FAILED, PENDING } from '@chaba/contract/codes';
import type { BetItem } from '@chaba/contract/history';
import type { SiteConfiguration } from '@chaba/contract/site';
import { formatTime } from '@chaba/contract/thai-time';
import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';

import type { HistoryItem } from './history.queries.ts';
import { getTypeText } from './history-row.tsx';
import { text } from './history.text.ts';

export type Line = { readonly label: string; readonly value: string };

type Site = Pick<SiteConfiguration, 'ProductList'> & { readonly calendar: 'buddhist' | 'gregory' };

const formatWireBaht = (amount: number): string => text.inBaht(formatBaht(toMoney(amount)));

export function listMovementLines(item: HistoryItem, { calendar }: Site): readonly Line[] {
  const at = (time: string) => formatTime(new Date(time), calendar);
  return [
    { label: text.kind, value: getTypeText(item) },
    ...('BankCode' in item && item.BankAccount
      ? [{ label: text.toAccount, value: `${bankName(item.BankCode)} ••• ${item.BankAccount.slice(-4)}` }]
      : []),
    // Other hosts may omit the time.
    ...(item.createdAt ? [{ label: text.at, value: at(item.createdAt) }] : []),
    ...('finishedAt' in item && item.finishedAt ? [{ label: text.finishedAt, value: at(item.finishedAt) }] : []),
    ...('note' in item && item.note ? [{ label: text.note, value: item.note }] : []),
  ];
}

export function listBetLines(bet: BetItem, { ProductList, calendar }: Site): readonly Line[] {
  const at = (time: string) => formatTime(new Date(time), calendar);
  return [
    { label: text.game, value: bet.gameName },
    { label: text.provider, value: ProductList.find(({ ch }) => ch === bet.ch)?.name ?? bet.ch },
    { label: text.result, value: text.betStatus[bet.status] },
    { label: text.stake, value: formatWireBaht(bet.Amount) },
    { label: text.payout, value: formatWireBaht(bet.payout) },
    ...(bet.heldPayout > 0 ? [{ label: text.held, value: formatWireBaht(bet.heldPayout) }] : []),
    { label: text.turnover, value: formatWireBaht(bet.turnover) },
    ...(bet.turnoverReason
      ? [{ label: text.notCountedBecause, value: text.notCountedReason[bet.turnoverReason] }]
      : []),
    ...(bet.freeSpins ? [{ label: text.freeSpins, value: text.spins(bet.freeSpins) }] : []),
    ...(bet.note ? [{ label: text.note, value: bet.note }] : []),
    { label: text.at, value: at(bet.createdAt) },
    ...(bet.settledAt ? [{ label: text.settledAt, value: at(bet.settledAt) }] : []),
    { label: text.round, value: bet.roundId },
  ];
}

/** The amount as in the row: without a sign if no money moved. */
export function formatSignedAmount({ Amount, Status, TransType }: HistoryItem): string {
  if (Amount === null) return text.amountOnSlip;
  const amount = formatBaht(toMoney(Amount));
  if (Status === FAILED || Status === PENDING) return amount;
  return TransType === 'WITHDRAW' ? `-${amount}` : `+${amount}`;
}

export function formatStatus({ Status }: HistoryItem): string {
  if (Status === PENDING) return messageText.statusPending;
  return Status === FAILED ? messageText.statusFailed : messageText.statusApproved;
}
