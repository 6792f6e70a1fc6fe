// npm run bench -- back-office: lists, search, pages, reports, actions and an export of a site with a million members,
// ten million rounds and three million deposits and withdrawals, beside 1,000 wallet calls a second; then its screens
// in a browser.
//
// Always true: goals are those of the 95th percentile of the calls, at the client of the same machine. A list is
// measured with each order, each filter and each value that it offers. A table that grows is read by an index: rows
// that a part read by scans of whole tables are printed. The chain and the ledger are whole at the end.
//
// Elsewhere: the rows (filled-site.ts), calls (office-client.ts).

import os from 'node:os';
import { parseArgs } from 'node:util';

import { lists, type ListEntry, listNames } from '@chaba/contract/back-office/lists';
import { hasPermission } from '@chaba/contract/back-office/roles';
import { openDatabase, sql, type Database } from '@chaba/database';
import { audit } from '@chaba/ledger';

import { BACK_OFFICE_ROOT, buildPages } from '#ops/start/page-builds';
import { verifyChain } from '#server/modules/operators/audit-chain';

import { type BenchFixture, openFixture, SITE } from '#bench/fixture';
import { type Running, startProcess, startServer } from '#bench/processes';

import { measureActions } from './actions.ts';
import { measureExport, measureWalletShare } from './beside-wallet.ts';
import { fillSite, type FilledSize, formatFilledPlayer, TAGS } from './filled-site.ts';
import { searchedNames } from './names.text.ts';
import { type OfficeClient, signInAll } from './office-client.ts';
import { type Bench, PLAYERS, repeat, runWallet, WALLET_RATE } from './parts.ts';
import { measureScreens } from './screens.ts';
import { createFigureTable, formatFigure } from './table.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '10000000' },
    movements: { type: 'string', default: '3000000' },
    entries: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '200' },
    parts: { type: 'string', default: 'lists,pages,search,members,reports,actions,wallet,export,screens' },
    folder: { type: 'string' },
  },
});
const size: FilledSize = {
  members: Number(values.members),
  rounds: Number(values.rounds),
  movements: Number(values.movements),
  entries: Number(values.entries),
};
const calls = Number(values.calls);
const parts = new Set(values.parts.split(','));

const WALLET_SECONDS = 10;
const DEEP_PAGE = 1_000;
/** A table with more rows grows with the site. */
const GROWING_ROWS = 20_000;
const GOALS = {
  list: 100,
  deep: 1.2,
  search: 150,
  nothing: 60,
  member: 200,
  queues: 50,
  dashboard: 100,
  report: 1_000,
};

async function main(): Promise<void> {
  const load = os.loadavg()[0] ?? 0;
  console.log(
    `${size.members} members, ${size.rounds} rounds, ${size.movements} movements; load ${formatFigure(load)}`,
  );
  if (parts.has('screens')) await buildPages((sentence) => console.log(sentence), 'back office');
  const fill = (owner: Database): Promise<void> => fillSite(owner, size);
  const fixture = await openFixture(
    { members: PLAYERS, rows: PLAYERS },
    { kept: { folder: values.folder, fill }, settings: { track_functions: 'none' } },
  );
  const owner = openDatabase({ url: fixture.ownerUrl, poolSize: 2 });
  try {
    const server = await startServer(fixture.url);
    const office = await startProcess('apps/server/src/back-office-main.ts', {
      DATABASE_URL: fixture.operatorUrl,
      SANDBOX_URL: 'http://127.0.0.1:9',
      SANDBOX_SECRET: 'sandbox-secret',
      HASH_SECRET: 'secret-of-hashes',
      OPERATOR_SECRET: 'secret-of-operators',
      CHABA_RATE_LIMITS: 'off',
      CHABA_DEMO: 'on',
      BACK_OFFICE_ROOT,
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
    });
    try {
      await measure(fixture, { owner, server, office });
    } finally {
      await office.stop();
      await server.stop();
    }
    const { problems } = await verifyChain(owner, SITE);
    console.log(
      `audit of the ledger: ${(await audit(fixture.database)).length} findings, chain: ${problems.length} problems`,
    );
  } finally {
    await owner.close();
    await fixture.close();
  }
}

async function measure(
  fixture: BenchFixture,
  of: { readonly owner: Database; readonly server: Running; readonly office: Running },
): Promise<void> {
  const clients = await signInAll(of.office.port);
  const { biggest } = await of.owner.one<{ biggest: string }>(sql`
    select 'M' || lpad(member_id::text, 8, '0') as biggest from member where site_id = ${SITE} and player_id = ${formatFilledPlayer(0)}`);
  const table = createFigureTable();
  const bench: Bench = { fixture, ...of, clients, table, calls, biggest };
  const besides: Promise<void>[] = [];
  const work = { isOver: false };
  // Each run signs its calls before it begins, so two overlap.
  for (const turn of [0, 1]) besides.push(keepWalletBusy(bench, turn, () => work.isOver));
  const every: Readonly<Record<string, () => Promise<void>>> = {
    lists: () => measureLists(bench),
    pages: () => measureDeepPages(bench),
    search: () => measureSearch(bench),
    members: () => measureMembers(bench),
    reports: () => measureReports(bench),
    actions: () => measureActions(bench),
  };
  for (const [name, run] of Object.entries(every)) if (parts.has(name)) await withScans(bench, name, run);
  work.isOver = true;
  await Promise.all(besides);
  if (parts.has('wallet')) await measureWalletShare(bench);
  if (parts.has('export')) await measureExport(bench);
  if (parts.has('screens')) await measureScreens(bench);
  table.print();
}

async function keepWalletBusy({ fixture, server }: Bench, turn: number, isOver: () => boolean): Promise<void> {
  for (let run = 0; !isOver(); run += 1) {
    await runWallet(
      { fixture, server },
      { rate: WALLET_RATE / 2, seconds: WALLET_SECONDS, run: `${process.pid}-${turn}-${run}` },
    );
  }
}

/** Prints the rows that scans of whole tables read meanwhile. */
async function withScans({ owner }: Bench, name: string, run: () => Promise<void>): Promise<void> {
  const before = await readScans(owner);
  await run();
  const after = await readScans(owner);
  for (const [relation, { scans, rows }] of after) {
    const first = before.get(relation) ?? { scans: 0, rows: 0 };
    if (rows > first.rows) {
      console.log(`scanned whole during ${name}: ${relation}, ${scans - first.scans} times, ${rows - first.rows} rows`);
    }
  }
}

async function readScans(
  owner: Database,
): Promise<ReadonlyMap<string, { readonly scans: number; readonly rows: number }>> {
  const rows = await owner.rows<{ relation: string; scans: number; rows: number }>(sql`
    select relname as relation, seq_scan::int as scans, seq_tup_read::float8 as rows from pg_stat_user_tables
    where n_live_tup > ${GROWING_ROWS}::int`);
  return new Map(rows.map(({ relation, ...read }) => [relation, read]));
}

/** The first operator of a role that sees the list. */
function findClient({ clients }: Bench, { permission }: ListEntry): OfficeClient {
  const found = [...clients.values()].find(({ role }) =>
    permission === undefined ? role === 'risk' : hasPermission([role], permission),
  );
  if (found === undefined) throw new Error(`no role has ${permission}`);
  return found;
}

/** The queries of a list: each order with each value of each filter, one at a time. */
function listQueries({ filters }: ListEntry, texts: Readonly<Record<string, readonly string[]>>): string[] {
  const { sort = [undefined], ...others } = filters;
  const chosen = Object.entries(others).flatMap(([filter, options]) =>
    (options ?? texts[filter] ?? ['']).map((value) => `${filter}=${encodeURIComponent(value)}`),
  );
  return sort.flatMap((order) =>
    ['', ...chosen].map((filter) =>
      [...(order === undefined ? [] : [`sort=${order}`]), filter].filter(Boolean).join('&'),
    ),
  );
}

async function measureLists(bench: Bench): Promise<void> {
  // Of each text filter a frequent value and one of no row.
  const texts = {
    referrer: [bench.biggest, 'M99999999'],
    tag: [TAGS[0], 'unused'],
    operator: ['demo-risk', 'demo-marketing'],
    action: ['member.lock', 'site.maintenance'],
    subject: [bench.biggest, 'M99999999'],
    person: ['filled-operator', 'demo-risk'],
    day: [formatDay(30)],
    member: [bench.biggest, 'M99999999'],
  };
  for (const name of listNames) {
    const client = findClient(bench, lists[name]);
    for (const query of listQueries(lists[name], texts)) {
      const path = `/lists/${name}${query === '' ? '' : `?${query}`}`;
      const goal = name === 'queues' ? GOALS.queues : GOALS.list;
      bench.table.add(path, await repeat(bench.calls, () => client.call('GET', path)), goal);
    }
  }
}

type Page = { readonly next: string | null };

/** The thousandth page of each list that has one, against its first. */
async function measureDeepPages(bench: Bench): Promise<void> {
  for (const name of listNames) {
    const entry: ListEntry = lists[name];
    const client = findClient(bench, entry);
    const queries = name === 'deposits' || name === 'withdrawals' ? ['queue=recent'] : listOrders(entry);
    for (const query of queries) {
      const path = (cursor: string): string => `/lists/${name}?${[query, cursor].filter(Boolean).join('&')}`;
      let cursor = '';
      let page = 1;
      for (; page < DEEP_PAGE; page += 1) {
        const { next } = (await client.call<Page>('GET', path(cursor))).data;
        if (next === null) break;
        cursor = `before=${encodeURIComponent(next)}`;
      }
      if (page < DEEP_PAGE) continue;
      const first = await repeat(bench.calls, () => client.call('GET', path('')));
      const deep = await repeat(bench.calls, () => client.call('GET', path(cursor)));
      bench.table.addRatio(`${path('')} page ${DEEP_PAGE}`, { times: deep, of: first, goal: GOALS.deep });
    }
  }
}

const listOrders = ({ filters }: ListEntry): string[] =>
  (filters['sort'] ?? ['']).map((order) => order && `sort=${order}`);

async function measureSearch(bench: Bench): Promise<void> {
  const client = bench.clients.get('support');
  if (client === undefined) return;
  const typed: readonly (readonly [string, string, number])[] = [
    ['a phone', '0900004321', GOALS.search],
    ['four digits of a phone or account', '4321', GOALS.search],
    ['an account', '9000004321', GOALS.search],
    ['a withdrawal', 'W30001234', GOALS.search],
    ['a reference of a bank', 'REF000000001234', GOALS.search],
    ['a first name and surname', searchedNames.firstName, GOALS.search],
    ['the middle of a surname', searchedNames.middleOfSurname, GOALS.search],
    ['a name of one member in twenty', searchedNames.oneOfTwenty, GOALS.search],
    ['a name of no member', searchedNames.nobody, GOALS.nothing],
    ['a phone of no member', '0600000000', GOALS.nothing],
  ];
  for (const [name, text, goal] of typed) {
    bench.table.add(`search: ${name}`, await repeat(bench.calls, () => client.call('POST', '/search', { text })), goal);
  }
}

async function measureMembers({ clients, table, calls: count, biggest }: Bench): Promise<void> {
  const client = clients.get('support');
  if (client === undefined) return;
  const usual = `M${String(Number(biggest.slice(1)) + 4_000).padStart(8, '0')}`;
  for (const [name, member] of [
    ['most rounds', biggest],
    ['usual', usual],
  ] as const) {
    const open = async (): Promise<{ readonly ms: number }> => {
      const startedAt = performance.now();
      await Promise.all([
        client.call('GET', `/members/${member}`),
        client.call('POST', `/members/${member}/timeline`, {}),
      ]);
      return { ms: performance.now() - startedAt };
    };
    table.add(`member with timeline: ${name}`, await repeat(count, open), GOALS.member);
    table.add(
      `why of a member: ${name}`,
      await repeat(count, () => client.call('GET', `/members/${member}/why`)),
      GOALS.member,
    );
  }
}

/** The Bangkok day so many days ago. */
const formatDay = (before: number): string =>
  new Date(Date.now() - before * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);

async function measureReports({ clients, table, calls: count }: Bench): Promise<void> {
  const client = clients.get('finance');
  if (client === undefined) return;
  table.add('dashboard', await repeat(count, () => client.call('GET', '/dashboard')), GOALS.dashboard);
  table.add('business days', await repeat(count, () => client.call('GET', '/business-days')), GOALS.list);
  const month = `from=${formatDay(30)}&to=${formatDay(1)}`;
  const queries = [
    `money?${month}&unit=day`,
    `movements?${month}`,
    `providers?${month}`,
    `games?${month}&provider=test`,
    `members?${month}&sort=deposits`,
    `gifts?${month}&unit=day`,
    `referrers?${month}`,
    `operators?${month}&unit=day`,
  ];
  for (const query of queries) {
    const times = await repeat(Math.ceil(count / 10), () => client.call('GET', `/reports/${query}`));
    table.add(`report of a month: ${query.split('?', 1)[0]}`, times, GOALS.report);
  }
}

await main();
