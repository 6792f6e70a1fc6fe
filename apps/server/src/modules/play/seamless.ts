// The seamless wallet: who is asking, for which player, and what each operation of the protocol comes to.
//
// Always true: a key belongs to one provider, and to one brand; a launch token opens one session, once, within 60 seconds; a
// session is of one member at one provider. Only new stakes ask for a live session and an open brand: wins and rollbacks need
// a good signature and nothing else (wallet-protocol, rule 3).
//
// Elsewhere: what a call does to money (desk.ts), how calls share a transaction (wallet-lanes.ts), launching (play.ts).

import { hash, randomBytes } from 'node:crypto';

import { balancesOf } from '@chaba/ledger';
import type { Money } from '@chaba/money';
import type { Database } from '@chaba/database';

import { chart } from '#core/chart-of-accounts';
import { gather } from '#core/gather';
import { secretOf } from '#core/signature';
import { lockedAmong, memberIdsByPlayerId } from '#modules/members';
import type { Site, Sites } from '#modules/site';

import type { DeskAnswer, MoneyCall, SeatRefusal } from './rounds.ts';
import * as store from './launch.store.ts';
import { openWalletLanes, type WalletLanes } from './wallet-lanes.ts';

/** The provider that a signed call comes from, and the brand its key is for. */
export type Caller = { readonly provider: string; readonly siteCode: string; readonly secret: string };

const STUDIO_PROVIDER = 'chaba-studio';
export const TEST_PROVIDER = 'test';
const STUDIO_KEY_PREFIX = 'studio-';
const TEST_KEY = { keyId: 'test-key', secret: 'test-secret', siteCode: 'chaba' };

/** The keys of play mode (rules §13); undefined for a key that nobody was given. */
export function callerOf(sandboxSecret: string, keyId: string): Caller | undefined {
  if (keyId === TEST_KEY.keyId) return { ...TEST_KEY, provider: TEST_PROVIDER };
  if (!keyId.startsWith(STUDIO_KEY_PREFIX)) return undefined;
  return {
    provider: STUDIO_PROVIDER,
    siteCode: keyId.slice(STUDIO_KEY_PREFIX.length),
    secret: secretOf(sandboxSecret, keyId),
  };
}

export type Player = { readonly memberId: bigint; readonly playerId: string };

type Session = { readonly memberId: bigint; readonly expiresAt: number };
type Look = {
  readonly member: (playerId: string) => Promise<bigint | undefined>;
  readonly session: (hash: string) => Promise<{ provider: string; memberId: bigint; expiresAt: Date } | undefined>;
};

export type SeatAnswer =
  | { readonly code: 'OK'; readonly token: string; readonly playerId: string; readonly balance: Money }
  | { readonly code: SeatRefusal };

export type Seamless = {
  /** Trades a launch token for a session. */
  authenticate(site: Site, provider: string, launchToken: string): Promise<SeatAnswer>;
  findPlayer(site: Site, playerId: string): Promise<Player | undefined>;
  balanceOf(site: Site, player: Player): Promise<Money>;
  /** Why this player may not stake now; undefined when nothing is against it. */
  seatRefusal(
    site: Site,
    seat: { readonly provider: string; readonly player: Player; readonly token: string },
  ): Promise<SeatRefusal | undefined>;
  decide(site: Site, call: MoneyCall): Promise<DeskAnswer>;
};

const SESSION_TOKEN_BYTES = 32;
const SESSION_LIVES_HOURS = 24;
const CACHE_MAX = 50_000;

export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
export const newToken = (): string => randomBytes(SESSION_TOKEN_BYTES).toString('base64url');

/** `lanesDatabase` serves the lanes alone, so that bets never wait behind what members read. */
export function openSeamless(database: Database, lanesDatabase: Database, sites: Sites): Seamless {
  const lanes: WalletLanes = openWalletLanes(lanesDatabase);
  // What never changes once it is there: which member a player id means, and whose a session is.
  const players = new Map<string, Player>();
  const sessions = new Map<string, Session>();

  const looks = new Map<number, Look>();

  // With a million members most calls are of somebody who is not remembered here: those who come together ask together.
  function lookAt({ id }: Site): Look {
    let look = looks.get(id);
    if (!look) {
      look = {
        member: gather((playerIds) => memberIdsByPlayerId(database, id, playerIds)),
        session: gather((hashes) => store.sessionsByHash(database, id, hashes)),
      };
      looks.set(id, look);
    }
    return look;
  }

  async function sessionOf(site: Site, provider: string, token: string): Promise<Session | undefined> {
    const key = `${site.id}|${provider}|${token}`;
    const known = sessions.get(key);
    if (known) return known;
    const row = await lookAt(site).session(tokenHash(token).toString('hex'));
    if (row?.provider !== provider) return undefined;
    const session = { memberId: row.memberId, expiresAt: row.expiresAt.getTime() };
    keep(sessions, key, session);
    return session;
  }

  const balanceOf = async (site: Site, player: Player): Promise<Money> =>
    (await balancesOf(database, site.id, player.memberId, { game: chart.game })).game;

  return {
    async authenticate(site, provider, launchToken) {
      const token = newToken();
      const seat = await store.useLaunch(database, site.id, {
        provider,
        launchHash: tokenHash(launchToken),
        sessionHash: tokenHash(token),
        livesHours: SESSION_LIVES_HOURS,
      });
      if (seat === 'unknown') return { code: 'INVALID_TOKEN' };
      if (seat === 'over') return { code: 'TOKEN_EXPIRED' };
      if ((await lockedAmong(database, site.id, [seat.memberId])).size > 0) return { code: 'PLAYER_LOCKED' };
      return { code: 'OK', token, playerId: seat.playerId, balance: await balanceOf(site, seat) };
    },
    async findPlayer(site, playerId) {
      const key = `${site.id}|${playerId}`;
      const known = players.get(key);
      if (known) return known;
      const memberId = await lookAt(site).member(playerId);
      if (memberId === undefined) return undefined;
      const player = { memberId, playerId };
      keep(players, key, player);
      return player;
    },
    balanceOf,
    async seatRefusal(site, { provider, player, token }) {
      const session = await sessionOf(site, provider, token);
      if (!session || session.memberId !== player.memberId) return 'INVALID_TOKEN';
      if (session.expiresAt < Date.now()) return 'TOKEN_EXPIRED';
      const now = await sites.byId(site.id);
      return now.isDisabled || now.isInMaintenance ? 'PLAYER_LOCKED' : undefined;
    },
    decide: (site, call) => lanes.decide(site.id, call),
  };
}

function keep<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (cache.size >= CACHE_MAX) {
    const oldest = cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
  }
  cache.set(key, value);
}
