// SQL of the seeds.

import type { Store } from '@chaba/sandbox-kit/store';

export type PlayerGame = { readonly operator: string; readonly playerId: string; readonly gameCode: string };

export type SeedRow = {
  readonly seedId: bigint;
  readonly serverSeed: string;
  readonly commitment: string;
  readonly clientSeed: string;
  /** The nonce of the next round: how many rounds this seed has drawn. */
  readonly rounds: bigint;
};

const TABLES = [
  `create table studio_seed (
    seed_id integer primary key,
    operator text not null,
    player_id text not null,
    game_code text not null,
    server_seed text not null check (length(server_seed) = 64),
    commitment text not null check (length(commitment) = 64),
    client_seed text not null,
    rounds integer not null default 0 check (rounds >= 0),
    state text not null check (state in ('next', 'active', 'revealed')),
    created_at_ms integer not null
  ) strict;
  create unique index studio_seed_one_of_each on studio_seed (operator, player_id, game_code, state)
    where state in ('next', 'active');`,
];

const COLUMNS = `seed_id as seedId, server_seed as serverSeed, commitment, client_seed as clientSeed, rounds`;

export function applySeeds(store: Store): void {
  store.apply('studio-seeds', TABLES);
}

export function findSeed(store: Store, player: PlayerGame, state: 'next' | 'active'): SeedRow | undefined {
  return store.maybe<SeedRow>(
    `select ${COLUMNS} from studio_seed where operator = ? and player_id = ? and game_code = ? and state = ?`,
    player.operator,
    player.playerId,
    player.gameCode,
    state,
  );
}

export function insertSeed(
  store: Store,
  player: PlayerGame,
  state: 'next' | 'active',
  seed: { readonly serverSeed: string; readonly commitment: string; readonly clientSeed: string },
): void {
  store.execute(
    `insert into studio_seed
       (operator, player_id, game_code, server_seed, commitment, client_seed, state, created_at_ms)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    player.operator,
    player.playerId,
    player.gameCode,
    seed.serverSeed,
    seed.commitment,
    seed.clientSeed,
    state,
    Date.now(),
  );
}

export function setSeedState(store: Store, seedId: bigint, state: 'active' | 'revealed'): void {
  store.execute('update studio_seed set state = ? where seed_id = ?', state, seedId);
}

export function setClientSeed(store: Store, seedId: bigint, clientSeed: string): void {
  store.execute('update studio_seed set client_seed = ? where seed_id = ?', clientSeed, seedId);
}

export function countRound(store: Store, seedId: bigint): void {
  store.execute('update studio_seed set rounds = rounds + 1 where seed_id = ?', seedId);
}
