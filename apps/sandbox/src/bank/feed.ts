// The bank feed: one line per transfer credited to an account, pushed to the customer of the bank.
//
// Always true: a line is written once, with the balance after it. Every delivery has the same lineId and content. Lines
// can arrive late, twice and out of order.

import type { Money } from '@chaba/money';

import { type OwnerAccount, senderOf, tailOf, WALLET_CODE } from './accounts.ts';
import { wireText } from './amounts.ts';

export const FEED_PATH = '/integrations/bank/v1/feed';

export type BankFeedLine = {
  readonly lineId: string;
  readonly receivingBankCode?: string;
  readonly receivingAccount?: string;
  readonly receivingPhone?: string;
  readonly amount: string;
  readonly at: string;
  readonly senderBankCode?: string;
  readonly senderTail?: string;
  readonly senderName?: string;
  /** Reference on the slip; omitted together with the sender. */
  readonly transRef?: string;
  readonly balanceAfter: string;
};

/** Sender details on the line, which differ between banks: all, the last four digits, or none. */
export type SenderShown = 'full' | 'tail' | 'none';

export function feedLineOf(arrived: {
  lineId: string;
  transRef: string;
  fromBankCode: string;
  fromAccount: string;
  fromOwner: OwnerAccount | undefined;
  toBankCode: string;
  toAccount: string;
  amount: Money;
  balanceAfter: Money;
  atMs: number;
  sender: SenderShown;
}): BankFeedLine {
  const receiver =
    arrived.toBankCode === WALLET_CODE
      ? { receivingPhone: arrived.toAccount }
      : { receivingBankCode: arrived.toBankCode, receivingAccount: arrived.toAccount };
  const sender = {
    senderBankCode: arrived.fromBankCode,
    senderTail: tailOf(arrived.fromAccount),
    senderName: senderOf(arrived).displayName,
    transRef: arrived.transRef,
  };
  return {
    lineId: arrived.lineId,
    ...receiver,
    amount: wireText(arrived.amount),
    at: new Date(arrived.atMs).toISOString(),
    ...(arrived.sender === 'full' ? sender : {}),
    ...(arrived.sender === 'tail' ? { senderTail: sender.senderTail } : {}),
    balanceAfter: wireText(arrived.balanceAfter),
  };
}
