// The seamless wallet: who is asking, for which player, and what each operation of the protocol comes to.
//
// Always true: a launch token opens one session, once, within 60 seconds; a
// session is of one member at one provider. Only new stakes ask for a live session and an open brand: wins and rollbacks need
// a good signature and nothing else (wallet-protocol, rule 3).
//
// Elsewhere: what a call does to money (desk.ts), how calls share a transaction (wallet-lanes.ts), launching (play.ts).

import { hash, type KeyObject, randomBytes } from 'node:crypto';

import { balancesOf } from '@chaba/ledger';
import type { Money } from '@chaba/money';
import type { Database } from '@chaba/database';
import { LRUCache } from 'lru-cache';

import { chart } from '#core/chart-of-accounts';
import { gather } from '#core/gather';
import type { Log } from '#core/context';
import { createPromiseCache } from '#core/promise-cache';
import { memberIdsByPlayerId, stakingOf } from '#modules/members';
import type { Site, Sites } from '#modules/site';

import { profileOf, wordOf } from './profiles.ts';
import type { ProviderBook } from './provider-book.ts';
import type { DeskAnswer, DeskCode, MoneyCall, SeatRefusal } from './rounds.ts';
import * as store from './launch.store.ts';
import { openSeat, type Seat, sealSeat } from './seat-token.ts';
import { recordUnappliedRollback } from './unapplied-rollbacks.ts';
import { isOfBuriedBet, keepWaiting } from './waiting-wins.ts';
import type { WalletLanes } from './wallet-lanes.ts';

export type Player = {
  readonly memberId: bigint;
  readonly playerId: string;
  /** What the token says that he came with, when it is his. */
  readonly seat?: Seat;
};

export type SeatClaim = { readonly provider: string; readonly token: string };
export type SeatAnswer =
  | { readonly code: 'OK'; readonly token: string; readonly playerId: string; readonly balance: Money }
  | { readonly code: SeatRefusal };

export type Seamless = {
  /** Trades a launch token for a session. */
  authenticate(site: Site, provider: string, launchToken: string): Promise<SeatAnswer>;
  /** The player of this id; who comes with his own seat is found without a look-up. */
  findPlayer(site: Site, playerId: string, claim?: SeatClaim): Promise<Player | undefined>;
  balanceOf(site: Site, player: Player): Promise<Money>;
  /** Why this player may not stake now; undefined when nothing is against it. */
  seatRefusal(
    site: Site,
    seat: {
      readonly provider: string;
      readonly player: Player;
      /** For providers without sessions: a game opened lately is the seat. */
      readonly isByPlayer: boolean;
    },
  ): Promise<SeatRefusal | undefined>;
  /** Carries a call out; the answer is in the provider's own words where it has some. */
  decide(site: Site, call: MoneyCall): Promise<SpokenAnswer>;
};

export type SpokenAnswer = Omit<DeskAnswer, 'code'> & { readonly code: DeskCode | 'TEMPORARY_ERROR' };

const playerKey = (site: Site, playerId: string): string => `${site.id}|${playerId}`;

const LAUNCH_TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
const SESSION_LIVES_HOURS = 24;
const REMEMBERED_MAX = 50_000;
/** More sites than one process serves. */
const KEYS_MAX = 1_024;

export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
/** When a seat was taken, in milliseconds. */
export const seatTakenAt = ({ expiresAt }: Seat): number => expiresAt - SESSION_LIVES_HOURS * HOUR_MS;
export const newToken = (): string => randomBytes(LAUNCH_TOKEN_BYTES).toString('base64url');

export function openSeamless(
  { database, log }: { readonly database: Database; readonly log: Log },
  lanes: WalletLanes,
  sites: Sites,
  book: ProviderBook,
): Seamless {
  const { findPlayer, keyOf } = openSeats(database);
  const balanceOf = async (site: Site, player: Player): Promise<Money> =>
    (await balancesOf(database, site.id, player.memberId, { game: chart.game })).game;

  return {
    async authenticate(site, provider, launchToken) {
      const launchHash = tokenHash(launchToken);
      const seat = await store.useLaunch(database, site.id, { provider, launchHash, livesHours: SESSION_LIVES_HOURS });
      if (seat === 'unknown') return { code: 'INVALID_TOKEN' };
      if (seat === 'over') return { code: 'TOKEN_EXPIRED' };
      const { locked } = await stakingOf(database, site.id, [seat.memberId]);
      if (locked.size > 0) return { code: 'PLAYER_LOCKED' };
      const { memberId, playerId, expiresAt } = seat;
      const sealedFor = { key: await keyOf(site.id), provider, playerId };
      const token = sealSeat(sealedFor, { memberId, expiresAt: expiresAt.getTime() });
      return { code: 'OK', token, playerId, balance: await balanceOf(site, seat) };
    },
    findPlayer,
    balanceOf,
    async seatRefusal(site, { provider, player: { memberId, seat }, isByPlayer }) {
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
    decide: (site, call) => carryOut({ database, log, lanes, book }, site, call),
  };
}

type Seats = {
  readonly findPlayer: Seamless['findPlayer'];
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
      const seat = sealedFor && openSeat(sealedFor, claim.token);
      if (seat) return { memberId: seat.memberId, playerId, seat };
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
      look = gather((playerIds) => memberIdsByPlayerId(database, id, playerIds));
      looks.set(id, look);
    }
    return look;
  };
}

type Serving = {
  readonly database: Database;
  readonly log: Log;
  readonly lanes: WalletLanes;
  readonly book: ProviderBook;
};

/** One call by the provider's settings, answered in its words. */
async function carryOut({ database, log, lanes, book }: Serving, site: Site, call: MoneyCall): Promise<SpokenAnswer> {
  const profile = profileOf(call.provider);
  const { winCap } = await book.settingOf(site.id, call.provider);
  const { isFreeWithoutBet } = profile;
  const answer = await lanes.decide(
    site.id,
    call.operation === 'play' ? { ...call, winCap, isFreeWithoutBet } : { ...call, winCap },
  );
  tellAlarms(log, site, call, answer);
  if (answer.code === 'BET_NOT_FOUND') {
    if (await isOfBuriedBet(database, site.id, call)) return { ...answer, code: 'TX_ROLLED_BACK' };
    if ((await keepWaiting(database, site.id, call, log)) === 'conflict') {
      const conflict = { ...answer, code: 'TX_CONFLICT' } as const;
      tellAlarms(log, site, call, conflict);
      return conflict;
    }
  }
  const code = wordOf(profile, call, answer);
  if (call.operation === 'rollback' && answer.code === 'BET_SETTLED' && code === 'OK') {
    await recordUnappliedRollback(database, site, call, log);
  }
  return { ...answer, code };
}

/** What somebody should look at although the wallet did what it should. */
function tellAlarms(
  log: Log,
  site: Site,
  { provider, operation }: MoneyCall,
  { code, txId, isOwing, isHeld }: DeskAnswer,
): void {
  const facts = { site: site.code, provider, operation, txId };
  if (code === 'TX_CONFLICT') log.error(facts, 'an id came again with other content: nothing moved');
  if (isOwing === true) log.error(facts, 'a correction was larger than the balance: the member owes the rest');
  if (isHeld === true) log.error(facts, 'a payout is above the cap of its provider: somebody should decide');
}
