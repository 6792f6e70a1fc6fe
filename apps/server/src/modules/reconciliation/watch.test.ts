// Queries to a provider: stuck rounds, kicks and the daily comparison.
//
// The game studio is an HTTP server that checks our signature and returns the responses set by a test.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';

import { getBetAtProvider } from '@chaba/contract/history';
import { sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht, type Money, formatProviderAmount } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { checkSignature, deriveSecret } from '#core/signature';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { createProviderClients, requestKick } from '#modules/providers';
import { deliverKicks } from '#providers/kicks';
import { betIdOf } from '#modules/play';
import { setProvider } from '#modules/catalogue';
import { loadSite } from '#modules/site';
import { type BetWinItem } from '#modules/wallet-commands';
import { createWalletBatcher } from '#modules/wallet';

import { waitingHeldWins } from './held-wins.ts';
import { reconcileDay, comparisons } from './reconciliation.ts';
import { queryStuckRounds, decideStuckRound, stuckRounds } from './stuck-rounds.ts';

type Body = Readonly<Record<string, string>>;
const studio = new Map<string, (body: Body) => unknown>();
const queries: string[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const target = request.url ?? '';
    const signed = { method: 'POST', target, body };
    const check = checkSignature(request.headers, signed, (keyId) => [deriveSecret('sandbox-secret', keyId)]);
    const what = target.replace('/studio-api/v1/', '');
    queries.push(`${check.ok ? check.keyId : 'unsigned'} ${what}`);
    const answer = studio.get(what)?.(JSON.parse(body.toString()) as Body);
    response.writeHead(answer === undefined ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
});
const port = await new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(typeof address === 'object' && address !== null ? address.port : 0);
  });
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const app = await buildTestApp({ config: { sandboxUrl: `http://127.0.0.1:${port}` } });
const { database, chaba: site } = app;
const { log } = app.context;
const clients = createProviderClients(database, app.context.config);
const batcher = createWalletBatcher(database);
const provider = 'chaba-studio';

async function play(member: TestMember, roundId: string, stake: Money, payout?: Money): Promise<void> {
  const part = (operation: 'bet' | 'win', amount: Money): BetWinItem => ({
    operation,
    txId: `${roundId}-${operation}`,
    refTxId: operation === 'win' ? `${roundId}-bet` : undefined,
    amount,
    validBet: undefined,
    positions: [],
    isFree: false,
  });
  const { code } = await batcher.submit(site.id, {
    operation: 'play',
    provider,
    memberId: member.id,
    catalogue: site.catalogue,
    stakeError: undefined,
    roundId,
    gameCode: 'chaba-blossom',
    isTable: false,
    parts: [part('bet', stake), ...(payout === undefined ? [] : [part('win', payout)])],
    isRoundClosed: payout !== undefined,
  });
  assert.equal(code, 'OK');
}

const listFeedOf = (member: TestMember, roundId: string, stake: Money, payout: Money) => {
  const common = { roundId, playerId: member.playerId, at: new Date().toISOString() };
  return [
    { operation: 'bet', txId: `${roundId}-bet`, amount: formatProviderAmount(stake), ...common },
    {
      operation: 'win',
      txId: `${roundId}-win`,
      refTxId: `${roundId}-bet`,
      amount: formatProviderAmount(payout),
      ...common,
    },
  ];
};

/** Moves the opening of a round so far into the past, and runs the scan for open rounds. */
const age = (roundId: string, hours: number) =>
  database.execute(sql`
    update game_round set opened_at = now() - make_interval(hours => ${hours}::int), is_marked_open = true
    where round_id = ${roundId}`);

const balanceOf = async (member: TestMember): Promise<Money> =>
  (await getBalances(database, site.id, member.id, { game: chart.game })).game;

test("queries a round that is open for an hour, and settles or voids it by an operator's decision", async () => {
  const member = await createMember(database, site, { money: baht(300) });
  await play(member, 'young', baht(10));
  await play(member, 'settled-there', baht(20));
  await play(member, 'lost', baht(30));
  await age('settled-there', 2);
  await age('lost', 25);
  studio.set('round-details', ({ roundId }) =>
    roundId === 'settled-there'
      ? {
          code: 'OK',
          round: { state: 'settled', transactions: listFeedOf(member, 'settled-there', baht(20), baht(55)) },
        }
      : { code: 'NOT_FOUND' },
  );
  assert.equal(await queryStuckRounds(database, site, clients, log), 2);
  assert.equal(await queryStuckRounds(database, site, clients, log), 0);
  assert.deepEqual(
    (await stuckRounds(database, site.id)).map((round) => [round.roundId, round.providerState]),
    [
      ['lost', 'unknown'],
      ['settled-there', 'settled'],
    ],
  );
  assert.equal(app.logLines.filter((line) => line.includes('open for a day')).length, 1);

  const decide = (roundId: string, to: 'settle' | 'void') =>
    decideStuckRound(database, site, batcher, { provider, roundId, to });
  assert.equal(await decide('lost', 'settle'), 'not_told');
  assert.equal(await decide('young', 'void'), 'not_waiting');
  assert.deepEqual([await decide('settled-there', 'settle'), await decide('lost', 'void')], ['settled', 'voided']);
  assert.deepEqual(
    [await decide('settled-there', 'settle'), await decide('lost', 'void')],
    ['not_waiting', 'not_waiting'],
  );
  assert.equal(await balanceOf(member), baht(300 - 10 - 20 + 55));
});

test('does not report a round as stuck while its free spins wait', async () => {
  const member = await createMember(database, site, { money: baht(300) });
  const before = app.logLines.length;
  await play(member, 'spins', baht(10));
  await database.execute(sql`update game_round set free_spins = 8 where round_id = 'spins'`);
  await age('spins', 25);
  studio.set('round-details', () => ({ code: 'OK', round: { state: 'open', freeSpins: 8, transactions: [] } }));
  assert.equal(await queryStuckRounds(database, site, clients, log), 1);
  assert.deepEqual(
    app.logLines.slice(before).filter((line) => line.includes('round open for')),
    [],
  );
  assert.deepEqual(await stuckRounds(database, site.id), []);
  await age('spins', 27);
  await database.execute(sql`update stuck_round set last_queried_at = now() - interval '2 hours'`);
  studio.set('round-details', () => ({ code: 'OK', round: { state: 'settled', transactions: [] } }));
  assert.equal(await queryStuckRounds(database, site, clients, log), 1);
  assert.deepEqual(
    (await stuckRounds(database, site.id)).map(({ roundId }) => roundId),
    ['spins'],
  );
  assert.equal(await decideStuckRound(database, site, batcher, { provider, roundId: 'spins', to: 'void' }), 'voided');
  assert.equal(await balanceOf(member), baht(300));
});

test('counts a result that an operator settles as any other of its category', async () => {
  const member = await createMember(database, site, { money: baht(300) });
  const settle = async (roundId: string, of: { provider: string; gameCode: string }, more: object) => {
    const stake = {
      operation: 'bet',
      txId: `${roundId}-bet`,
      refTxId: undefined,
      amount: baht(10),
      isFree: false,
    } as const;
    const { code } = await batcher.submit(site.id, {
      operation: 'play',
      ...of,
      memberId: member.id,
      catalogue: site.catalogue,
      stakeError: undefined,
      roundId,
      isTable: true,
      parts: [{ ...stake, validBet: undefined, positions: [] }],
      isRoundClosed: false,
    });
    assert.equal(code, 'OK');
    await age(roundId, 25);
    const transactions = listFeedOf(member, roundId, baht(10), baht(19)).map((call) =>
      call.operation === 'win' ? { ...call, ...more } : call,
    );
    studio.set('round-details', () => ({ code: 'OK', round: { state: 'settled', transactions } }));
    await queryStuckRounds(database, site, clients, log);
    const decision = { provider: of.provider, roundId, to: 'settle' } as const;
    assert.equal(await decideStuckRound(database, site, batcher, decision), 'settled');
    const { turnover } = await database.one<{ turnover: Money }>(sql`
      select turnover_e4 as turnover from game_round where round_id = ${roundId}`);
    return turnover;
  };
  const market = { provider: 'sen-chao', gameCode: 'trading' };
  const table = { provider: 'phat-thong', gameCode: 'baccarat' };
  const slot = { provider: 'chang-noi', gameCode: 'chang-khon-thong' };
  const pushed = [{ type: 'player', stake: '10', pushed: '10' }];
  assert.equal(await settle('of-market', market, {}), baht(5));
  assert.equal(await settle('of-table', table, {}), baht(5));
  assert.equal(await settle('of-slot', slot, {}), baht(10));
  assert.equal(await settle('valid', market, { validBet: '3.0000' }), baht(3));
  assert.equal(await settle('pushed', table, { positions: pushed }), baht(0));
});

test('records a provider without a response as silent and queries it again', async () => {
  const member = await createMember(database, site, { money: baht(50) });
  await play(member, 'silence', baht(5));
  await age('silence', 3);
  studio.set('round-details', () => undefined);
  assert.equal(await queryStuckRounds(database, site, clients, log), 1);
  assert.equal(
    (await stuckRounds(database, site.id)).find(({ roundId }) => roundId === 'silence')?.providerState,
    'no_response',
  );
});

test('records an unreadable response as silent and queries the other rounds', async () => {
  const member = await createMember(database, site, { money: baht(50) });
  const odd = ['a\u0000b', 'a\ud800b'].map((txId, place) => ({ txId, roundId: `odd-${place}` }));
  for (const { roundId } of [...odd, { roundId: 'behind' }]) await play(member, roundId, baht(5));
  for (const { roundId } of odd) await age(roundId, 4);
  await age('behind', 2);
  studio.set('round-details', ({ roundId = '' }) => {
    const [bet] = listFeedOf(member, roundId, baht(5), baht(0));
    const { txId } = odd.find((each) => each.roundId === roundId) ?? { txId: 'behind-bet' };
    return { code: 'OK', round: { state: 'staked', transactions: [{ ...bet, txId }] } };
  });
  assert.equal(await queryStuckRounds(database, site, clients, log), 3);
  const noted = new Map((await stuckRounds(database, site.id)).map((round) => [round.roundId, round.providerState]));
  assert.deepEqual(
    ['odd-0', 'odd-1', 'behind'].map((roundId) => noted.get(roundId)),
    ['no_response', 'no_response', 'open'],
  );
});

test('retries the kick of a locked member until the provider responds', async () => {
  const member = await createMember(database, site, { money: baht(50) });
  await database.execute(sql`
    insert into game_session (site_id, token_hash, member_id, provider, game_code, expires_at)
    values (${site.id}, ${Buffer.alloc(32, 7)}, ${member.id}, ${provider}, 'chaba-blossom', now() + interval '1 hour')`);
  await database.transaction((tx) => requestKick(tx, site.id, member.id));
  studio.set('kick', () => undefined);
  assert.equal(await deliverKicks(database, site, clients, log), 0);
  const kicked: (string | undefined)[] = [];
  studio.set('kick', ({ playerId }) => {
    kicked.push(playerId);
    return { code: 'OK', ended: 1 };
  });
  assert.equal(await deliverKicks(database, site, clients, log), 1);
  assert.equal(await deliverKicks(database, site, clients, log), 0);
  assert.deepEqual(kicked, [member.playerId]);
  assert.ok(queries.includes('studio-chaba kick'));
});

test('reads a day by signed pages and stops at an invalid transaction', async () => {
  const member = await createMember(database, site, { money: baht(500) });
  await play(member, 'same', baht(10), baht(4));
  await play(member, 'dearer', baht(10), baht(7));
  await play(member, 'ours-only', baht(10), baht(0));
  const today = await database.one<{ day: string }>(sql`select (now() at time zone 'Asia/Bangkok')::date as day`);
  const at = new Date().toISOString();
  const tip = { operation: 'tip', txId: 'tip-1', playerId: member.playerId, amount: '1.0000', at };
  const pages = [
    // A win of free rounds may be marked as free: it is still money.
    listFeedOf(member, 'same', baht(10), baht(4)).map((call) =>
      call.operation === 'win' ? { ...call, isFree: true } : call,
    ),
    [...listFeedOf(member, 'dearer', baht(10), baht(8)), ...listFeedOf(member, 'theirs-only', baht(1), baht(0))],
    [tip, { operation: 'endRound', roundId: 'same', playerId: member.playerId, at }],
  ];
  studio.set('transactions', ({ cursor }) => {
    const page = Number(cursor ?? '0');
    return { code: 'OK', transactions: pages[page], ...(page < 2 ? { cursor: String(page + 1) } : {}) };
  });
  studio.set('round-details', () => ({ code: 'NOT_FOUND' }));
  const calls = await clients(site, provider);
  assert.ok(calls);
  const comparing = { database, site, provider, calls, log, isPlayMoney: true };
  const made = await reconcileDay(comparing, today.day);
  const other = made.discrepancies.filter(({ txId }) => !txId.startsWith('settled-there-'));
  assert.deepEqual(
    other
      .map(({ txId, operation, kind, provider, wallet }) => [txId, operation, kind, provider, wallet].join(' '))
      .toSorted((one, next) => one.localeCompare(next)),
    [
      'dearer-win win amount 8.0000 7.0000',
      'ours-only-bet bet missing there  10.0000',
      'ours-only-win win missing there  0.0000',
      'theirs-only-bet bet missing here 1.0000 ',
      'theirs-only-win win missing here 0.0000 ',
      'tip-1 tip missing here 1.0000 ',
    ],
  );
  assert.equal(app.logLines.filter((line) => line.includes('has discrepancies')).length, 1);
  assert.equal((await comparisons(database, site.id))[0]?.discrepancyCount, made.discrepancyCount);

  for (const none of [
    { ...tip, amount: '1.00001' },
    { ...tip, amount: undefined },
    { ...tip, txId: undefined },
  ]) {
    studio.set('transactions', () => ({ code: 'OK', transactions: [none] }));
    await assert.rejects(reconcileDay(comparing, today.day), /got an incomplete one/);
  }
});

test("returns the provider's details of the member's own round only", async () => {
  const member = await createMember(database, site, { money: baht(50) });
  const stranger = await createMember(database, site);
  await play(member, 'queried', baht(10), baht(25));
  const betId = betIdOf({ provider, roundId: 'queried' });
  const ask = (as: TestMember) => app.send(getBetAtProvider, { as, params: { betId } });
  const facts = [{ label: 'numbers', value: '3 1 4' }];
  const round = { state: 'settled', transactions: listFeedOf(member, 'queried', baht(10), baht(25)), facts };
  studio.set('round-details', () => ({ code: 'OK', round }));
  assert.deepEqual((await ask(member)).body.data, { state: 'settled', Amount: 10, payout: 25, facts });
  assert.equal((await ask(stranger)).body.code, 'BET_UNKNOWN');

  // A cancelled transaction is no stake or payout, a correction replaces its win, and a free stake is not counted.
  const [bet, win] = listFeedOf(member, 'queried', baht(10), baht(50));
  const later = (seconds: number) => ({ at: new Date(Date.now() + 1_000 * seconds).toISOString() });
  const correcting = { ...win, operation: 'adjust', refTxId: 'again' };
  const corrected = [
    bet,
    { ...bet, txId: 'granted', amount: '5', isFree: true },
    { ...bet, txId: 'withdrawn', amount: '3' },
    { ...bet, operation: 'rollback', txId: 'undo-1', refTxId: 'withdrawn' },
    win,
    { ...win, operation: 'rollback', txId: 'undo-2', refTxId: win?.txId },
    { ...win, txId: 'again', amount: '5', isFree: true },
    { ...correcting, txId: 'last', amount: '7', ...later(2) },
    { ...correcting, txId: 'first', amount: '8', ...later(1) },
    { ...correcting, txId: 'refused', amount: '9', cancelled: true, ...later(3) },
  ];
  studio.set('round-details', () => ({ code: 'OK', round: { ...round, transactions: corrected } }));
  assert.deepEqual((await ask(member)).body.data, { state: 'settled', Amount: 10, payout: 7, facts });

  studio.set('round-details', () => ({
    code: 'OK',
    round: { ...round, transactions: listFeedOf(stranger, 'queried', baht(1), baht(2)) },
  }));
  assert.equal((await ask(member)).body.code, 'PROVIDER_ROUND_NOT_FOUND');
  studio.set('round-details', () => ({ code: 'NOT_FOUND' }));
  assert.equal((await ask(member)).body.code, 'PROVIDER_ROUND_NOT_FOUND');
  for (const unreadable of [
    undefined,
    { code: 'OK', round: { ...round, facts: [{ label: 'x'.repeat(61), value: '' }] } },
  ]) {
    studio.set('round-details', () => unreadable);
    const silent = await ask(member);
    assert.deepEqual([silent.status, silent.body.code], [409, 'PROVIDER_UNAVAILABLE']);
  }
  assert.equal(await balanceOf(member), baht(65), 'a query moves nothing');
});

test('applies the win cap to a round that an operator settles', async () => {
  const member = await createMember(database, site, { money: baht(50) });
  await database.owner.transaction((tx) => setProvider(tx, site.id, { provider, winCap: baht(100) }));
  await play(member, 'dear', baht(10));
  await age('dear', 25);
  const round = { state: 'settled', transactions: listFeedOf(member, 'dear', baht(10), baht(150)) };
  studio.set('round-details', () => ({ code: 'OK', round }));
  const capped = await database.transaction((tx) => loadSite(tx, site.id));
  await queryStuckRounds(database, capped, clients, log);
  assert.equal(await decideStuckRound(database, capped, batcher, { provider, roundId: 'dear', to: 'settle' }), 'held');
  assert.equal(await balanceOf(member), baht(40));
  assert.ok((await waitingHeldWins(database, site.id)).some(({ memberId }) => memberId === member.id));
});

test("settles a shared round with each player's own result", async () => {
  const [one, other] = [
    await createMember(database, site, { money: baht(100) }),
    await createMember(database, site, { money: baht(100) }),
  ];
  for (const member of [one, other]) await play(member, 'table', baht(10));
  await age('table', 2);
  const wins = [
    ...listFeedOf(one, 'table', baht(10), baht(30)),
    ...listFeedOf(other, 'table', baht(10), baht(0)),
    { ...listFeedOf(other, 'table', baht(10), baht(7))[1], txId: 'table-more', refTxId: undefined },
  ];
  studio.set('round-details', () => ({ code: 'OK', round: { state: 'settled', transactions: wins } }));
  await queryStuckRounds(database, site, clients, log);
  assert.equal(
    await decideStuckRound(database, site, batcher, { provider, roundId: 'table', to: 'settle' }),
    'settled',
  );
  assert.deepEqual([await balanceOf(one), await balanceOf(other)], [baht(120), baht(97)]);
});

test('passes the ledger audit', async () => assert.deepEqual(await audit(database), []));
