// The seamless wallet: one request of a provider from its player to its outcome.
//
//     request ─▶ player · currency · game · session ─▶ command ─▶ batcher ─▶ orphan win · provider code ─▶ result
//     launch token (60 s, once) ─▶ authenticate ─▶ session token (24 h) ─▶ every stake
//
// Always true: only new stakes need a live session, an open site and an open provider. Wins, rollbacks and corrections
// need a valid signature and a known player, nothing else (wallet-protocol, rule 3). A session belongs to one member at
// one provider. Its token is encrypted with a key of the site (decision 0046), so it cannot be read, made or changed
// without that key, and decrypts only for the provider and player that it was made for. Its content never changes, so
// it is verified without a query.
//
// Elsewhere: batches (batcher.ts), rules (wallet-rules.ts), signatures and bodies (providers), launches
// (play/play.ts), sessions that were ended (members).

import { createCipheriv, createDecipheriv, hash, type KeyObject, randomBytes } from 'node:crypto';

import type { Database, Transaction } from '@chaba/database';
import { getBalances } from '@chaba/ledger';
import type { Money } from '@chaba/money';
import { LRUCache } from 'lru-cache';

import { createBatchLoader } from '#core/batch-loader';
import { chart } from '#core/chart-of-accounts';
import type { Log } from '#core/context';
import { createPromiseCache } from '#core/promise-cache';
import {
  httpInFlight,
  httpSiteRequests,
  walletCalls,
  walletConflicts,
  walletDuplicates,
  walletDuration,
  type WALLET_OPERATIONS,
} from '#core/metrics';
import { findMemberIdsByPlayerId, loadStakeRestrictions } from '#modules/members';
import type { Site } from '#modules/site';

import type { WalletBatcher } from './batcher.ts';
import type {
  Adjust,
  AwardTip,
  BetWin,
  EndRound,
  Rollback,
  SessionErrorCode,
  WalletCommand,
  WalletOutcome,
  WalletOutcomeCode,
} from './commands.ts';
import { isBetTombstoned, storeOrphanWin } from './orphan-wins.ts';
import { type ProviderProfile, toProviderCode } from './provider-profile.ts';
import * as store from './sessions.store.ts';
import { insertUnappliedRollback } from './wallet.store.ts';

export { createWalletBatcher, type WalletBatcher } from './batcher.ts';
export {
  type BetWinItem,
  OPERATOR_SPINS_PREFIX,
  OPERATOR_VOID_PREFIX,
  type WalletCommand,
  type WalletOutcome,
  type WalletOutcomeCode,
} from './commands.ts';
export { computeExposure, toPositionName } from './contribution.ts';
export { unpackOrphanWin } from './orphan-wins.ts';
export { type ProviderProfile, toProviderCode, usualProfile } from './provider-profile.ts';
export { computeOwnChange, shareCorrection } from './result-shares.ts';
export type { Bet, NotCounted, ResultPosition, RoundName, TransactionName } from './rounds.ts';
export { deleteExpiredTokens, deleteTokensOf, loadSessionKeys } from './sessions.store.ts';
export { listTransactions, listTransactionsOfSpan, type LocalTransaction } from './transactions.store.ts';
export { toRoundKey, toTransactionKey } from './wallet-state.ts';
export { findTransactions, loadRounds, txHash as toTransactionHash } from './wallet.store.ts';

/** The provider that sends a request, as it is set up at the site. */
export type Caller = {
  readonly site: Site;
  readonly provider: string;
  readonly isOpen: boolean;
  readonly winCap: Money | undefined;
  readonly profile: ProviderProfile;
  /** The protocol has no session tokens: a game that the player opened within a day is the session. */
  readonly isSessionByPlayer: boolean;
};

type Resolved =
  | 'provider'
  | 'memberId'
  | 'catalogue'
  | 'stakeError'
  | 'sessionStartedAt'
  | 'winCap'
  | 'isTable'
  | 'isFreeWithoutBet';
type RequestOf<Command> = Omit<Command, Resolved> & {
  readonly playerId: string;
  readonly token?: string | undefined;
  readonly currency?: string | undefined;
};
/** A command as a provider sends it: the wallet adds the member, the session and the provider's settings. */
export type WalletRequest =
  | RequestOf<BetWin>
  | RequestOf<Rollback>
  | RequestOf<Adjust>
  | RequestOf<AwardTip>
  | RequestOf<EndRound>;

export type WalletResult =
  | { readonly code: 'PLAYER_NOT_FOUND' | 'WRONG_CURRENCY' | 'INVALID_GAME'; readonly outcome?: undefined }
  | { readonly code: WalletOutcomeCode | 'TEMPORARY_ERROR'; readonly outcome: WalletOutcome };

export type SeamlessWallet = {
  /** Exchanges a launch token for a session. */
  authenticate(
    caller: Caller,
    launchToken: string,
  ): Promise<{ readonly token: string; readonly playerId: string; readonly balance: Money } | SessionErrorCode>;
  /** The playable balance; undefined: the player is unknown. */
  loadBalance(caller: Caller, playerId: string): Promise<Money | undefined>;
  submit(caller: Caller, request: WalletRequest): Promise<WalletResult>;
};

export function createSeamlessWallet(
  { database, log }: { readonly database: Database; readonly log: Log },
  batcher: WalletBatcher,
): SeamlessWallet {
  const sessions = createSessions(database);
  const loadBalance = async (siteId: number, memberId: bigint): Promise<Money> =>
    (await getBalances(database, siteId, memberId, { game: chart.game })).game;

  return {
    async authenticate({ site, provider }, launchToken) {
      const session = await sessions.authenticate(site.id, provider, launchToken);
      if (typeof session === 'string') return session;
      const { token, player } = session;
      return { token, playerId: player.playerId, balance: await loadBalance(site.id, player.memberId) };
    },
    async loadBalance({ site }, playerId) {
      const player = await sessions.findPlayer(site.id, playerId, undefined);
      return player && loadBalance(site.id, player.memberId);
    },
    async submit(caller, request) {
      const { site, provider } = caller;
      const claim = request.token ? { provider, token: request.token } : undefined;
      const player = await sessions.findPlayer(site.id, request.playerId, claim);
      if (!player) return { code: 'PLAYER_NOT_FOUND' };
      if (request.currency !== undefined && request.currency !== 'THB') return { code: 'WRONG_CURRENCY' };
      if (!isGameAccepted(caller, request)) return { code: 'INVALID_GAME' };
      const isStaking = hasStake(request);
      const hasOpenedGame =
        isStaking && caller.isSessionByPlayer && (await sessions.hasOpenedGame(site.id, provider, player.memberId));
      const stakeError = isStaking ? checkSession(caller, player, hasOpenedGame) : undefined;
      const command = toCommand(caller, request, player, stakeError);
      const outcome = await batcher.submit(site.id, command);
      logAlarms(log, site, command, outcome);
      if (outcome.code === 'OK' && command.operation !== 'rollback') return { code: 'OK', outcome };
      return conclude({ database, log }, caller, command, outcome);
    },
  };
}

/** Whether money leaves the member by the member's own will: bets and tips. */
function hasStake(request: WalletRequest): boolean {
  return request.operation === 'play'
    ? request.parts.some(({ operation }) => operation === 'bet')
    : request.operation === 'tip';
}

/** A game that left the catalogue is accepted where money returns for a bet, or where a recorded win is corrected. */
function isGameAccepted({ site, provider }: Caller, request: WalletRequest): boolean {
  const isOffered = (): boolean => site.catalogue.findGame(provider, request.gameCode)?.isOffered === true;
  switch (request.operation) {
    case 'play': {
      const isOfBets = request.parts.every(
        ({ operation, isFree, refTxId }) => operation === 'win' && (!isFree || refTxId !== undefined),
      );
      return isOfBets || isOffered();
    }
    case 'award':
    case 'tip':
      return request.gameCode === '' || isOffered();
    case 'rollback':
    case 'adjust':
    case 'endRound':
      return true;
  }
}

/** Why this player may not stake now; undefined when the session, the site and the provider are open. */
function checkSession(
  { site, isOpen, isSessionByPlayer }: Caller,
  { session }: Player,
  hasOpenedGame: boolean,
): SessionErrorCode | undefined {
  if (isSessionByPlayer) {
    if (!hasOpenedGame) return 'INVALID_TOKEN';
  } else {
    if (!session) return 'INVALID_TOKEN';
    if (session.expiresAt < Date.now()) return 'TOKEN_EXPIRED';
  }
  return site.isDisabled || site.isInMaintenance || !isOpen ? 'PLAYER_LOCKED' : undefined;
}

function toCommand(
  { site, provider, winCap, profile }: Caller,
  request: WalletRequest,
  { memberId, session }: Player,
  stakeError: SessionErrorCode | undefined,
): WalletCommand {
  const common = {
    provider,
    memberId,
    catalogue: site.catalogue,
    stakeError,
    sessionStartedAt: session && getSessionStart(session),
    winCap,
  };
  if (request.operation !== 'play') return { ...request, ...common };
  const gameType = site.catalogue.findGame(provider, request.gameCode)?.gameType;
  const isTable = gameType === 'LIVECASINO' || gameType === 'TRADING';
  return { ...request, ...common, isTable, isFreeWithoutBet: profile.isFreeWithoutBet };
}

// ── after the batch ──────────────────────────────────────────────────────────────────────────────────────────────────

type Services = { readonly database: Database; readonly log: Log };

/** Stores an orphan win, and maps the code to the provider's profile. */
async function conclude(
  { database, log }: Services,
  { site, profile }: Caller,
  command: WalletCommand,
  outcome: WalletOutcome,
): Promise<WalletResult> {
  if (outcome.code === 'BET_NOT_FOUND') {
    if (await isBetTombstoned(database, site.id, command)) return { code: 'TX_ROLLED_BACK', outcome };
    if ((await storeOrphanWin(database, site.id, command, log)) === 'conflict') {
      logAlarms(log, site, command, { ...outcome, code: 'TX_CONFLICT' });
      return { code: 'TX_CONFLICT', outcome };
    }
  }
  const code = toProviderCode(profile, command, outcome);
  if (command.operation === 'rollback' && outcome.code === 'BET_SETTLED' && code === 'OK') {
    await recordUnappliedRollback(database, site, command, log);
  }
  return { code, outcome };
}

/** Reports applied commands that an operator should check. */
function logAlarms(
  log: Log,
  site: Site,
  { provider, operation }: WalletCommand,
  { code, txId, isOwing, isHeld }: WalletOutcome,
): void {
  const fields = { site: site.code, provider, operation, txId };
  if (code === 'TX_CONFLICT') log.error(fields, 'wallet transaction conflict');
  if (isOwing === true) log.error(fields, 'correction exceeds the balance');
  if (isHeld === true) log.error(fields, 'win held above the cap');
}

/** Records a rollback of a settled bet that the provider's profile responds to with OK: nothing moved. */
export async function recordUnappliedRollback(
  database: Database,
  site: Site,
  {
    provider,
    memberId,
    txId,
    refTxId,
    roundId,
  }: Pick<Rollback, 'provider' | 'memberId' | 'txId' | 'refTxId' | 'roundId'>,
  log: Log,
): Promise<void> {
  const isNew = await insertUnappliedRollback(database, site.id, { provider, memberId, txId, refTxId, roundId });
  if (!isNew) return;
  log.error(
    { site: site.code, provider, txId, refTxId, roundId },
    'rollback of a settled bet answered OK without effect',
  );
}

// ── game sessions ────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * The binding of a token. `key`: 32 bytes of the site, as an object: creating the object takes longer than the
 * cipher.
 */
export type TokenBinding = { readonly key: KeyObject; readonly provider: string; readonly playerId: string };
/** `expiresAt` in milliseconds. */
type GameSession = { readonly memberId: bigint; readonly expiresAt: number };

type Player = {
  readonly memberId: bigint;
  readonly playerId: string;
  /** The content of the player's own session token, where one was sent. */
  readonly session?: GameSession;
};

const LAUNCH_TOKEN_BYTES = 32;
const LAUNCH_LIVES_SECONDS = 60;
const HOUR_MS = 3_600_000;
const SESSION_LIVES_HOURS = 24;
const PLAYERS_MAX = 50_000;
/** Decrypting a token takes an eighth of the processor time of a call, and a game sends its token with each. */
const DECRYPTED_MAX = 20_000;
/** More sites than one process serves. */
const KEYS_MAX = 1_024;
/** Half of what a rotation waits between its steps. */
const KEYS_LIVE_MS = 5_000;

/** A session token and the provider that sent it. */
type Claim = { readonly provider: string; readonly token: string };

type Sessions = {
  /** Exchanges a launch token for a session. */
  authenticate(
    siteId: number,
    provider: string,
    launchToken: string,
  ): Promise<{ readonly token: string; readonly player: Player } | SessionErrorCode>;
  /** The player of this id. A valid session token names the member without a query; a known one needs no promise. */
  findPlayer(siteId: number, playerId: string, claim: Claim | undefined): Promise<Player | undefined> | Player;
  /**
   * For protocols without session tokens: whether the player opened a game of this provider within the life of a
   * session.
   */
  hasOpenedGame(siteId: number, provider: string, memberId: bigint): Promise<boolean>;
};

function createSessions(database: Database): Sessions {
  const players = new LRUCache<string, Player>({ max: PLAYERS_MAX });
  /** By everything that decryption depends on; the end of a session is checked on every call. */
  const decrypted = new LRUCache<string, Player>({ max: DECRYPTED_MAX });
  const loadKeys = createKeyLoader(database);
  const loaders = new Map<number, (playerId: string) => Promise<bigint | undefined>>();

  /** With a million members most players without a token are not cached: concurrent look-ups share one statement. */
  function findMember(siteId: number, playerId: string): Promise<bigint | undefined> {
    let load = loaders.get(siteId);
    if (!load) {
      load = createBatchLoader((playerIds) => findMemberIdsByPlayerId(database, siteId, playerIds));
      loaders.set(siteId, load);
    }
    return load(playerId);
  }

  /** The player of a valid token, cached by this name; with any other token the player of the id. */
  async function findHolder(siteId: number, playerId: string, claim: Claim, name: string): Promise<Player | undefined> {
    const session = decryptWithKeys(await loadKeys(siteId), playerId, claim);
    if (!session) return findById(siteId, playerId);
    const player = { memberId: session.memberId, playerId, session };
    decrypted.set(name, player);
    return player;
  }

  async function findById(siteId: number, playerId: string): Promise<Player | undefined> {
    const key = `${siteId}|${playerId}`;
    const known = players.get(key);
    if (known) return known;
    const memberId = await findMember(siteId, playerId);
    if (memberId === undefined) return undefined;
    const player = { memberId, playerId };
    players.set(key, player);
    return player;
  }

  return {
    async authenticate(siteId, provider, launchToken) {
      const launchHash = hashToken(launchToken);
      const opened = await store.redeemLaunchToken(database, siteId, {
        provider,
        launchHash,
        livesHours: SESSION_LIVES_HOURS,
      });
      if (opened === 'unknown') return 'INVALID_TOKEN';
      if (opened === 'over') return 'TOKEN_EXPIRED';
      const { memberId, playerId, expiresAt } = opened;
      const { locked } = await loadStakeRestrictions(database, siteId, [memberId]);
      if (locked.size > 0) return 'PLAYER_LOCKED';
      const [key] = await loadKeys(siteId);
      const binding = { key, provider, playerId };
      const token = encryptSessionToken(binding, { memberId, expiresAt: expiresAt.getTime() });
      return { token, player: { memberId, playerId } };
    },
    findPlayer(siteId, playerId, claim) {
      if (!claim) return findById(siteId, playerId);
      const name = `${siteId}|${claim.provider}|${playerId}|${claim.token}`;
      return decrypted.get(name) ?? findHolder(siteId, playerId, claim, name);
    },
    hasOpenedGame: (siteId, provider, memberId) =>
      store.hasOpened(database, siteId, { provider, memberId, hours: SESSION_LIVES_HOURS }),
  };
}

type SessionKeys = Awaited<ReturnType<typeof store.loadSessionKeys>>;

/** Caches the keys of each site for a few seconds. */
function createKeyLoader(database: Database): (siteId: number) => Promise<SessionKeys> {
  const cached = createPromiseCache<number, SessionKeys>(KEYS_MAX);
  const loadedAt = new Map<number, number>();
  return (siteId) => {
    const now = performance.now();
    if (now - (loadedAt.get(siteId) ?? 0) > KEYS_LIVE_MS) {
      cached.delete(siteId);
      loadedAt.set(siteId, now);
    }
    return cached.get(siteId, () => store.loadSessionKeys(database, siteId));
  };
}

/** The content of a token that one of the keys decrypts. */
const decryptWithKeys = (keys: SessionKeys, playerId: string, { provider, token }: Claim): GameSession | undefined =>
  keys.map((key) => decryptSessionToken({ key, provider, playerId }, token)).find((each) => each !== undefined);

/** Creates a one-time launch token, valid for 60 seconds. */
export async function createLaunchToken(
  tx: Transaction,
  siteId: number,
  launch: { readonly memberId: bigint; readonly provider: string; readonly gameCode: string },
): Promise<string> {
  const token = randomBytes(LAUNCH_TOKEN_BYTES).toString('base64url');
  await store.insertLaunch(tx, siteId, { ...launch, tokenHash: hashToken(token), livesSeconds: LAUNCH_LIVES_SECONDS });
  return token;
}

/** The start of a session, in milliseconds. */
const getSessionStart = ({ expiresAt }: GameSession): number => expiresAt - SESSION_LIVES_HOURS * HOUR_MS;

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

// ── session tokens ───────────────────────────────────────────────────────────────────────────────────────────────────

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const CONTENT_BYTES = 16;
const TAG_BYTES = 16;

const getBoundData = ({ provider, playerId }: TokenBinding): Buffer =>
  Buffer.from(JSON.stringify([provider, playerId]));

export function encryptSessionToken(binding: TokenBinding, { memberId, expiresAt }: GameSession): string {
  const nonce = randomBytes(NONCE_BYTES);
  const content = Buffer.alloc(CONTENT_BYTES);
  content.writeBigInt64BE(memberId, 0);
  content.writeBigInt64BE(BigInt(expiresAt), 8);
  const cipher = createCipheriv(CIPHER, binding.key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(getBoundData(binding));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The content of a token; undefined when it was not made here for this provider and player. */
export function decryptSessionToken(binding: TokenBinding, token: string): GameSession | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== NONCE_BYTES + CONTENT_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, binding.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(getBoundData(binding));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return { memberId: content.readBigInt64BE(0), expiresAt: Number(content.readBigInt64BE(8)) };
}

// ── metrics ──────────────────────────────────────────────────────────────────────────────────────────────────────────

let callsInFlight = 0;
httpInFlight.onRead((add) => add(callsInFlight, 'wallet'));

type MeasuredOperation = (typeof WALLET_OPERATIONS)[number];

/**
 * Returns the wallet with metrics of its calls: at most four records a call with the one of its HTTP request. Repeats
 * and conflicts make one more.
 */
export function withCallMetrics(wallet: SeamlessWallet): SeamlessWallet {
  return {
    authenticate: (caller, launchToken) =>
      measure(caller, 'authenticate', wallet.authenticate(caller, launchToken), (result) =>
        typeof result === 'string' ? result : 'OK',
      ),
    loadBalance: (caller, playerId) =>
      measure(caller, 'balance', wallet.loadBalance(caller, playerId), (result) =>
        result === undefined ? 'PLAYER_NOT_FOUND' : 'OK',
      ),
    submit: (caller, request) =>
      measure(caller, getOperation(request), wallet.submit(caller, request), ({ code, outcome }) => {
        if (outcome?.isDuplicate === true) walletDuplicates.inc(caller.provider);
        if (code === 'TX_CONFLICT') walletConflicts.inc(caller.provider);
        return code;
      }),
  };
}

async function measure<Result>(
  { site, provider }: Caller,
  operation: MeasuredOperation,
  call: Promise<Result>,
  getCode: (result: Result) => string,
): Promise<Result> {
  const startedAt = performance.now();
  callsInFlight += 1;
  let code = 'TEMPORARY_ERROR';
  try {
    const result = await call;
    code = getCode(result);
    return result;
  } finally {
    callsInFlight -= 1;
    walletCalls.inc(provider, operation, code);
    walletDuration.observe((performance.now() - startedAt) / 1_000, operation);
    httpSiteRequests.inc(site.code, code === 'TEMPORARY_ERROR' ? '5xx' : '2xx');
  }
}

function getOperation(request: WalletRequest): MeasuredOperation {
  if (request.operation !== 'play') return request.operation;
  const [first, ...others] = request.parts;
  if (first === undefined || others.some(({ operation }) => operation !== first.operation)) return 'betwin';
  return first.operation;
}
