// A slip as the bank verifies it: the client of the verification service (the sandbox's today), and the comparison of
// its answer with the accounts of the site and the member.
//
// Always true: a response that does not match the request, or that cannot be parsed, counts as "no answer yet" and
// decides nothing. Concurrent requests for one reference are sent once. Never called inside a database transaction.
//
// Elsewhere: time limit, signature and circuit breaker (core/signed-http-client.ts), the decision about a slip
// (slip-rules.ts).

import { type Database, databaseTime } from '@chaba/database';
import { parseProviderAmount } from '@chaba/money';

import { assert } from '#core/domain-error';
import { createPromiseCache } from '#core/promise-cache';
import { type SignedHttpClient, UpstreamUnavailableError } from '#core/signed-http-client';
import { loadMember } from '#modules/members';
import { findOwnedAccount, listForeignAccounts, listReceivingAccounts } from '#modules/receiving-accounts';
import type { SentSlip } from './record.ts';
import {
  compareSlip,
  type Decision,
  type ReceivedSlip,
  type Sender,
  type SlipOutcome,
  type SlipParty,
  toSlipPart,
  type VerifiedSlip,
} from './slip-rules.ts';

export type SlipReference = { readonly sendingBank: string; readonly transRef: string };

type SlipAnswer =
  | { readonly code: 'OK'; readonly slip: VerifiedSlip }
  | { readonly code: 'PENDING' | 'NOT_FOUND' | 'TEMPORARY' };

export type SlipVerifier = { verify(reference: SlipReference): Promise<SlipAnswer> };

const PATH = '/slip-api/v1/verify';
/** Beyond it a concurrent request for the same reference is sent again, which is harmless. */
const PENDING_MAX = 10_000;
const PARTS_PER_SATANG = 100n;

export function createSlipVerifier(client: SignedHttpClient): SlipVerifier {
  const pending = createPromiseCache<string, SlipAnswer>(PENDING_MAX);

  async function query(reference: SlipReference): Promise<SlipAnswer> {
    try {
      return parseAnswer(await client.request('POST', PATH, reference), reference);
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) return { code: 'TEMPORARY' };
      throw error;
    }
  }

  return {
    verify({ sendingBank, transRef }) {
      const key = `${sendingBank}/${transRef}`;
      return pending.get(key, () => query({ sendingBank, transRef }).finally(() => pending.delete(key)));
    },
  };
}

/** Parses the response of the service. Exported for its test. */
export function parseAnswer(answer: Record<string, unknown>, reference: SlipReference): SlipAnswer {
  const { code } = answer;
  if (code === 'PENDING' || code === 'NOT_FOUND') return { code };
  const slip = code === 'OK' ? parseSlip(toObject(answer['slip']), reference) : undefined;
  return slip ? { code: 'OK', slip } : { code: 'TEMPORARY' };
}

function parseSlip(slip: Record<string, unknown>, reference: SlipReference): VerifiedSlip | undefined {
  const amount = parseProviderAmount(toText(slip['amount']) ?? '');
  const transferredAt = parseTime(toText(slip['transDate']) ?? '', toText(slip['transTime']) ?? '');
  const isRequested = slip['transRef'] === reference.transRef && slip['sendingBank'] === reference.sendingBank;
  if (!isRequested || amount === undefined || amount <= 0n || amount % PARTS_PER_SATANG !== 0n || !transferredAt) {
    return undefined;
  }
  return {
    ...reference,
    receivingBank: toText(slip['receivingBank']),
    transferredAt,
    amount,
    sender: parseParty(toObject(slip['sender'])),
    receiver: parseParty(toObject(slip['receiver'])),
  };
}

function parseParty(party: Record<string, unknown>): SlipParty {
  const proxy = toObject(party['proxy']);
  const isPhone = proxy['type'] === 'MSISDN' || proxy['type'] === 'EWALLETID';
  return {
    // The Thai name first: an English transcription cannot be compared.
    name: toText(party['displayName']) ?? toText(party['name']),
    account: toText(toObject(party['account'])['value']),
    phone: isPhone ? toText(proxy['value']) : undefined,
  };
}

/** yyyyMMdd and HH:mm:ss in Bangkok time. */
function parseTime(date: string, time: string): Date | undefined {
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(date);
  if (!day || !/^\d{2}:\d{2}:\d{2}$/.test(time)) return undefined;
  const at = new Date(`${day[1]}-${day[2]}-${day[3]}T${time}+07:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

// ── comparison with the site and the member ─────────────────────────────────────────────────────────────────────────

/** The outcome of each answer of the bank without a slip. */
const UNVERIFIED = {
  NOT_FOUND: 'SLIP_NOT_FOUND',
  PENDING: 'SLIP_PENDING',
  TEMPORARY: 'SLIP_VERIFIER_UNAVAILABLE',
} as const;

/**
 * The slip as the bank verifies it, compared with the site's accounts and the member; or the reason that ends it here.
 */
export async function receiveSlip(
  database: Database,
  verifier: SlipVerifier,
  sent: SentSlip,
): Promise<ReceivedSlip | Decision<SlipOutcome>> {
  const answer = await verifier.verify(sent);
  if (answer.code !== 'OK') return { outcome: UNVERIFIED[answer.code] };
  const { slip } = answer;

  const sender = await loadSender(database, sent);
  const [ours, others] = await Promise.all([
    listReceivingAccounts(database, sent.siteId),
    listForeignAccounts(database, sent.siteId),
  ]);
  const comparison = compareSlip(slip, sender, ours, await databaseTime(database), others);
  if (comparison.kind === 'not_ours') return { outcome: 'SLIP_RECEIVER_MISMATCH' };
  const receiver = ours.find(({ receivingAccountId }) => receivingAccountId === comparison.receivingAccountId);
  assert(receiver, 'a slip is compared with the accounts of its site');
  const account = await findOwnedAccount(database, receiver);
  assert(account, 'the first site that has an account owns it');
  const member = { siteId: sent.siteId, memberId: sent.memberId };
  return { member, slip, comparison, account, part: toSlipPart(member, slip, sender, comparison) };
}

async function loadSender(database: Database, { siteId, memberId }: SentSlip): Promise<Sender> {
  const member = await loadMember(database, siteId, memberId);
  // A wallet id is free text; only a mobile number can be compared with a wallet.
  const isPhone = /^0[689]\d{8}$/.test(member.walletId ?? '');
  return {
    bankCode: member.bankCode,
    bankAccount: member.bankAccount,
    fullName: `${member.firstName} ${member.lastName}`,
    walletPhone: isPhone && member.walletId ? member.walletId : member.phone,
  };
}
