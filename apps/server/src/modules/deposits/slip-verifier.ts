// Asks the slip service what a reference stands for. The adapter between their words and ours; today it speaks to the
// sandbox, and nothing about it knows that the money is not real.
//
// Always true: an answer that does not fit the question, or that we do not understand, counts as "no answer yet" and never as
// a yes or a no. The same reference asked by many at once is asked once. Never called inside a database transaction.
//
// Elsewhere: time limit, signature and circuit breaker (core/signed-http-client.ts), what a yes means for a member (slip-rules.ts).

import { parseProviderAmount } from '@chaba/money';

import { createPromiseCache } from '#core/promise-cache';
import { type SignedHttpClient, UpstreamUnavailableError } from '#core/signed-http-client';

import type { SlipParty, VerifiedSlip } from './slip-rules.ts';

export type SlipReference = { readonly sendingBank: string; readonly transRef: string };

export type SlipAnswer =
  | { readonly code: 'OK'; readonly slip: VerifiedSlip }
  | { readonly code: 'PENDING' | 'NOT_FOUND' | 'TEMPORARY' };

export type SlipVerifier = { verify(reference: SlipReference): Promise<SlipAnswer> };

const PATH = '/slip-api/v1/verify';
/** Beyond it a second question about the same reference is asked once more, which harms nothing. */
const UNDERWAY_MAX = 10_000;
const PARTS_PER_SATANG = 100n;

export function openSlipVerifier(outside: SignedHttpClient): SlipVerifier {
  const underway = createPromiseCache<string, SlipAnswer>(UNDERWAY_MAX);

  async function ask(reference: SlipReference): Promise<SlipAnswer> {
    try {
      return readAnswer(await outside.ask('POST', PATH, reference), reference);
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) return { code: 'TEMPORARY' };
      throw error;
    }
  }

  return {
    verify({ sendingBank, transRef }) {
      const key = `${sendingBank}/${transRef}`;
      return underway.get(key, () => ask({ sendingBank, transRef }).finally(() => underway.delete(key)));
    },
  };
}

/** Their answer in our words. Exported for its test. */
export function readAnswer(answer: Record<string, unknown>, reference: SlipReference): SlipAnswer {
  const { code } = answer;
  if (code === 'PENDING' || code === 'NOT_FOUND') return { code };
  const slip = code === 'OK' ? readSlip(objectIn(answer['slip']), reference) : undefined;
  return slip ? { code: 'OK', slip } : { code: 'TEMPORARY' };
}

function readSlip(slip: Record<string, unknown>, reference: SlipReference): VerifiedSlip | undefined {
  const amount = parseProviderAmount(textIn(slip['amount']) ?? '');
  const transferredAt = readTime(textIn(slip['transDate']) ?? '', textIn(slip['transTime']) ?? '');
  const isOurs = slip['transRef'] === reference.transRef && slip['sendingBank'] === reference.sendingBank;
  if (!isOurs || amount === undefined || amount <= 0n || amount % PARTS_PER_SATANG !== 0n || !transferredAt) {
    return undefined;
  }
  return {
    ...reference,
    receivingBank: textIn(slip['receivingBank']),
    transferredAt,
    amount,
    sender: readParty(objectIn(slip['sender'])),
    receiver: readParty(objectIn(slip['receiver'])),
  };
}

function readParty(party: Record<string, unknown>): SlipParty {
  const proxy = objectIn(party['proxy']);
  const isPhone = proxy['type'] === 'MSISDN' || proxy['type'] === 'EWALLETID';
  return {
    // The Thai name first: the English one is a transcription that nobody can compare.
    name: textIn(party['displayName']) ?? textIn(party['name']),
    account: textIn(objectIn(party['account'])['value']),
    phone: isPhone ? textIn(proxy['value']) : undefined,
  };
}

/** yyyyMMdd and HH:mm:ss of Bangkok. */
function readTime(date: string, time: string): Date | undefined {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(date);
  if (!day || !/^\d{2}:\d{2}:\d{2}$/.test(time)) return undefined;
  const at = new Date(`${day[1]}-${day[2]}-${day[3]}T${time}+07:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
