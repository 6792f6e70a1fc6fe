// The wallet's door for game providers: signature over the raw bytes, then the words of the protocol into ours and back.
//
// Always true: HTTP 200 for every business answer, 401 for a bad signature, 5xx only for real faults (the provider tries
// those again). The bytes are checked before anybody parses them.
//
// Elsewhere: the protocol's rules (wallet/wallet-rules.ts), the shapes (contract seamless).

import { validate } from '@chaba/contract/validation';
import * as contract from '@chaba/contract/seamless';
import { PROVIDER_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import { moneyOfProvider } from '@chaba/contract/amounts';
import { openDatabase } from '@chaba/database';
import { type Money, providerAmount, zeroMoney } from '@chaba/money';

import { checkSignature } from '#core/signature';
import type { RouteContext } from '#http/route-context';
import type { Answer as Sent, Message } from '#http/fast-path';
import type { Site } from '#modules/site';

import { gameTypeOf } from '#site/catalogue';
import type { Adjust, AwardTip, BetWinItem, SessionErrorCode } from '#wallet/commands';
import { aggregatorRoutes } from '#providers/aggregators.routes';
import { withDeadline } from '#providers/deadline';
import { openProviderBook, type ProviderRegistry } from '#providers/provider-registry';
import { readProviderBody } from '#providers/provider-body';
import {
  createSeamlessWallet,
  type Player,
  getSessionStart,
  type SeamlessWallet,
  type ProviderOutcome,
} from '#modules/wallet';
import { createWalletBatcher, type WalletBatcher } from '#wallet/batcher';

/** Two lanes of each brand work at once; more brands than this wait their turn for a moment. */
const LANE_CONNECTIONS = 8;

type Answer = Omit<contract.WalletResponse, 'serverTime'>;
type Asking = {
  readonly seamless: SeamlessWallet;
  readonly site: Site;
  readonly provider: string;
  /** The provider's language has no session: a player who opened one of its games sits there. */
  readonly isSeatByPlayer?: true;
};
type BodyOf<Name extends keyof typeof contract> = (typeof contract)[Name] extends { _zod: { output: infer Output } }
  ? Output
  : never;

export function seamlessRoutes(context: RouteContext, batcher: WalletBatcher = openLanes(context)): void {
  const { database, config, sites } = context;
  const book = openProviderBook(database, config, async (siteId) => (await sites.byId(siteId)).code);
  context.app.addHook('onClose', async () => book.close());
  const seamless = createSeamlessWallet(context, batcher, sites, book);
  const asked = { context, seamless, book };
  for (const name of Object.keys(operations) as WalletCall[]) {
    context.openShortWay({
      path: operations[name].call.path,
      bodyBytesMax: PROVIDER_BODY_BYTES_MAX,
      answer: (message) => answerCall(asked, message, (asking, parsed) => executeBatch(asking, name, parsed)),
    });
  }
  aggregatorRoutes(context, book, (caller, operation, body) =>
    executeBatch({ ...caller, seamless, isSeatByPlayer: true }, operation, body),
  );
}

/** Connections of their own, so that bets never wait behind what members read. */
function openLanes({ app, config }: RouteContext): WalletBatcher {
  const database = openDatabase({
    url: config.databaseUrl,
    poolSize: LANE_CONNECTIONS,
    statementTimeoutMs: config.statementTimeoutMs,
    applicationName: 'chaba wallet',
    shouldForceIndexPlans: true,
  });
  app.addHook('onClose', () => database.close());
  return createWalletBatcher(database);
}

function executeBatch(asking: Asking, name: WalletCall, parsed: unknown): Promise<Answer> | Answer {
  const { call, handle } = operations[name];
  const reading = validate(call.body, parsed);
  if (reading.ok) return handle(asking, reading.value as never);
  const places = new Set(reading.issues.map(({ path }) => path.join('.')));
  return { code: 'INVALID_REQUEST', message: `not as the protocol has it: ${[...places].join(', ')}` };
}

type Served = { readonly context: RouteContext; readonly seamless: SeamlessWallet; readonly book: ProviderRegistry };
type Work = (asking: Asking, parsed: unknown) => Promise<Answer> | Answer;

async function answerCall(served: Served, message: Message, work: Work): Promise<Sent> {
  // Known once the signature was good.
  const named: { requestId?: string } = {};
  try {
    return await withDeadline(answerSigned(served, message, work, named));
  } catch (error) {
    served.context.log.error({ reqId: message.id, err: error }, 'a call of a provider failed');
    return say(500, { code: 'TEMPORARY_ERROR', ...named });
  }
}

async function answerSigned(
  { context: doors, seamless, book }: Served,
  message: Message,
  work: Work,
  named: { requestId?: string },
): Promise<Sent> {
  const caller = await book.callerOf(String(message.headers['x-key-id'] ?? ''), message);
  const check = checkSignature(message.headers, message, () => caller?.secret);
  const site = caller && (await doors.sites.byCode(caller.siteCode));
  if (!check.ok || !caller || !site) {
    const keyId = caller ? String(message.headers['x-key-id']) : 'provider';
    doors.signatures.count(site?.id, `${keyId}: ${check.ok ? 'unknown_key' : check.why}`);
    return say(401, {
      code: 'INVALID_SIGNATURE',
      message: check.ok ? unsigned.wrong : unsigned[check.why],
    });
  }
  const parsed = readProviderBody(message.body);
  if (!isObject(parsed)) {
    return say(200, {
      code: 'INVALID_REQUEST',
      message: 'the body is no JSON object that can be read in one way only',
    });
  }
  const requestId = requestIdOf(parsed);
  if (requestId !== undefined) named.requestId = requestId;
  const answer = await work({ seamless, site, provider: caller.provider }, parsed);
  return say(200, requestId === undefined ? answer : { ...answer, requestId });
}

/** Nothing is told here that a stranger could use: the time is looked at only when the signature is good. */
const unsigned = {
  missing: 'X-Key-Id, X-Timestamp and X-Signature are needed',
  unknown_key: 'the key or the signature is not good',
  wrong: 'the key or the signature is not good',
  too_old: 'X-Timestamp is more than 300 seconds from serverTime, or no milliseconds',
} as const;

function say(status: number, answer: Answer): Sent {
  return { status, json: JSON.stringify({ ...answer, serverTime: new Date().toISOString() }) };
}

function isObject(parsed: unknown): parsed is Readonly<Record<string, unknown>> {
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
}

function requestIdOf({ requestId }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof requestId === 'string' && requestId.length <= 128 ? requestId : undefined;
}

// ── operations ───────────────────────────────────────────────────────────────────────────────────────────────────────────

async function authenticate(asking: Asking, body: BodyOf<'authenticateBody'>): Promise<Answer> {
  const seat = await asking.seamless.authenticate(asking.site, asking.provider, body.token);
  if (seat.code !== 'OK') return { code: seat.code };
  const { token, playerId } = seat;
  return { code: 'OK', token, playerId, currency: 'THB', balance: providerAmount(seat.balance) };
}

async function balance(asking: Asking, body: BodyOf<'balanceBody'>): Promise<Answer> {
  const player = await asking.seamless.findPlayer(asking.site, body.playerId);
  if (!player) return { code: 'PLAYER_NOT_FOUND' };
  const now = providerAmount(await asking.seamless.balanceOf(asking.site, player));
  return { code: 'OK', currency: 'THB', balance: now };
}

async function bet(asking: Asking, body: BodyOf<'betBody'>): Promise<Answer> {
  const { tableRound } = body;
  return play(asking, { ...body, parts: [{ ...partOf('bet', body), tableRound }], isRoundClosed: false });
}

async function win(asking: Asking, body: BodyOf<'winBody'>): Promise<Answer> {
  return play(asking, { ...body, parts: [partOf('win', body)], isRoundClosed: body.roundClosed === true });
}

async function betwin(asking: Asking, body: BodyOf<'betwinBody'>): Promise<Answer> {
  const parts = body.transactions.map((each) => partOf(each.operation, each));
  return play(asking, { ...body, parts, isRoundClosed: body.roundClosed === true });
}

async function rollback(asking: Asking, body: BodyOf<'rollbackBody'>): Promise<Answer> {
  const player = await asking.seamless.findPlayer(asking.site, body.playerId);
  if (!player) return { code: 'PLAYER_NOT_FOUND' };
  if (body.currency !== undefined && body.currency !== 'THB') return { code: 'WRONG_CURRENCY' };
  const answer = await asking.seamless.decide(asking.site, {
    operation: 'rollback',
    provider: asking.provider,
    memberId: player.memberId,
    catalogue: asking.site.catalogue,
    stakeError: undefined,
    txId: body.txId,
    refTxId: body.refTxId,
    amount: body.amount === undefined ? undefined : moneyOfProvider(body.amount),
    roundId: body.roundId ?? '',
    gameCode: body.gameCode ?? '',
  });
  return toAnswer(answer, asking, player);
}

async function adjust(asking: Asking, body: BodyOf<'adjustBody'>): Promise<Answer> {
  return correct(asking, body, (common) => ({ ...common, operation: 'adjust', refTxId: body.refTxId }));
}

async function award(asking: Asking, body: BodyOf<'awardBody'>): Promise<Answer> {
  return correct(asking, body, (common) => ({ ...common, operation: 'award' }));
}

async function tip(asking: Asking, body: BodyOf<'tipBody'>): Promise<Answer> {
  return correct(asking, body, (common) => ({ ...common, operation: 'tip' }), body.token);
}

async function endRound(asking: Asking, body: BodyOf<'endRoundBody'>): Promise<Answer> {
  const player = await asking.seamless.findPlayer(asking.site, body.playerId);
  if (!player) return { code: 'PLAYER_NOT_FOUND' };
  const common = commonOf(asking, player, body);
  const { code, after } = await asking.seamless.decide(asking.site, { ...common, operation: 'endRound' });
  return { code, balance: providerAmount(after), currency: 'THB' };
}

type Correcting = {
  readonly playerId: string;
  readonly gameCode?: string | undefined;
  readonly roundId?: string | undefined;
  readonly txId: string;
  readonly refTxId?: string;
  readonly amount: string;
  readonly currency: string;
};
type Common = ReturnType<typeof commonOf> & {
  readonly txId: string;
  readonly amount: Money;
  readonly sessionStartedAt: number | undefined;
};

/** `token` where the operation takes money from a player of his own will: then the seat must be good. */
async function correct(
  asking: Asking,
  body: Correcting,
  make: (common: Common) => Adjust | AwardTip,
  token?: string,
): Promise<Answer> {
  const { seamless, site, provider } = asking;
  const player = await seamless.findPlayer(site, body.playerId, token === undefined ? undefined : { provider, token });
  if (!player) return { code: 'PLAYER_NOT_FOUND' };
  if (body.currency !== 'THB') return { code: 'WRONG_CURRENCY' };
  const isKnownGame = body.gameCode === undefined || gameTypeOf(site.catalogue, provider, body.gameCode) !== undefined;
  // A correction is of a win that is here, whatever became of its game.
  if (!isKnownGame && body.refTxId === undefined) return { code: 'INVALID_GAME' };
  const stakeError =
    token === undefined
      ? undefined
      : await seamless.checkSession(site, { provider, player, isByPlayer: asking.isSeatByPlayer === true });
  const startedAt = player.session && getSessionStart(player.session);
  const common = {
    ...commonOf(asking, player, body),
    sessionStartedAt: startedAt,
    txId: body.txId,
    amount: moneyOfProvider(body.amount),
  };
  return toAnswer(await seamless.decide(site, make({ ...common, stakeError })), asking, player);
}

function commonOf(
  { site, provider }: Asking,
  { memberId }: Player,
  named: { readonly gameCode?: string | undefined; readonly roundId?: string | undefined },
) {
  return {
    provider,
    memberId,
    catalogue: site.catalogue,
    stakeError: undefined as SessionErrorCode | undefined,
    roundId: named.roundId ?? '',
    gameCode: named.gameCode ?? '',
  };
}

type Playing = {
  readonly playerId: string;
  /** A text where the operation asks for a session; elsewhere whatever came. */
  readonly token?: unknown;
  readonly gameCode: string;
  readonly roundId: string;
  readonly currency: string;
  readonly parts: readonly BetWinItem[];
  readonly isRoundClosed: boolean;
};

async function play(asking: Asking, playing: Playing): Promise<Answer> {
  const { seamless, site, provider } = asking;
  const token = typeof playing.token === 'string' && playing.token !== '' ? playing.token : undefined;
  const player = await seamless.findPlayer(
    site,
    playing.playerId,
    token === undefined ? undefined : { provider, token },
  );
  if (!player) return { code: 'PLAYER_NOT_FOUND' };
  if (playing.currency !== 'THB') return { code: 'WRONG_CURRENCY' };
  const gameType = gameTypeOf(site.catalogue, provider, playing.gameCode);
  const stakes = playing.parts.some((part) => part.operation === 'bet');
  // What comes back for a bet needs no game: that may have left the catalogue meanwhile.
  const isOfBets = !stakes && playing.parts.every(({ isFree, refTxId }) => !isFree || refTxId !== undefined);
  if (gameType === undefined && !isOfBets) return { code: 'INVALID_GAME' };
  const stakeError = stakes
    ? await seamless.checkSession(site, { provider, player, isByPlayer: asking.isSeatByPlayer === true })
    : undefined;
  const answer = await seamless.decide(site, {
    operation: 'play',
    provider,
    memberId: player.memberId,
    catalogue: site.catalogue,
    stakeError,
    sessionStartedAt: player.session && getSessionStart(player.session),
    roundId: playing.roundId,
    gameCode: playing.gameCode,
    isTable: gameType === 'LIVECASINO' || gameType === 'TRADING',
    parts: playing.parts,
    isRoundClosed: playing.isRoundClosed,
  });
  return toAnswer(answer, asking, player);
}

function toAnswer(answer: ProviderOutcome, asking: Asking, player: Player): Answer {
  const { code, txId, before, after, isDuplicate } = answer;
  return {
    code,
    txId,
    balanceBefore: providerAmount(before),
    balanceAfter: providerAmount(after),
    currency: 'THB',
    ...(code === 'OK' ? { walletTxId: `${asking.provider}:${player.playerId}:${txId}`, duplicate: isDuplicate } : {}),
  };
}

type PartOnWire = {
  readonly txId: string;
  readonly refTxId?: string | undefined;
  readonly amount: string;
  readonly validBet?: string | undefined;
  readonly positions?: readonly { type: string; stake: string; pushed?: string | undefined }[] | undefined;
  readonly isFree?: boolean | undefined;
};

function partOf(operation: 'bet' | 'win', part: PartOnWire): BetWinItem {
  return {
    operation,
    txId: part.txId,
    refTxId: part.refTxId,
    amount: moneyOfProvider(part.amount),
    validBet: part.validBet === undefined ? undefined : moneyOfProvider(part.validBet),
    positions: (part.positions ?? []).map(({ type, stake, pushed }) => ({
      type,
      stake: moneyOfProvider(stake),
      pushed: pushed === undefined ? (zeroMoney as Money) : moneyOfProvider(pushed),
    })),
    isFree: part.isFree === true,
  };
}

const operations = {
  authenticate: { call: contract.authenticate, handle: authenticate },
  balance: { call: contract.walletBalance, handle: balance },
  bet: { call: contract.bet, handle: bet },
  win: { call: contract.win, handle: win },
  betwin: { call: contract.betwin, handle: betwin },
  rollback: { call: contract.rollback, handle: rollback },
  adjust: { call: contract.adjust, handle: adjust },
  award: { call: contract.award, handle: award },
  tip: { call: contract.tip, handle: tip },
  endRound: { call: contract.endRound, handle: endRound },
} as const;
type WalletCall = keyof typeof operations;
