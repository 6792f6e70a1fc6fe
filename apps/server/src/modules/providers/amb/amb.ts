// The protocol of the AMB Super API (doc.ambsuperapi.com, Product Callbacks): one POST per step with a list of
// transactions, amounts as JSON numbers, a numeric statusCode, Basic authentication with the agent's name and key.
//
// Always true: a bet and its result share one id there, so ours are bet:<id>, win:<id>, …. A result that is sent again
// after its rollback is win2:<id>, and so on, so it is paid once. A list of bets belongs to one round and is applied as
// a whole or not at all. A repeat is 20002 with the balances of the first response. Requests without a rule in the
// wallet are rejected with 40003 and the present balance, and move nothing. Amounts are results of float arithmetic: a
// payout or prize is rounded to the nearest 1/10,000 baht, a stake or tip down, and no amount is rejected as too fine.
//
// Elsewhere: one request (providers/gateway.ts), the wallet's operations (providers/chaba/chaba.ts).

import type { WalletCode } from '@chaba/contract/seamless';
import {
  formatProviderAmount,
  parseProviderAmount,
  type ProviderRounding,
  roundProviderAmount,
  toBaht,
  zeroMoney,
} from '@chaba/money';
import * as z from 'zod/mini';

import { recordSecondUse } from '#core/second-secrets';
import { isEqual } from '#core/signature';
import { usualProfile } from '#modules/wallet';
import type { FindTransactions, OperationRequest, Protocol, StatedAmount } from '#modules/provider-protocol';

const name = z.string().check(z.minLength(1), z.maxLength(110));
/** Noise of float arithmetic below zero is zero: half of our unit at most. */
const NOISE_MAX = 0.000_05;
const amount = z.pipe(
  z.pipe(
    z.number(),
    z.transform((sent: number) => (sent < 0 && sent > -NOISE_MAX ? 0 : sent)),
  ),
  z.number().check(z.nonnegative()),
);
/** Absent, null and empty fields are undefined. */
const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.optional(z.nullable(z.union([schema, z.literal('')]))),
    z.transform((value) => (value === '' ? undefined : (value ?? undefined))),
  );
const head = {
  id: z.string(),
  productId: z.string(),
  // The wallet has a code of its own for another currency, whatever its form.
  currency: z.unknown(),
  username: name,
};
const txn = z.object({
  id: name,
  roundId: name,
  gameCode: name,
  betAmount: optional(amount),
  payoutAmount: optional(amount),
  txnId: optional(name),
  refId: optional(name),
  isFeature: optional(z.boolean()),
  isFeatureBuy: optional(z.boolean()),
  isEndRound: optional(z.boolean()),
  skipBalanceUpdate: optional(z.boolean()),
});
const balanceBody = z.object(head);
const listBody = z.object({ ...head, txns: z.array(txn).check(z.minLength(1), z.maxLength(100)) });

type Txn = z.output<typeof txn>;
type List = z.output<typeof listBody>;

/** Products that have no placeBets: stake and payout come in one settleBets. */
const SINGLE_STATE = new Set([
  'PGSOFT',
  'BOOMING',
  'GIOCO',
  'I8',
  'AFB1188_SLOT',
  'FACHAI',
  '759GAMING',
  'ASKMEBET',
  'MINILUCK',
]);

const REPEATED = 20_002;
const FORBIDDEN = 40_003;
const errorCodes: Readonly<Record<WalletCode, number>> = {
  OK: 0,
  INSUFFICIENT_FUNDS: 10_002,
  PLAYER_NOT_FOUND: 10_001,
  INVALID_TOKEN: 30_001,
  TOKEN_EXPIRED: 30_001,
  INVALID_SIGNATURE: 30_002,
  PLAYER_LOCKED: FORBIDDEN,
  LIMIT_REACHED: FORBIDDEN,
  BONUS_MAX_BET: FORBIDDEN,
  GAME_EXCLUDED: FORBIDDEN,
  INVALID_REQUEST: FORBIDDEN,
  WRONG_CURRENCY: FORBIDDEN,
  INVALID_GAME: FORBIDDEN,
  BET_NOT_FOUND: 20_001,
  TX_CONFLICT: REPEATED,
  TX_ROLLED_BACK: 20_003,
  BET_SETTLED: 20_004,
  TEMPORARY_ERROR: 50_001,
};

/**
 * Results of a bet. `next`: the present or following one; `last`: the last applied one; `before`: the last one before
 * `next`.
 */
type Result = { readonly next: string; readonly last?: string | undefined; readonly before?: string | undefined };
type Results = (one: Txn) => Result;

/** The operations of each path; undefined: the list is invalid. */
const steps: Readonly<Record<string, (list: List, results: Results) => OperationRequest[] | undefined>> = {
  '/placeBets': placing,
  '/settleBets': (list, results) =>
    SINGLE_STATE.has(list.productId) ? spinning(list, results) : settling(list, results),
  '/cancelBets': (list) => each(list, (one) => cancelling(list, one)),
  '/voidSettled': (list, results) =>
    list.txns.flatMap((one) => {
      // Without a result only the bet is cancelled, also when it has not arrived yet.
      const isSettled = results(one).last !== undefined;
      return isSettled ? [undoing(list, one, results), cancelling(list, one)] : [cancelling(list, one)];
    }),
  '/rollback': (list, results) => each(list, (one) => undoing(list, one, results)),
  '/winRewards': (list) =>
    each(list, (one) => {
      const { roundId: _roundId, ...common } = refOf(list, one);
      const prize = toWalletAmount(`reward:${one.id}`, one.payoutAmount, 'nearest');
      return ['award', { ...common, ...prize.fields, kind: 'tournament' }, prize.stated];
    }),
  '/placeTips': (list) =>
    each(list, (one) => {
      const tip = toWalletAmount(`tip:${one.id}`, one.betAmount, 'down');
      return ['tip', { ...refOf(list, one), ...tip.fields }, tip.stated];
    }),
};

/**
 * Rejected: another stake for an open bet (it must be cancelled and placed again), money without a round and a game
 * (the purse of a fishing game), and the rollback of a tip (tips are final).
 */
const UNSUPPORTED = ['/adjustBets', '/adjustBalance', '/cancelTips'];

type Request =
  | { readonly path: string; readonly base: z.output<typeof balanceBody>; readonly list?: undefined }
  | { readonly path: string; readonly base: z.output<typeof balanceBody>; readonly list: List | 'invalid' };

export const amb: Protocol<Request> = {
  name: 'amb',
  prefix: '/seamless/amb',
  paths: ['/checkBalance', ...Object.keys(steps), ...UNSUPPORTED],
  unsupportedPaths: UNSUPPORTED,
  hasSessionTokens: false,
  errorCodes,
  // 50001 is the only code that the Super API retries. A missing bet is final for it.
  getProfile: () => ({ ...usualProfile, rollbackOfUnknown: 'BET_NOT_FOUND', retriesWinOn: 'TEMPORARY_ERROR' }),
  getKeyId: ({ headers }) => parseBasic(headers.authorization)?.agent,
  authenticate({ headers }, identity) {
    if (identity === undefined) return 'unknown_key';
    const key = parseBasic(headers.authorization)?.key ?? '';
    const index = identity.secrets.findIndex((secret) => isEqual(key, secret));
    if (index > 0) recordSecondUse('PROVIDER_SECRET');
    return index === -1 ? 'wrong' : undefined;
  },
  parse({ path, body }) {
    const base = z.safeParse(balanceBody, body);
    if (!base.success) return undefined;
    if (!Object.hasOwn(steps, path)) return { path, base: base.data };
    return { path, base: base.data, list: parseList(body) };
  },
  async toOperations({ path, base, list }, findTransactions) {
    if (list === undefined) {
      return [['balance', { requestId: base.id, playerId: base.username, currency: base.currency }]];
    }
    if (list === 'invalid') return undefined;
    const named = WITH_RESULTS.has(path) ? await listResults(findTransactions, list) : new Map<string, Result>();
    return steps[path]?.(list, ({ id }) => named.get(id) ?? { next: toResultName(id, 1) });
  },
  toResponse({ path, base, list }, results) {
    const { id, productId, currency, username } = base;
    const [first, last] = [results[0], results.at(-1)];
    const code = last?.code ?? 'INVALID_REQUEST';
    const respond = (statusCode: number, balances: Readonly<Record<string, number>>) => ({
      id,
      statusCode,
      timestampMillis: Date.now(),
      productId,
      currency,
      username,
      ...balances,
    });
    if (list === undefined) {
      const balance = first?.balance;
      if (UNSUPPORTED.includes(path) && code === 'OK') return respond(FORBIDDEN, unmoved(balance));
      return respond(errorCodes[code], balance === undefined ? {} : { balance: toAmbAmount(balance) });
    }
    const isRepeated = code === 'OK' && results.every(({ duplicate }) => duplicate === true);
    return respond(isRepeated ? REPEATED : errorCodes[code], {
      ...(first?.balanceBefore === undefined ? {} : { balanceBefore: toAmbAmount(first.balanceBefore) }),
      ...(last?.balanceAfter === undefined ? {} : { balanceAfter: toAmbAmount(last.balanceAfter) }),
    });
  },
  toRejection: (code) => ({
    statusCode: errorCodes[code],
    ...(code === 'INVALID_REQUEST' ? { timestampMillis: Date.now() } : {}),
  }),
};

/** The agent's name and key of a Basic authentication; the scheme has any letter case (RFC 9110). */
export function parseBasic(header: string | undefined): { readonly agent: string; readonly key: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=]{1,600})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [agent = '', ...key] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { agent, key: key.join(':') };
}

function parseList(body: unknown): List | 'invalid' {
  const result = z.safeParse(listBody, body);
  if (!result.success) return 'invalid';
  const areAmounts = result.data.txns.every(({ betAmount, payoutAmount }) =>
    [betAmount, payoutAmount].every((baht = 0) => roundProviderAmount(String(baht), 'nearest') !== undefined),
  );
  return areAmounts ? result.data : 'invalid';
}

const WITH_RESULTS = new Set(['/settleBets', '/rollback', '/voidSettled']);
const RESULTS_MAX = 50;

// The count precedes the id: after it, the name could be that of another bet's result.
const toResultName = (id: string, count: number): string => (count === 1 ? `win:${id}` : `win${count}:${id}`);
/** The name of a later result in an older version. */
const toOldResultName = (id: string, count: number): string => `win:${id}:${count}`;

/** One query for the whole list, and another for bets with a cancelled result. */
async function listResults(findTransactions: FindTransactions, { username, txns }: List): Promise<Map<string, Result>> {
  const results = new Map<string, Result>();
  const bets = new Map<string, string>();
  let ids = [...new Set(txns.map(({ id }) => id))];
  for (let count = 1; count < RESULTS_MAX && ids.length > 0; count += 1) {
    const names = ids.flatMap((id) => [toResultName(id, count), ...(bets.has(id) ? [toOldResultName(id, count)] : [])]);
    const seen = await findTransactions(username, names);
    ids = ids.filter((id) => {
      // An old name equals the first result of a bet named <id>:2, so its reference must be this bet.
      const isOld = bets.has(id) && seen.get(toOldResultName(id, count))?.refTxId === bets.get(id);
      const next = isOld ? toOldResultName(id, count) : toResultName(id, count);
      const call = seen.get(next);
      const isDone = call !== undefined && call.state !== 'tombstone';
      const before = results.get(id)?.last;
      results.set(id, { next, last: isDone ? next : before, before });
      if (isDone) bets.set(id, call.refTxId);
      return call !== undefined && call.state !== 'applied';
    });
  }
  return results;
}

const each = (list: List, make: (one: Txn) => OperationRequest): OperationRequest[] => list.txns.map(make);

const refOf = (list: List, { roundId, gameCode }: Txn) => ({
  requestId: list.id,
  playerId: list.username,
  currency: list.currency,
  roundId,
  gameCode,
});

/** Rolls back the present result, or repeats the last rollback. */
function undoing(list: List, one: Txn, results: Results): OperationRequest {
  const result = results(one).last ?? toResultName(one.id, 1);
  return ['rollback', { ...refOf(list, one), txId: `un${result}`, refTxId: result }];
}

const cancelling = (list: List, one: Txn): OperationRequest => [
  'rollback',
  { ...refOf(list, one), txId: `cancel:${one.id}`, refTxId: `bet:${one.id}` },
];

/** The bets of one round, all or none. */
function placing(list: List): OperationRequest[] | undefined {
  const [first] = list.txns;
  const rest = list.txns.slice(1);
  if (!first || rest.some(({ roundId, gameCode }) => roundId !== first.roundId || gameCode !== first.gameCode)) {
    return undefined;
  }
  const isStated = ({ betAmount, skipBalanceUpdate, isFeature }: Txn): boolean =>
    betAmount !== undefined || skipBalanceUpdate === true || isFeature === true;
  if (!list.txns.every(isStated)) return undefined;
  const bets = list.txns.map((one) => toBet(one, one.skipBalanceUpdate === true ? 0 : one.betAmount));
  const transactions = bets.map(({ part }) => part);
  return [['betwin', { ...refOf(list, first), transactions }, bets.flatMap(({ stated }) => stated)]];
}

/** The stake of a bet as a part of a list. */
function toBet({ id, isFeature }: Txn, baht: number | undefined) {
  const { fields, stated } = toWalletAmount(`bet:${id}`, baht, 'down');
  return { part: { operation: 'bet', ...fields, ...(isFeature === true ? { isFree: true } : {}) }, stated };
}

function settling(list: List, results: Results): OperationRequest[] {
  return each(list, (one) => {
    const win = toWalletAmount(results(one).next, one.skipBalanceUpdate === true ? 0 : one.payoutAmount, 'nearest');
    const refTxId = `bet:${one.txnId ?? one.id}`;
    const end = one.isEndRound === true ? { roundClosed: true } : {};
    return ['win', { ...refOf(list, one), ...win.fields, refTxId, ...end }, win.stated];
  });
}

function spinning(list: List, results: Results): OperationRequest[] {
  return each(list, (one) => {
    const { next, before } = results(one);
    const { fields, stated } = toWalletAmount(next, one.payoutAmount, 'nearest');
    const win = { ...fields, refTxId: `bet:${one.id}` };
    const roundClosed = one.isEndRound !== false;
    // The stake is recorded: only the result is sent again.
    if (before !== undefined) return ['win', { ...refOf(list, one), ...win, roundClosed }, stated];
    const bet = toBet(one, one.betAmount);
    const transactions = [bet.part, { operation: 'win', ...win }];
    return ['betwin', { ...refOf(list, one), roundClosed, transactions }, [...bet.stated, ...stated]];
  });
}

type WalletAmount = {
  readonly fields: { readonly txId: string; readonly amount: string };
  readonly stated: readonly StatedAmount[];
};

/** The wallet's amount of a JSON number of baht, read as its shortest text, so 0.1 is ten satang. */
function toWalletAmount(txId: string, baht = 0, rounding: ProviderRounding): WalletAmount {
  const text = String(baht);
  const rounded = roundProviderAmount(text, rounding) ?? zeroMoney;
  const isExact = parseProviderAmount(text) === rounded;
  return { fields: { txId, amount: formatProviderAmount(rounded) }, stated: isExact ? [] : [{ txId, baht: text }] };
}

const unmoved = (balance = '0') => ({ balanceBefore: toAmbAmount(balance), balanceAfter: toAmbAmount(balance) });

/** Whole satang, rounded down. */
function toAmbAmount(amountText: string): number {
  return toBaht(parseProviderAmount(amountText) ?? zeroMoney);
}
