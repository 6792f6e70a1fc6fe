// Account statement: movements in order, each with the balance after it.
//
// Always true: opening balance, lines and closing balance are one chain. A page starts after the cursor of the previous
// one, so a reader that stores the cursor reads every line once.
//
// Elsewhere: permissions (services.routes.ts), movements (transfers.ts, payouts.ts).

import { money } from '@chaba/money';

import { signedText, wireText } from './amounts.ts';
import { balanceOf, entriesAfter, type NumberedEntry } from './balances.store.ts';
import type { BankContext } from './bank-context.ts';
import { findTransfer } from './transfers.store.ts';

type StatementLine = {
  /** The lineId of the feed for the same movement, if any. */
  readonly lineId: string;
  readonly at: string;
  /** Signed: negative for a debit. */
  readonly amount: string;
  readonly balanceAfter: string;
  readonly transRef?: string;
  readonly payoutId?: string;
};

type Statement = {
  readonly code: 'OK';
  readonly openingBalance: string;
  readonly lines: readonly StatementLine[];
  readonly closingBalance: string;
  readonly cursor: string;
  readonly isLast: boolean;
};

const LINES_AT_ONCE = 200;

export function statementOf(
  context: BankContext,
  of: { readonly bankCode: string; readonly account: string; readonly after: bigint },
): Statement {
  const { bankCode, account, after } = of;
  const entries = entriesAfter(context.memory, { bankCode, account, after, limit: LINES_AT_ONCE });
  const [first, last] = [entries[0], entries.at(-1)];
  const now = balanceOf(context.memory, bankCode, account);
  return {
    code: 'OK',
    openingBalance: wireText(first === undefined ? now : money(first.balance_after_e4 - first.amount_e4)),
    lines: entries.map((entry) => lineOf(context, entry)),
    closingBalance: wireText(last === undefined ? now : money(last.balance_after_e4)),
    cursor: String(last?.id ?? after),
    isLast: entries.length < LINES_AT_ONCE,
  };
}

function lineOf(
  context: BankContext,
  { id, amount_e4: amount, balance_after_e4: after, cause, at_ms: at }: NumberedEntry,
) {
  const [kind, name = ''] = cause.split(' ', 2);
  const transfer = kind === 'transfer' ? findTransfer(context.memory, name) : undefined;
  const isArrival = transfer !== undefined && amount > 0n;
  return {
    lineId: isArrival ? (JSON.parse(transfer.feedLine) as { lineId: string }).lineId : `SL${id}`,
    at: new Date(Number(at)).toISOString(),
    amount: signedText(amount),
    balanceAfter: signedText(after),
    ...(transfer === undefined ? {} : { transRef: transfer.transRef }),
    ...(kind === 'payout' ? { payoutId: cause.slice('payout '.length) } : {}),
  };
}
