// The client of a provider with the wallet's own protocol: its games, details of a round, transactions of a day, and
// kicks. The play-money studio answers at SANDBOX_URL, another provider at the address of its row.
//
// Always true: every request is signed; an unreadable response fails.
//
// Elsewhere: conclusions from the responses (reconciliation, providers/kicks.ts).

import { timestampSchema } from '@chaba/contract/amounts';
import { PROVIDER_TRANSACTIONS_MAX } from '@chaba/contract/constraints';
import { type Money, parseProviderAmount } from '@chaba/money';
import * as z from 'zod/mini';

import type { Provider } from '#core/catalogue';
import type { Config } from '#core/config';
import { createSignedHttpClient, UpstreamUnavailableError } from '#core/signed-http-client';
import { deriveSecret } from '#core/signature';
import { isCleanText } from '#http/strict-json';
import type { ProviderClient, ProviderRound, ProviderTransaction } from '#modules/provider-protocol';
import type { ResultPosition } from '#modules/wallet-commands';

const PATH = '/studio-api/v1';
const TIMEOUT_MS = 5_000;
/** A page of the feed is 250 rounds. */
const ANSWER_BYTES_MAX = 1024 * 1024;

/** Text that PostgreSQL cannot store would fail every retry. */
const name = z.string().check(z.refine(isCleanText));
const transactionSchema = z.object({
  operation: z.enum(['bet', 'win', 'rollback', 'adjust', 'award', 'tip', 'endRound']),
  txId: z.optional(name),
  refTxId: z.optional(name),
  roundId: z.optional(name),
  gameCode: z.optional(name),
  playerId: name,
  amount: z.optional(z.string()),
  validBet: z.optional(z.string()),
  positions: z.optional(
    z
      .array(z.object({ type: name, stake: z.string(), pushed: z.optional(z.string()) }))
      .check(z.maxLength(PROVIDER_TRANSACTIONS_MAX)),
  ),
  isFree: z.optional(z.boolean()),
  roundClosed: z.optional(z.boolean()),
  cancelled: z.optional(z.boolean()),
  at: timestampSchema,
});
const facts = z
  .array(z.object({ label: z.string().check(z.maxLength(60)), value: z.string().check(z.maxLength(300)) }))
  .check(z.maxLength(24));
const gamesAnswer = z.object({ games: z.array(z.object({ gameCode: z.string(), gameType: z.string() })) });
const roundAnswer = z.union([
  z.object({ code: z.literal('NOT_FOUND') }),
  z.object({
    code: z.literal('OK'),
    round: z.object({
      state: z.string(),
      transactions: z.array(transactionSchema),
      facts: z.optional(facts),
      freeSpins: z.optional(z.int().check(z.minimum(0))),
    }),
  }),
]);
const feedAnswer = z.object({
  transactions: z.array(transactionSchema),
  cursor: z.optional(z.string()),
  until: z.optional(timestampSchema),
});
const doneAnswer = z.object({ code: z.literal('OK') });

const states: Readonly<Record<string, ProviderRound['state']>> = {
  drawn: 'open',
  unknown: 'open',
  staked: 'open',
  settled: 'settled',
  refused: 'voided',
  voided: 'voided',
};

export function openChabaClient(config: Config, { apiUrl, ch, keyPrefix }: Provider, keyId: string): ProviderClient {
  const isStudio = keyPrefix !== undefined;
  const studio = createSignedHttpClient({
    name: isStudio ? 'game studio' : `provider ${ch}`,
    baseUrl: apiUrl ?? config.sandboxUrl,
    keyId,
    secret: deriveSecret((isStudio ? config.studioSecret : config.providerSecret)[0], keyId),
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
  });
  const query = async <Schema extends z.ZodMiniType>(
    schema: Schema,
    what: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<z.output<Schema>> => {
    const answer = z.safeParse(schema, await studio.request('POST', `${PATH}/${what}`, body));
    if (!answer.success) {
      throw new UpstreamUnavailableError(`expected a response of the studio to ${what}, got another shape`);
    }
    return answer.data;
  };
  return {
    games: async () => (await query(gamesAnswer, 'games', {})).games,
    async roundDetails(roundId) {
      const answer = await query(roundAnswer, 'round-details', { roundId });
      if (answer.code === 'NOT_FOUND') return { state: 'unknown', calls: [], facts: [] };
      const { state, transactions, facts: lines = [], freeSpins = 0 } = answer.round;
      return { state: states[state] ?? 'open', calls: transactions.map(toTransaction), facts: lines, freeSpins };
    },
    async transactions(from, to, cursor) {
      const body = { from: from.toISOString(), to: to.toISOString(), ...(cursor === undefined ? {} : { cursor }) };
      const page = await query(feedAnswer, 'transactions', body);
      const until = page.until === undefined ? undefined : new Date(page.until);
      return { calls: page.transactions.map(toTransaction), cursor: page.cursor, until };
    },
    async useKey(key) {
      await query(doneAnswer, 'key', { keyId: key });
    },
    async kick(playerId) {
      await query(doneAnswer, 'kick', { playerId });
    },
  };
}

function parseAmount(text: string): Money {
  const amount = parseProviderAmount(text);
  if (amount !== undefined) return amount;
  throw new UpstreamUnavailableError('expected an amount of the game studio, got another text');
}

type ListedPosition = NonNullable<z.output<typeof transactionSchema>['positions']>[number];

const toPosition = ({ type, stake, pushed = '0' }: ListedPosition): ResultPosition => ({
  type,
  stake: parseAmount(stake),
  pushed: parseAmount(pushed),
});

function toTransaction(listed: z.output<typeof transactionSchema>): ProviderTransaction {
  const amount = listed.amount === undefined ? undefined : parseProviderAmount(listed.amount);
  const isNamed = listed.operation === 'endRound' ? listed.roundId !== undefined : listed.txId !== undefined;
  const isMoney = listed.operation !== 'endRound' && listed.operation !== 'rollback';
  if (!isNamed || (listed.amount !== undefined && amount === undefined) || (isMoney && amount === undefined)) {
    throw new UpstreamUnavailableError('expected a transaction of the game studio, got an incomplete one');
  }
  const { validBet, positions } = listed;
  return {
    operation: listed.operation,
    txId: listed.txId ?? '',
    refTxId: listed.refTxId ?? '',
    roundId: listed.roundId ?? '',
    gameCode: listed.gameCode ?? '',
    playerId: listed.playerId,
    amount,
    ...(validBet === undefined ? {} : { validBet: parseAmount(validBet) }),
    ...(positions === undefined ? {} : { positions: positions.map(toPosition) }),
    // A win of a free round may be marked free as well: it is money.
    isFree: listed.operation === 'bet' && listed.isFree === true,
    isRoundClosed: listed.roundClosed === true || listed.operation === 'endRound',
    isCancelled: listed.cancelled === true,
    at: new Date(listed.at),
  };
}
