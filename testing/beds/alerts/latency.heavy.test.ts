// Alerts about slow calls: each fires by a session that holds a lock of the database, in a real Prometheus, and ends by
// the action of its rule (deploy/prometheus/rules.yml).
//
// Always true: no statement times out, so every call succeeds in the end; every bet is applied once.
//
// Elsewhere: failed calls (service.heavy.test.ts), the product and its bed (alert-product.ts).

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, isDatabaseUnavailable, openDatabase, sql } from '@chaba/database';
import { listWaiting } from '@chaba/database/testing';
import { lockLanes } from '@chaba/ledger';
import { openStream } from '@chaba/server/testing/live-stream';

import { waitUntil } from './alert-bed.ts';
import { openAlertProduct, share } from './alert-product.ts';

const POOL_SIZE = 2;
const LARGER_POOL_SIZE = 20;
const READERS = 8;
const STREAMS = 4;
const LANES = 4;
/** Above the threshold of LaneWaiting. */
const BETS_AT_ONCE = 1_500;
const WAITING_MIN = 1_000;
const LOOK_MS = 10;
/** A lane is held below the flight timeout of its pool. */
const LANE_HELD_MAX_MS = 1_500;
/** One scrape, and a margin. */
const SCRAPED_WITHIN_MS = 1_100;
/** Below every timeout, and above the limits of the alerts. */
const TABLE_HELD_SECONDS = 1.2;

const product = await openAlertProduct({ DATABASE_POOL_SIZE: String(POOL_SIZE) });

type Product = NonNullable<typeof product>;

/** Runs the work in a session of its own, again and again, until an operator ends the session. */
function startForgottenSession({ database }: Product, work: (session: Database) => Promise<void>): Promise<void> {
  const session = openDatabase({ url: database.ownerUrl, poolSize: 1, applicationName: 'forgotten session' });
  const isOver = new AbortController();
  after(() => isOver.abort());
  return (async () => {
    try {
      while (!isOver.signal.aborted) await work(session);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    } finally {
      await session.close();
    }
  })();
}

/** Finds the session that blocks statements of the product in pg_stat_activity, and ends it; returns what waited. */
async function endBlocker({ database }: Product, application: 'chaba server' | 'chaba wallet'): Promise<string> {
  type Blocked = { readonly query: string; readonly blocker: string };
  const found: Blocked[] = [];
  await waitUntil(`a session blocks ${application}`, async () => {
    // A session that waits itself does not hold the lock.
    const rows = await database.owner.rows<Blocked>(sql`
      select waiting.query, blocker.application_name as blocker, pg_terminate_backend(blocker.pid) as "isEnded"
      from pg_stat_activity waiting
      cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocking (pid)
      join pg_stat_activity blocker on blocker.pid = blocking.pid
      where waiting.datname = current_database() and waiting.application_name = ${application}
        and blocker.wait_event_type is distinct from 'Lock'
      limit 1`);
    found.push(...rows);
    return found.length > 0;
  });
  const [{ query, blocker } = { query: '', blocker: '' }] = found;
  assert.equal(blocker, 'forgotten session');
  return query;
}

// ── a held lane ──────────────────────────────────────────────────────────────────────────────────────────────────────

async function readLaneWaiting({ server, site }: Product): Promise<number> {
  const page = await server.readMetrics();
  return Number(new RegExp(`^chaba_wallet_lane_waiting\\{site="${site.code}"\\} (\\d+)$`, 'm').exec(page)?.[1] ?? 0);
}

/** Holds the lane of the member while bets arrive, until one scrape has seen them. */
async function holdLane(product: Product, session: Database): Promise<void> {
  const { database, site, member, bet, betAtOnce } = product;
  const calls: Promise<void>[] = [];
  try {
    await session.transaction(async (tx) => {
      await lockLanes(tx, site.id, [member.id]);
      const until = Date.now() + LANE_HELD_MAX_MS;
      calls.push(bet());
      while ((await listWaiting(database.owner)).length === 0 && Date.now() < until) await sleep(LOOK_MS);
      // All others queue behind the batch of the first.
      calls.push(betAtOnce(BETS_AT_ONCE));
      while ((await readLaneWaiting(product)) <= WAITING_MIN && Date.now() < until) await sleep(LOOK_MS);
      await sleep(SCRAPED_WITHIN_MS);
    });
  } finally {
    await Promise.all(calls);
  }
}

test('fires WalletSlow and LaneWaiting while a session holds a lane, until the session is ended', async () => {
  if (product === undefined) return;
  const { bed, database, runChaba } = product;
  let session: Promise<void> = Promise.resolve();
  const holdLanes = share(async () => {
    session = startForgottenSession(product, (opened) => holdLane(product, opened));
  });
  const endSession = share(async () => {
    await bed.untilShown('wallet', 'Time of a batch, 99 %', { phase: 'read' }, 0.05);
    await endBlocker(product, 'chaba wallet');
    await session;
  });
  await bed.tryAlerts([
    { alert: 'WalletSlow', cause: holdLanes, action: endSession },
    {
      alert: 'LaneWaiting',
      cause: holdLanes,
      async action() {
        await endSession();
        const words = [
          'create-site',
          'rose',
          'name=Rose',
          'hosts=rose.example',
          'line=@rose',
          '--host',
          '--reason',
          'opening',
        ];
        const created = await runChaba(['operator', ...words], { CHABA_LANES: String(LANES) });
        assert.match(created, /^The site rose is created/);
        const lanes = sql`select from ledger_lane join site using (site_id) where code = 'rose'`;
        assert.equal((await database.rows(lanes)).length, LANES);
      },
    },
  ]);
});

// ── a locked table ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Locks a table that every wallet snapshot reads, and no bet. */
async function holdTable(session: Database): Promise<void> {
  await session.transaction(async (tx) => {
    await tx.execute(sql`lock table item_code_use in access exclusive mode`);
    await tx.execute(sql`select pg_sleep(${TABLE_HELD_SECONDS})`);
  });
}

test('fires PoolWaiting for reads that wait for a lock, until the pool has a connection for each', async () => {
  if (product === undefined) return;
  const { bed, database, server, startLoad } = product;
  let session: Promise<void> = Promise.resolve();
  let stopReads = async (): Promise<void> => undefined;
  await bed.tryAlerts([
    {
      alert: 'PoolWaiting',
      cause() {
        session = startForgottenSession(product, holdTable);
        stopReads = startLoad({ readers: READERS });
      },
      async action() {
        const slow = sql`
          select from pg_stat_activity
          where datname = current_database() and application_name = 'chaba server' and query ~ 'item_code_use'`;
        await waitUntil('a slow statement is seen', async () => (await database.owner.rows(slow)).length > 0);
        const { max } = await database.one<{ max: number }>(
          sql`select setting::int as max from pg_settings where name = 'max_connections'`,
        );
        assert.ok(LARGER_POOL_SIZE < max);
        await server.stop();
        await server.start({ DATABASE_POOL_SIZE: String(LARGER_POOL_SIZE) });
      },
    },
  ]);
  assert.match(await endBlocker(product, 'chaba server'), /item_code_use/);
  await session;
  await stopReads();
});

test('fires MemberSlow and LiveSlow while a session locks a table, until the session is ended', async () => {
  if (product === undefined) return;
  const { bed, member, server, startLoad } = product;
  let session: Promise<void> = Promise.resolve();
  let stopLoad = async (): Promise<void> => undefined;
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => openStream(server.url, member)));
  const read = streams.map(async (stream) => {
    while ((await stream.next()) !== undefined);
  });
  const lockTable = share(async () => {
    session = startForgottenSession(product, holdTable);
    stopLoad = startLoad({ players: 1, readers: 4 });
  });
  await bed.tryAlerts([
    {
      alert: 'MemberSlow',
      cause: lockTable,
      async action() {
        await bed.untilShown('service', 'Time by module, 95 %', { group: 'members' }, 0.3);
        assert.deepEqual((await bed.query('chaba_password_hash_waiting > 0')).length, 0);
        await session;
      },
    },
    {
      alert: 'LiveSlow',
      cause: lockTable,
      async action() {
        await bed.untilShown('resources', 'Connections', { pool: 'call', state: 'busy' });
        assert.match(await endBlocker(product, 'chaba server'), /item_code_use/);
        await session;
        await stopLoad();
      },
    },
  ]);
  for (const stream of streams) stream.close();
  await Promise.allSettled(read);
});

test('applies each bet once, in books without a finding', async () => {
  await product?.checkBooks();
});
