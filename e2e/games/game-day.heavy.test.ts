// A day with 1,000 rounds over all games of both catalogues: ledger and studio agree on each provider, and a replay of
// every stored round gives its payout.
//
//     node --test e2e/games/game-day.heavy.test.ts
//
// Elsewhere: faults in a day (process-crash.heavy.test.ts), the comparison (apps/server/src/modules/reconciliation).

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { money, parseProviderAmount, percentFloor } from '@chaba/money';
import { openStore } from '@chaba/sandbox-kit/store';

import { cardGarden } from '#studio/games/card-garden/game';
import { PROVIDERS } from '#studio/server/providers';
import { Board } from '#studio/games/slots/board';
import { compile } from '#studio/games/slots/compile';
import { play, replay } from '#studio/games/slots/play';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { findRules } from '#studio/games/tables/rules/all';
import { findPlace } from '#studio/games/tables/table-rules';
import { createStandardCatalogue } from '#server/modules/catalogue/catalogue';

import { operator } from '#e2e/money';
import { startProduct } from '#e2e/product';
import {
  createRichMember,
  createStudioClient,
  nextRound,
  type SeededSite,
  SITES,
  type StudioSession,
} from './studio-client.ts';

const ROUNDS_LEAST = 1_000;
const MEMBERS = 5;
/** Rounds of a member at each game. */
const ROUNDS = 3;
const STAKE = '10.0000';
const DEPOSIT = 5_000;
const PARTS_OF_STAKE = 100n;

const product = await startProduct({
  environment: { STUDIO_ROUND_MS: '6000', STUDIO_TICK_MS: '20', STUDIO_SPIN_MS: '10' },
});
const studio = createStudioClient(product);
// Rounds grant their drawn free spins; other journeys play without free spins.
const opened = openStore(path.join(product.dataDir, 'sandbox.sqlite'));
opened.execute('drop trigger granted');
opened.close();

/** Games of the studio in the catalogue of a site. */
function listGames({ catalogue }: SeededSite) {
  const connected = new Set(PROVIDERS.map(({ ch }) => ch));
  return createStandardCatalogue(catalogue)
    .lobby.filter(({ ch }) => connected.has(ch))
    .flatMap(({ ch, games }) => games.map(({ gameCode, gameType }) => ({ ch, gameCode, gameType })));
}

for (const site of SITES) {
  test(`plays rounds of every game of the ${site.catalogue} catalogue`, { timeout: 400_000 }, async () => {
    await Promise.all(Array.from({ length: MEMBERS }, () => playAll(site)));
  });
}

test('reconciles the day of each provider without a difference after 1,000 rounds', async () => {
  const database = openDatabase({ url: product.databaseUrl, poolSize: 1, applicationName: 'a journey' });
  try {
    const { day, rounds, open } = await database.one<{ day: string; rounds: bigint; open: bigint }>(sql`
      select (now() at time zone 'Asia/Bangkok')::date as day, count(*) as rounds,
        count(*) filter (where state = 'open') as open
      from game_round`);
    assert.ok(rounds >= BigInt(ROUNDS_LEAST), `${rounds} rounds`);
    assert.equal(open, 0n);
    for (const site of SITES) {
      for (const provider of new Set(listGames(site).map(({ ch }) => ch))) {
        await operator(product, 'reconcile', provider, day, '--site', site.code);
      }
    }
    const compared = await database.rows<{ name: string; discrepancy_count: number; bets: bigint }>(sql`
      select site.code || ' ' || provider as name, discrepancy_count, (
        select count(*) from wallet_transaction w
        where w.site_id = site.site_id and w.provider = r.provider and operation = 'bet') as bets
      from reconciliation r join site using (site_id) where day = ${day}::date`);
    const expected = SITES.flatMap((site) => listGames(site).map(({ ch }) => `${site.code} ${ch}`));
    assert.deepEqual(new Set(compared.map(({ name }) => name)), new Set(expected));
    for (const { name, discrepancy_count, bets } of compared) {
      assert.equal(discrepancy_count, 0, name);
      assert.ok(bets >= BigInt(MEMBERS * ROUNDS), `${name}: ${bets} bets`);
    }
    assert.deepEqual(await audit(database), []);
    const others = sql`select distinct operation from wallet_transaction where operation not in ('bet', 'win', 'rollback')`;
    assert.deepEqual(await database.rows(others), [], 'games send neither awards nor tips');
    console.log(`${rounds} rounds, ${compared.length} providers, no difference`);
  } finally {
    await database.close();
  }
});

type StoredRound = {
  readonly gameCode: string;
  readonly draws: string;
  readonly stakeE4: bigint;
  readonly payoutE4: bigint;
  readonly isFree: bigint;
  readonly carry: string | null;
  readonly decision: string | null;
};

test('recomputes the payout of every settled round from its stored numbers', () => {
  const store = openStore(path.join(product.dataDir, 'sandbox.sqlite'));
  const rounds = store.rows<StoredRound>(
    `select game_code as gameCode, draws, stake_e4 as stakeE4, payout_e4 as payoutE4, is_free as isFree, carry, decision
     from studio_round where state = 'settled'`,
  );
  store.close();
  const boards = new Map(slotTitles.map((title) => [title.gameCode, new Board(compile(title))]));
  const counts = new Map<string, number>();
  for (const { gameCode, draws, stakeE4, payoutE4, isFree, carry, decision } of rounds) {
    const numbers = JSON.parse(draws) as number[];
    const board = boards.get(gameCode);
    const paid = board
      ? (stakeE4 / PARTS_OF_STAKE) * BigInt(play(board, isFree === 1n, carry ?? undefined, replay(numbers)).pay)
      : cardGarden.choice?.payoutOf(money(stakeE4), numbers, decision ?? '');
    assert.equal(paid, payoutE4, `${gameCode} ${draws}`);
    counts.set(gameCode, (counts.get(gameCode) ?? 0) + 1);
  }
  assert.deepEqual(new Set(counts.keys()), new Set([...boards.keys(), 'card-garden']));
  for (const [gameCode, count] of counts) assert.ok(count >= MEMBERS * ROUNDS, `${gameCode}: ${count}`);
});

async function playAll(site: SeededSite): Promise<void> {
  const { token } = await createRichMember(product, site, DEPOSIT);
  const games = listGames(site);
  const apiKey = site.apiKey;
  const open = (game: (typeof games)[number]): Promise<StudioSession> => studio.open(token, { ...game, apiKey });
  const isTable = ({ gameCode }: { readonly gameCode: string }): boolean =>
    gameCode === 'trading' || findRules(gameCode) !== undefined;
  await Promise.all([
    ...games.filter(isTable).map(async (game) => playTable(await open(game))),
    (async () => {
      for (const game of games) {
        if (isTable(game)) continue;
        const session = await open(game);
        for (let round = 0; round < ROUNDS; round += 1) await playInstant(session);
      }
    })(),
  ]);
}

/** Plays a paid round and the free ones that it grants. */
async function playInstant(session: StudioSession): Promise<void> {
  for (;;) {
    const { state } = await studio.play(nextRound(session), { stake: STAKE });
    assert.equal(state, 'settled', session.gameCode);
    const { free } = await studio.send('GET', '/studio/v1/state', session.bearer);
    if (free === undefined || (free as { left: number }).left === 0) return;
  }
}

/** Bets on three other places each round and compares the payout with that of the published numbers. */
async function playTable(session: StudioSession): Promise<void> {
  const rules = findRules(session.gameCode);
  const types = rules?.places.map(({ type }) => type) ?? ['up:15'];
  for (let round = 0; round < ROUNDS; round += 1) {
    const places = types.slice(round % types.length).slice(0, 3);
    const ended = await studio.play(nextRound(session), { stake: STAKE, places });
    assert.ok(ended.state === 'settled', `${session.gameCode}: ${ended.state}`);
    const { round: facts } = ended as unknown as { round: { numbers?: readonly number[] } };
    if (!rules) continue;
    const outcome = rules.outcomeOf(facts.numbers ?? []);
    const due = places.reduce((sum, type) => {
      const { perMille } = findPlace(rules, type)?.returned(outcome) ?? { perMille: 0 };
      return sum + percentFloor(parseProviderAmount(STAKE) ?? assert.fail(), perMille * 10);
    }, 0n);
    assert.equal(parseProviderAmount(ended.payout ?? ''), due, session.gameCode);
  }
}
