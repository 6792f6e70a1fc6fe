// Adapter that reads the statements of the house's bank accounts; today it reads the sandbox's.
//
// Always true: an invalid page is `no_answer` as a whole. A bank without this endpoint is `not_offered`; the balances
// in its feed, or those that an operator enters, then replace the statement (bank-book.ts).
//
// Elsewhere: timeouts, signature and circuit breaker (core/signed-http-client.ts).

import { money, type Money, parseProviderAmount } from '@chaba/money';

import { type SignedHttpClient, UpstreamUnavailableError } from '#core/signed-http-client';

export type HouseAccount =
  | { readonly kind: 'paying' }
  | { readonly kind: 'bank'; readonly bankCode: string; readonly account: string }
  | { readonly kind: 'wallet'; readonly account: string };

export type StatementLine = {
  /** Equal to the line id in the bank's feed, if it has one. */
  readonly lineId: string;
  readonly bookedAt: Date;
  /** Negative: outgoing. */
  readonly amount: bigint;
  readonly balanceAfter: Money;
  readonly transRef: string | undefined;
  readonly payoutId: string | undefined;
};

export type StatementPage = {
  readonly openingBalance: Money;
  /** Oldest first. */
  readonly lines: readonly StatementLine[];
  readonly closingBalance: Money;
  /** Cursor of the next page. */
  readonly cursor: string;
  readonly isLast: boolean;
};

export type StatementBank = {
  read(account: HouseAccount, after: string | undefined): Promise<StatementPage | 'not_offered' | 'no_answer'>;
};

const PATH = '/statement-api/v1';
const WALLET_CODE = 'TRUEMONEY';

export function createStatementBank(outside: SignedHttpClient): StatementBank {
  return {
    async read(account, after) {
      const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
      try {
        return readPage(await outside.request('GET', `${PATH}/${getPath(account)}${query}`));
      } catch (error) {
        if (error instanceof UpstreamUnavailableError) return 'no_answer';
        throw error;
      }
    },
  };
}

function getPath(account: HouseAccount): string {
  if (account.kind === 'paying') return 'paying-account';
  return `accounts/${account.kind === 'wallet' ? WALLET_CODE : account.bankCode}/${account.account}`;
}

/** Parses the bank's page. Exported for its test. */
export function readPage(answer: Record<string, unknown>): StatementPage | 'not_offered' | 'no_answer' {
  if (answer['code'] === 'NOT_OFFERED') return 'not_offered';
  const { openingBalance, closingBalance, cursor, isLast, lines } = answer;
  const [opening, closing] = [parseAmount(openingBalance), parseAmount(closingBalance)];
  const read = Array.isArray(lines) ? lines.map(parseLine) : [undefined];
  const isWhole = answer['code'] === 'OK' && typeof cursor === 'string' && typeof isLast === 'boolean';
  if (!isWhole || opening === undefined || closing === undefined || read.includes(undefined)) return 'no_answer';
  const page = { openingBalance: opening, closingBalance: closing, cursor, isLast };
  return { ...page, lines: read.filter((line) => line !== undefined) };
}

function parseLine(value: unknown): StatementLine | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { lineId, at, amount, balanceAfter, transRef, payoutId } = value as Record<string, unknown>;
  const bookedAt = new Date(typeof at === 'string' ? at : Number.NaN);
  const [moved, after] = [parseSignedAmount(amount), parseAmount(balanceAfter)];
  if (typeof lineId !== 'string' || Number.isNaN(bookedAt.getTime())) return undefined;
  if (moved === undefined || moved === 0n || after === undefined) return undefined;
  const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    lineId,
    bookedAt,
    amount: moved,
    balanceAfter: after,
    transRef: toText(transRef),
    payoutId: toText(payoutId),
  };
}

function parseSignedAmount(text: unknown): bigint | undefined {
  if (typeof text !== 'string' || !text.startsWith('-')) return parseAmount(text);
  const amount = parseAmount(text.slice(1));
  return amount === undefined ? undefined : -amount;
}

function parseAmount(text: unknown): Money | undefined {
  const amount = typeof text === 'string' ? parseProviderAmount(text) : undefined;
  return amount === undefined ? undefined : money(amount);
}
