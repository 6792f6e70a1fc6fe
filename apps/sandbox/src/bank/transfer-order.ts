// Validates transfer orders of the JSON API and of the form. An error names the invalid field.

import { cleanAccountNumber, isAccountNumber, isListedBank } from '@chaba/contract/banks';
import { parseBaht } from '@chaba/money';
import { fitting } from '@chaba/sandbox-kit/http';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import { z } from 'zod';

import { isPhone, type OwnerAccount, WALLET_CODE } from './accounts.ts';
import { wireAmount, wireText } from './amounts.ts';
import type { TransferOrder } from './transfers.ts';

const FEED_DELAY_MAX_MS = 600_000;
const ATTEMPT_KEY_LENGTH_MAX = 200;

const text = z.string().max(40);

export const transferBody = z.object({
  fromBankCode: text.optional(),
  fromAccount: text.optional(),
  fromPhone: text.optional(),
  toBankCode: text.optional(),
  toAccount: text.optional(),
  toPhone: text.optional(),
  amount: wireAmount,
  at: z.iso.datetime({ offset: true }).optional(),
});

const transferQuery = z.object({
  feed: z.enum(['off', 'on', 'late']).default('off'),
  slip: z.enum(['ok', 'pending', 'down']).default('ok'),
  sender: z.enum(['full', 'tail', 'none']).default('full'),
  feedDelayMs: z.coerce.number().int().min(0).max(FEED_DELAY_MAX_MS).optional(),
});

export function orderFrom(body: z.output<typeof transferBody>, query: unknown, attemptKey: unknown): TransferOrder {
  const options = fitting(transferQuery, query);
  const [fromBankCode, fromAccount] = partyFrom('from', body.fromBankCode, body.fromAccount, body.fromPhone);
  const fromOwner = ownerFrom(body);
  const [toBankCode, toAccount] = partyFrom('to', body.toBankCode, body.toAccount, body.toPhone);
  return {
    fromBankCode,
    fromAccount,
    fromOwner,
    toBankCode,
    toAccount,
    amount: body.amount,
    feed: options.feed,
    slip: options.slip,
    sender: options.sender,
    feedDelayMs: options.feedDelayMs,
    atMs: body.at === undefined ? undefined : Date.parse(body.at),
    attemptKey: typeof attemptKey === 'string' ? attemptKey.slice(0, ATTEMPT_KEY_LENGTH_MAX) : undefined,
  };
}

/** Parses the fields of the form, all of them text. */
export function orderFromForm(fields: Readonly<Record<string, string>>): TransferOrder {
  const { attempt, fromKind, toKind, amount = '', ...rest } = fields;
  const typed = parseBaht(amount);
  const filled = {
    ...rest,
    fromPhone: fromKind === 'wallet' ? (rest['fromPhone'] ?? '') : undefined,
    toPhone: toKind === 'wallet' ? (rest['toPhone'] ?? '') : undefined,
    amount: typed === undefined ? amount : wireText(typed),
  };
  return orderFrom(fitting(transferBody, filled), fields, attempt);
}

/** Parses the optional bank account of a wallet owner. */
function ownerFrom({ fromPhone, fromBankCode, fromAccount }: z.output<typeof transferBody>): OwnerAccount | undefined {
  if (fromPhone === undefined || (fromAccount ?? '').trim() === '') return undefined;
  const [bankCode, account] = partyFrom('from', fromBankCode, fromAccount, undefined);
  return { bankCode, account };
}

function partyFrom(
  side: 'from' | 'to',
  bankCode: string | undefined,
  account: string | undefined,
  phone: string | undefined,
): [bankCode: string, account: string] {
  if (phone !== undefined) {
    const digits = cleanAccountNumber(phone);
    if (isPhone(digits)) return [WALLET_CODE, digits];
    const message = `${side}Phone: must be ten digits that start with 06, 08 or 09.`;
    failRequest(400, 'INVALID_PHONE', message, `${side}Phone`);
  }
  const digits = cleanAccountNumber(account ?? '');
  if (bankCode === undefined || !isListedBank(bankCode)) {
    const message = `${side}BankCode: must be the three digits of a Thai bank.`;
    failRequest(400, 'INVALID_BANK', message, `${side}BankCode`);
  }
  if (!isAccountNumber(digits)) {
    failRequest(400, 'INVALID_ACCOUNT', `${side}Account: must have 10 or 12 digits.`, `${side}Account`);
  }
  return [bankCode, digits];
}
