// Hub88's list of transactions (docs.hub88.io, Operator API, Transactions API): one POST for a span of time or for a
// round, signed with our key as Hub88's own requests are with theirs.
//
// Always true: an unreadable response fails. Transactions that Hub88 declined, or for which it received no response,
// are not returned, so the daily comparison shows them.
//
// Elsewhere: Hub88's requests to the wallet (hub88.ts), the comparison (reconciliation/reconciliation.ts).

import { sign } from 'node:crypto';

import * as z from 'zod/mini';

import type { Hub88Feed } from '#core/config';
import { createSignedHttpClient, UpstreamUnavailableError } from '#core/signed-http-client';
import { isCleanText } from '#http/strict-json';
import type { ProviderFeed, ProviderTransaction, ProviderOperation } from '#modules/provider-protocol';

import { fromHub88Amount } from './hub88-amounts.ts';

const PATH = '/operator/generic/v2/transactions/list';
const TIMEOUT_MS = 30_000;
/** Two hours in one response: Hub88 has no pages. */
const SPAN_MS = 2 * 3_600_000;
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

const name = z.string().check(z.minLength(1), z.maxLength(128), z.refine(isCleanText));
const nullish = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));
const transaction = z.object({
  transaction_uuid: name,
  /** Named `status` in older responses. */
  transaction_status: z.optional(z.string()),
  status: z.optional(z.string()),
  kind: z.string(),
  user: name,
  amount: z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER)),
  currency: z.string(),
  round: nullish(name),
  reference_transaction_uuid: nullish(name),
  game_code: nullish(name),
  inserted_at: z.string(),
});
const answer = z.object({ list: z.array(transaction) });
type Listed = z.output<typeof transaction>;

const OPERATIONS: Readonly<Record<string, ProviderOperation>> = {
  TK_BET: 'bet',
  TK_FREE_BET: 'bet',
  TK_WIN: 'win',
  TK_FREE_WIN: 'win',
  TK_JP_WIN: 'win',
  TK_BONUS_WIN: 'win',
  TK_ROLLBACK: 'rollback',
};
/** Applied; the second was rolled back since. */
const APPLIED = ['TS_SUCCESS', 'TS_ROLLEDBACK'];
const ROLLED_BACK = 'TS_ROLLEDBACK';

/** Sites are Hub88's sub-partners, under their codes. */
export function openHub88Feed({ url, operatorId, privateKey }: Hub88Feed, siteCode: string): ProviderFeed {
  const hub = createSignedHttpClient({
    name: 'Hub88',
    baseUrl: url,
    keyId: '',
    secret: '',
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
    isList: true,
    sign: (body) => ({
      'x-hub88-signature': sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64'),
    }),
  });
  const query = async (of: Readonly<Record<string, string>>): Promise<ProviderTransaction[]> => {
    const body = { operator_id: operatorId, sub_partner_id: siteCode, currency: 'THB', ...of };
    const read = z.safeParse(answer, await hub.request('POST', PATH, body));
    if (!read.success) throw new UpstreamUnavailableError('the transaction list of Hub88 has an unknown shape');
    return read.data.list.filter(isApplied).map(toTransaction);
  };
  return {
    async transactions(from, to, cursor) {
      const begin = cursor === undefined ? from : new Date(cursor);
      const end = new Date(Math.min(begin.getTime() + SPAN_MS, to.getTime()));
      // Times have whole seconds: transactions of the last second are listed twice and counted once.
      const calls = await query({ start_time: secondOf(begin), end_time: secondOf(new Date(end.getTime() + 999)) });
      return { calls, cursor: end < to ? end.toISOString() : undefined, until: undefined };
    },
    async roundDetails(roundId) {
      const calls = await query({ round: roundId });
      return { state: calls.length === 0 ? 'unknown' : 'open', calls, facts: [] };
    },
  };
}

const statusOf = ({ transaction_status, status }: Listed): string => transaction_status ?? status ?? '';
const isApplied = (listed: Listed): boolean => APPLIED.includes(statusOf(listed));
const secondOf = (at: Date): string => at.toISOString().slice(0, 19);

function toTransaction(listed: Listed): ProviderTransaction {
  const operation = OPERATIONS[listed.kind];
  const at = parseTime(listed.inserted_at);
  if (operation === undefined || at === undefined || listed.currency !== 'THB') {
    throw new UpstreamUnavailableError(`Hub88 lists a transaction that is no call of its wallet: ${listed.kind}`);
  }
  return {
    operation,
    txId: listed.transaction_uuid,
    refTxId: listed.reference_transaction_uuid ?? '',
    roundId: listed.round ?? '',
    gameCode: listed.game_code ?? '',
    playerId: listed.user,
    amount:
      operation === 'rollback'
        ? undefined
        : fromHub88Amount(listed.amount, operation === 'bet' ? 'down' : 'nearest').amount,
    isFree: listed.kind === 'TK_FREE_BET',
    isRoundClosed: false,
    isCancelled: statusOf(listed) === ROLLED_BACK,
    at,
  };
}

/** Times without a zone are UTC. */
function parseTime(text: string): Date | undefined {
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
