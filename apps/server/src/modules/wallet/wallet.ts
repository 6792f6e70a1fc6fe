// The seamless wallet: who is asking, for which player, and what each operation of the protocol comes to.
//
// Always true: a launch token opens one session, once, within 60 seconds; a
// session is of one member at one provider. Only new stakes ask for a live session and an open brand: wins and rollbacks need
// a good signature and nothing else (wallet-protocol, rule 3).
//
// Elsewhere: what a call does to money (wallet-rules.ts), how calls share a transaction (batcher.ts), launching (play.ts).

import { hash, type KeyObject, randomBytes } from 'node:crypto';

import { getBalances } from '@chaba/ledger';
import type { Money } from '@chaba/money';
import type { Database, Transaction } from '@chaba/database';
import { LRUCache } from 'lru-cache';

import { chart } from '#core/chart-of-accounts';
import { createBatchLoader } from '#core/batch-loader';
import type { Log } from '#core/context';
import { createPromiseCache } from '#core/promise-cache';
import { memberIdsByPlayerId, loadStakeRestrictions } from '#modules/members';
import type { Site, Sites } from '#modules/site';

import { profileOf, toProviderCode } from './profiles.ts';
import type { WalletOutcome, WalletOutcomeCode, WalletCommand, SessionErrorCode } from './commands.ts';
import * as store from './sessions.store.ts';
import { insertUnappliedRollback } from './wallet.store.ts';
import { decryptSessionToken, type GameSession, encryptSessionToken } from './session-token.ts';
import { isBetTombstoned, storeOrphanWin } from './orphan-wins.ts';
import type { WalletBatcher } from './batcher.ts';

export { createWalletBatcher, type WalletBatcher } from './batcher.ts';
export type { BetWinItem as Part, WalletCommand, WalletOutcome } from './commands.ts';
export { unpackOrphanWin } from './orphan-wins.ts';
export { deleteOldTokens, deleteTokensOf, seatKey } from './sessions.store.ts';
export { type LocalTransaction, ourCalls, callsOfSpan } from './transactions.store.ts';
export { findTransactions, loadRounds } from './wallet.store.ts';

/** How providers are set up at a site. */
export type ProviderSettings = {
  settingOf(
    siteId: number,
    provider: string,
  ): Promise<{ readonly isOpen: boolean; readonly winCap: Money | undefined }>;
};

export type Player = {
  readonly memberId: bigint;
  readonly playerId: string;
  /** What the token says that he came with, when it is his. */
  readonly session?: GameSession;
};

export type SessionClaim = { readonly provider: string; readonly token: string };
export type AuthenticateResult =
  | { readonly code: 'OK'; readonly token: string; readonly playerId: string; readonly balance: Money }
  | { readonly code: SessionErrorCode };

export type SeamlessWallet = {
  /** Trades a launch token for a session. */
  authenticate(site: Site, provider: string, launchToken: string): Promise<AuthenticateResult>;
  /** The player of this id; who comes with his own seat is found without a look-up. */
  findPlayer(site: Site, playerId: string, claim?: SessionClaim): Promise<Player | undefined>;
  balanceOf(site: Site, player: Player): Promise<Money>;
  /** Why this player may not stake now; undefined when nothing is against it. */
  checkSession(
    site: Site,
    seat: {
      readonly provider: string;
      readonly player: Player;
      /** For providers without sessions: a game opened lately is the seat. */
      readonly isByPlayer: boolean;
    },
  ): Promise<SessionErrorCode | undefined>;
  /** Carries a call out; the answer is in the provider's own words where it has some. */
  decide(site: Site, command: WalletCommand): Promise<ProviderOutcome>;
};

export type ProviderOutcome = Omit<WalletOutcome, 'code'> & { readonly code: WalletOutcomeCode | 'TEMPORARY_ERROR' };

const playerKey = (site: Site, playerId: string): string => `${site.id}|${playerId}`;

const LAUNCH_LIVES_SECONDS = 60;
const LAUNCH_TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
const SESSION_LIVES_HOURS = 24;
const REMEMBERED_MAX = 50_000;
/** More sites than one process serves. */
const KEYS_MAX = 1_024;

const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
/** When a seat was taken, in milliseconds. */
export const getSessionStart = ({ expiresAt }: GameSession): number => expiresAt - SESSION_LIVES_HOURS * HOUR_MS;

/** Creates a one-time launch token, valid for 60 seconds. */
export async function createLaunchToken(
  tx: Transaction,
  siteId: number,
  launch: { readonly memberId: bigint; readonly provider: string; readonly gameCode: string },
): Promise<string> {
  const token = randomBytes(LAUNCH_TOKEN_BYTES).toString('base64url');
  await store.insertLaunch(tx, siteId, { ...launch, tokenHash: tokenHash(token), livesSeconds: LAUNCH_LIVES_SECONDS });
  return token;
}

export function createSeamlessWallet(
  { database, log }: { readonly database: Database; readonly log: Log },
  batcher: WalletBatcher,
  sites: Sites,
  book: ProviderSettings,
): SeamlessWallet {
  const { findPlayer, keyOf } = openSeats(database);
  const balanceOf = async (site: Site, player: Player): Promise<Money> =>
    (await getBalances(database, site.id, player.memberId, { game: chart.game })).game;

  return {
    async authenticate(site, provider, launchToken) {
      const launchHash = tokenHash(launchToken);
      const seat = await store.redeemLaunchToken(database, site.id, {
        provider,
        launchHash,
        livesHours: SESSION_LIVES_HOURS,
      });
      if (seat === 'unknown') return { code: 'INVALID_TOKEN' };
      if (seat === 'over') return { code: 'TOKEN_EXPIRED' };
      const { locked } = await loadStakeRestrictions(database, site.id, [seat.memberId]);
      if (locked.size > 0) return { code: 'PLAYER_LOCKED' };
      const { memberId, playerId, expiresAt } = seat;
      const sealedFor = { key: await keyOf(site.id), provider, playerId };
      const token = encryptSessionToken(sealedFor, { memberId, expiresAt: expiresAt.getTime() });
      return { code: 'OK', token, playerId, balance: await balanceOf(site, seat) };
    },
    findPlayer,
    balanceOf,
    async checkSession(site, { provider, player: { memberId, session: seat }, isByPlayer }) {
      if (isByPlayer) {
        const opened = await store.hasOpened(database, site.id, { provider, memberId, hours: SESSION_LIVES_HOURS });
        if (!opened) return 'INVALID_TOKEN';
      } else {
        if (!seat) return 'INVALID_TOKEN';
        if (seat.expiresAt < Date.now()) return 'TOKEN_EXPIRED';
      }
      const now = await sites.byId(site.id);
      const { isOpen } = await book.settingOf(site.id, provider);
      return now.isDisabled || now.isInMaintenance || !isOpen ? 'PLAYER_LOCKED' : undefined;
    },
    decide: (site, command) => executeBatch({ database, log, batcher, book }, site, command),
  };
}

type Seats = {
  readonly findPlayer: SeamlessWallet['findPlayer'];
  readonly keyOf: (siteId: number) => Promise<KeyObject>;
};

/** Remembers what never changes once it is there: which member a player id means, and the keys of brands. */
function openSeats(database: Database): Seats {
  const players = new LRUCache<string, Player>({ max: REMEMBERED_MAX });
  const memberOf = openLooks(database);
  const keys = createPromiseCache<number, KeyObject>(KEYS_MAX);
  const keyOf = (siteId: number): Promise<KeyObject> => keys.get(siteId, () => store.seatKey(database, siteId));

  return {
    keyOf,
    async findPlayer(site, playerId, claim) {
      const sealedFor = claim && { key: await keyOf(site.id), provider: claim.provider, playerId };
      const session = sealedFor && decryptSessionToken(sealedFor, claim.token);
      if (session) return { memberId: session.memberId, playerId, session };
      const name = playerKey(site, playerId);
      const known = players.get(name);
      if (known) return known;
      const memberId = await memberOf(site)(playerId);
      if (memberId === undefined) return undefined;
      const player = { memberId, playerId };
      players.set(name, player);
      return player;
    },
  };
}

// With a million members most calls that name no seat are of somebody who is not remembered here: those who come together ask together.
function openLooks(database: Database): (site: Site) => (playerId: string) => Promise<bigint | undefined> {
  const looks = new Map<number, (playerId: string) => Promise<bigint | undefined>>();
  return ({ id }) => {
    let look = looks.get(id);
    if (!look) {
      look = createBatchLoader((playerIds) => memberIdsByPlayerId(database, id, playerIds));
      looks.set(id, look);
    }
    return look;
  };
}

type Serving = {
  readonly database: Database;
  readonly log: Log;
  readonly batcher: WalletBatcher;
  readonly book: ProviderSettings;
};

/** One call by the provider's settings, answered in its words. */
async function executeBatch(
  { database, log, batcher: lanes, book }: Serving,
  site: Site,
  command: WalletCommand,
): Promise<ProviderOutcome> {
  const profile = profileOf(command.provider);
  const { winCap } = await book.settingOf(site.id, command.provider);
  const { isFreeWithoutBet } = profile;
  const outcome = await lanes.submit(
    site.id,
    command.operation === 'play' ? { ...command, winCap, isFreeWithoutBet } : { ...command, winCap },
  );
  tellAlarms(log, site, command, outcome);
  if (outcome.code === 'BET_NOT_FOUND') {
    if (await isBetTombstoned(database, site.id, command)) return { ...outcome, code: 'TX_ROLLED_BACK' };
    if ((await storeOrphanWin(database, site.id, command, log)) === 'conflict') {
      const conflict = { ...outcome, code: 'TX_CONFLICT' } as const;
      tellAlarms(log, site, command, conflict);
      return conflict;
    }
  }
  const code = toProviderCode(profile, command, outcome);
  if (command.operation === 'rollback' && outcome.code === 'BET_SETTLED' && code === 'OK') {
    await recordUnappliedRollback(database, site, command, log);
  }
  return { ...outcome, code };
}

/** What somebody should look at although the wallet did what it should. */
function tellAlarms(
  log: Log,
  site: Site,
  { provider, operation }: WalletCommand,
  { code, txId, isOwing, isHeld }: WalletOutcome,
): void {
  const facts = { site: site.code, provider, operation, txId };
  if (code === 'TX_CONFLICT') log.error(facts, 'wallet transaction conflict');
  if (isOwing === true) log.error(facts, 'a correction was larger than the balance: the member owes the rest');
  if (isHeld === true) log.error(facts, 'a payout is above the cap of its provider: somebody should decide');
}

/** A provider was answered OK although the bet stays settled. */
export async function recordUnappliedRollback(
  database: Database,
  site: Site,
  { provider, memberId, txId, refTxId, roundId }: Extract<WalletCommand, { readonly operation: 'rollback' }>,
  log: Log,
): Promise<void> {
  if (!(await insertUnappliedRollback(database, site.id, { provider, memberId, txId, refTxId, roundId }))) return;
  const facts = { site: site.code, provider, txId, refTxId, roundId };
  log.error(facts, 'rollback of a settled bet answered OK without effect');
}
