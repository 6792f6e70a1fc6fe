// The load of the bed and its books: members bet, win, roll back, deposit and withdraw through the edge, and every
// call without an answer is repeated with the same id, as providers, the bank and pages do.
//
// Always true: an acknowledged answer is recorded before the next call of its member. After a drain every call that was
// sent is acknowledged, so the database holds exactly these calls, with the answered balances.
//
// Elsewhere: the bed (ha-bed.ts), faults (ha-faults.ts).

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, isDatabaseUnavailable, openDatabase, sql } from '@chaba/database';
import { createDatabase, migrate } from '@chaba/database/migrate';
import { getBalances } from '@chaba/ledger';
import { baht, formatProviderAmount, type Money, parseProviderAmount } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { createSignedHeaders, deriveSecret } from '@chaba/server/core/signature';
import { auditAll } from '@chaba/server/modules/audit';
import type { Site } from '@chaba/server/modules/site';
import { openOurAccount, OUR_ACCOUNT, OUR_BANK } from '@chaba/server/testing/bank-commands';
import { createGameSession, createMember, createSites, type TestMember } from '@chaba/server/testing/factories';
import { openStream } from '@chaba/server/testing/live-stream';
import { callWalletAt } from '@chaba/server/testing/server-process';

import { EDGE_URL, type HaBed, PASSWORD, SANDBOX_SECRET, until } from './ha-bed.ts';

const PLAYERS = 64;
const STREAMS = 8;
const START_MONEY = baht(1_000_000);
const PAUSE_MS = 500;
const RETRY_MS = 200;
/** Members that withdraw and receive a deposit in a round: each once. */
const CASHIERS = 12;
const CASHIER_PAUSE_MS = 2_000;
const CASHIER_MONEY = baht(1_000);
const WITHDRAWN_BAHT = 100;
const DEPOSITED = '77.00';
const CASHIER_BALANCE = baht(1_000 - WITHDRAWN_BAHT + 77);
const SESSION_MS = 6 * 3_600_000;
const SERVED_WITHIN_MS = 30_000;
const STREAM_WITHIN_MS = 10_000;
/** A copy of a site lives 4 s. */
const SWITCH_WITHIN_MS = 5_000;

type Player = { readonly member: TestMember; readonly token: string; balance: bigint };
type Acknowledged = {
  readonly memberId: bigint;
  readonly txId: string;
  readonly operation: string;
  readonly amount: Money;
  readonly balance: Money;
};
export type CallAnswer = { readonly sentAt: number; readonly at: number; readonly isOk: boolean };

export class Load {
  readonly #database: () => Promise<Database>;
  readonly #site: Site;
  /** The site of the kill switch; it has no load. */
  readonly #other: Site;
  #visitor: TestMember | undefined;
  readonly #players: Player[] = [];
  readonly #cashiers: TestMember[] = [];
  readonly #acknowledged: Acknowledged[] = [];
  readonly #done: { readonly member: TestMember; readonly withdrawalId: string }[] = [];
  readonly #streams: StreamWatch[] = [];
  /** Of all wallet calls since the round began, the failed ones included. */
  answers: CallAnswer[] = [];
  #checkedCount = 0n;
  #round = 0;
  #isPaused = true;
  #running: Promise<unknown> = Promise.resolve();
  /** Errors that no fault explains. */
  readonly #errors: unknown[] = [];

  constructor({ chaba, lanna }: { readonly chaba: Site; readonly lanna: Site }, database: () => Promise<Database>) {
    this.#site = chaba;
    this.#other = lanna;
    this.#database = database;
  }

  async open(): Promise<void> {
    const database = await this.#database();
    for (let count = 0; count < PLAYERS; count += 1) {
      const member = await createMember(database, this.#site, { money: START_MONEY });
      const token = await createGameSession(database, member, SESSION_MS);
      this.#players.push({ member, token, balance: START_MONEY });
    }
    this.#visitor = await createMember(database, this.#other);
    for (const { member } of this.#players.slice(0, STREAMS)) this.#streams.push(new StreamWatch(member));
  }

  /** Lets all members play until `drain`. */
  async resume(): Promise<void> {
    const database = await this.#database();
    this.#round += 1;
    this.answers = [];
    for (let count = 0; count < CASHIERS; count += 1) {
      this.#cashiers.push(await createMember(database, this.#site, { money: CASHIER_MONEY }));
    }
    this.#isPaused = false;
    const players = this.#players.map((player) => this.#play(player));
    this.#running = Promise.all([...players, this.#visitCashier()]).catch((error: unknown) => this.#errors.push(error));
  }

  /** Stops new calls and resolves when every sent one is acknowledged. */
  async drain(): Promise<void> {
    this.#isPaused = true;
    await this.#running;
    if (this.#errors.length > 0) throw this.#errors[0];
  }

  async #play(player: Player): Promise<void> {
    const { member, token } = player;
    await sleep(randomInt(PAUSE_MS));
    for (let count = 0; !this.#isPaused; count += 1) {
      const roundId = `${member.id}-${this.#round}-${count}`;
      const named = { playerId: member.playerId, token, gameCode: 'test-slot', roundId, currency: 'THB' };
      const stake = BigInt(1 + randomInt(100_000)) as Money;
      const send = (
        operation: string,
        amount: Money,
        change: bigint,
        more: Record<string, string | boolean>,
      ): Promise<void> => this.#call(player, operation, { amount, change }, { ...named, ...more });
      const bet = { txId: `${roundId}-bet`, amount: formatProviderAmount(stake) };
      await send('bet', stake, -stake, bet);
      await sleep(PAUSE_MS);
      if (randomInt(6) === 0) {
        await send('rollback', stake, stake, { txId: `${roundId}-rollback`, refTxId: bet.txId });
      } else {
        const payout = BigInt(randomInt(3) * Number(stake)) as Money;
        const win = { txId: `${roundId}-win`, amount: formatProviderAmount(payout), roundClosed: true };
        await send('win', payout, payout, win);
      }
      await sleep(PAUSE_MS);
    }
  }

  async #call(
    player: Player,
    operation: string,
    { amount, change }: { readonly amount: Money; readonly change: bigint },
    body: Readonly<Record<string, string | boolean>>,
  ): Promise<void> {
    for (;;) {
      const sentAt = Date.now();
      const reply = await callWalletAt(EDGE_URL, operation, body).catch(() => undefined);
      const isOk = reply?.code === 'OK';
      this.answers.push({ sentAt, at: Date.now(), isOk });
      if (reply && isOk) {
        player.balance += change;
        const balance = parseProviderAmount(String(reply['balanceAfter'])) as Money;
        assert.equal(balance, player.balance, `the balance returned after ${operation} ${String(body['txId'])}`);
        const memberId = player.member.id;
        this.#acknowledged.push({ memberId, txId: String(body['txId']), operation, amount, balance });
        return;
      }
      if (reply && reply.code !== 'TEMPORARY_ERROR') assert.fail(`${operation} was answered ${reply.code}`);
      await sleep(RETRY_MS);
    }
  }

  /** A withdrawal, then a line of the bank's feed, for one member after the other. */
  async #visitCashier(): Promise<void> {
    while (!this.#isPaused) {
      const member = this.#cashiers.pop();
      if (!member) return;
      const withdrawalId = await untilAnswered(() => withdraw(member));
      const bookedAt = new Date();
      await untilAnswered(() => sendFeedLine(member, bookedAt));
      this.#done.push({ member, withdrawalId });
      await sleep(CASHIER_PAUSE_MS);
    }
  }

  // ── books ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Every acknowledged call is written once with its balance, no other call is, and the audit has no finding. */
  async check({ isWhole, since }: { readonly isWhole: boolean; readonly since: Date }): Promise<number> {
    const database = await this.#database();
    const calls = this.#acknowledged.splice(0);
    const names = calls.map(({ txId }) => txId);
    type Row = { memberId: bigint; txId: string; operation: string; amount: Money; balance: Money };
    const rows = await database.rows<Row>(sql`
      select member_id as "memberId", tx_id as "txId", operation, amount_e4 as amount, balance_after_e4 as balance
      from wallet_transaction where site_id = ${this.#site.id} and tx_id = any(${names}::text[])`);
    const written = new Map(rows.map((row) => [row.txId, row]));
    assert.equal(rows.length, calls.length, 'every acknowledged call is written once');
    for (const { txId, memberId, operation, amount, balance } of calls) {
      const row = written.get(txId);
      assert.ok(row, `${txId} was acknowledged and is not written`);
      assert.deepEqual([row.memberId, row.operation, row.balance], [memberId, operation, balance], txId);
      if (operation !== 'rollback') assert.equal(row.amount, amount, txId);
    }
    this.#checkedCount += BigInt(calls.length);
    const { count } = await database.one<{ count: bigint }>(
      sql`select count(*) as count from wallet_transaction where site_id = ${this.#site.id}`,
    );
    assert.equal(count, this.#checkedCount, 'no other call is written');
    for (const { member, balance } of this.#players) {
      const { game } = await getBalances(database, this.#site.id, member.id, { game: chart.game });
      assert.equal(game, balance, `the balance of ${member.playerId}`);
    }
    await this.#checkCashiers(database);
    const siteId = this.#site.id;
    assert.deepEqual(await auditAll(database, { siteId, isTest: true, ...(isWhole ? {} : { since }) }), []);
    return calls.length;
  }

  async #checkCashiers(database: Database): Promise<void> {
    const ids = this.#done.map(({ member }) => member.id);
    type Row = { memberId: bigint; withdrawals: bigint; deposits: bigint };
    const rows = await database.rows<Row>(sql`
      select member_id as "memberId",
        (select count(*) from withdrawal w where w.site_id = m.site_id and w.member_id = m.member_id) as withdrawals,
        (select count(*) from bank_movement b where b.current_site_id = m.site_id and b.current_member_id = m.member_id
          and b.state = 'credited') as deposits
      from member m where site_id = ${this.#site.id} and member_id = any(${ids}::bigint[])`);
    assert.equal(rows.length, ids.length);
    for (const { memberId, withdrawals, deposits } of rows) {
      assert.deepEqual([withdrawals, deposits], [1n, 1n], `the withdrawal and the deposit of ${memberId}`);
    }
    for (const { member } of this.#done.slice(-CASHIERS)) {
      const { game } = await getBalances(database, this.#site.id, member.id, { game: chart.game });
      assert.equal(game, CASHIER_BALANCE, `the balance of ${member.playerId}`);
    }
    const references = new Set(this.#done.map(({ withdrawalId }) => withdrawalId));
    assert.equal(references.size, this.#done.length, 'each withdrawal has its own reference');
  }

  /** How long the live streams took until they all showed the balances. */
  async measureStreams(): Promise<number> {
    const startedAt = Date.now();
    const isBehind = (): boolean =>
      this.#streams.some((stream, place) => {
        const player = this.#players[place];
        return player === undefined || !stream.shows(player.balance);
      });
    while (isBehind()) {
      const tookMs = Date.now() - startedAt;
      if (tookMs > STREAM_WITHIN_MS) {
        const shown = this.#streams.map((stream, place) => `${stream.balance} for ${this.#players[place]?.balance}`);
        assert.fail(`the streams do not show the balances: ${shown.join(', ')}`);
      }
      await sleep(100);
    }
    return Date.now() - startedAt;
  }

  /** How long a server process serves members of a site that is switched off: until the last served request began. */
  async measureKillSwitch(serverUrls: readonly string[]): Promise<number> {
    const visitor = this.#visitor;
    assert.ok(visitor);
    const isServed = async (url: string): Promise<boolean> => {
      const headers = { 'api-key': visitor.apiKey, 'api-auth': visitor.token };
      const response = await fetch(`${url}/user-profile-composite/v1/profile/balance`, { headers });
      await response.arrayBuffer();
      return response.ok;
    };
    // A primary whose machine just restarted may be demoted once more.
    const set = (isDisabled: boolean): Promise<void> =>
      until('the site is switched', () => this.#trySwitch(isDisabled), SERVED_WITHIN_MS);
    const areAll = async (isExpected: boolean): Promise<boolean> =>
      (await Promise.all(serverUrls.map(isServed))).every((served) => served === isExpected);
    await until('members of the site are served', () => areAll(true), SERVED_WITHIN_MS);
    await set(true);
    const startedAt = Date.now();
    let servedMs = 0;
    for (;;) {
      const begunMs = Date.now() - startedAt;
      if (await areAll(false)) break;
      servedMs = begunMs;
      assert.ok(servedMs <= SWITCH_WITHIN_MS, 'the kill switch is effective in all processes');
      await sleep(100);
    }
    await set(false);
    return servedMs;
  }

  async #trySwitch(isDisabled: boolean): Promise<boolean> {
    try {
      const database = await this.#database();
      await database.execute(sql`update site set is_disabled = ${isDisabled} where site_id = ${this.#other.id}`);
      return true;
    } catch (error) {
      if (isDatabaseUnavailable(error)) return false;
      throw error;
    }
  }

  close(): void {
    this.#isPaused = true;
    for (const stream of this.#streams) stream.close();
  }
}

/** Creates the database on the primary, its members, and the load. */
export async function openLoad(bed: HaBed): Promise<Load> {
  await createDatabase(await bed.ownerUrl('postgres'), 'chaba');
  const login = { role: 'chaba_app', password: PASSWORD, mayReset: true };
  await migrate({ url: await bed.ownerUrl(), login });
  // A connection to the present primary, as the owner: the fault does not affect the checks.
  let open: { readonly url: string; readonly database: Database } | undefined;
  const connect = async (): Promise<Database> => {
    const url = await bed.ownerUrl();
    if (open?.url !== url) {
      await open?.database.destroy();
      open = { url, database: openDatabase({ url, poolSize: 2 }) };
    }
    return open.database;
  };
  const database = await connect();
  await database.execute(sql`grant pg_monitor to chaba_app`);
  const sites = await createSites(database);
  await database.execute(sql`update site set deposit_turnover_times = 0`);
  await openOurAccount(database, sites.chaba);
  const load = new Load(sites, connect);
  await load.open();
  return load;
}

/** One live stream that reconnects as a page does. */
class StreamWatch {
  balance: number | undefined;
  readonly #member: TestMember;
  #isOver = false;
  #close = (): void => undefined;

  constructor(member: TestMember) {
    this.#member = member;
    void this.#watch();
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      try {
        const stream = await openStream(EDGE_URL, this.#member);
        this.#close = stream.close;
        for (
          let event = await stream.next();
          event !== undefined && event.event !== 'bye';
          event = await stream.next()
        ) {
          if (event.event === 'wallet' && event.data.balance !== undefined) this.balance = event.data.balance;
        }
        stream.close();
      } catch {
        // The server or the connection ended: it is opened again.
      }
      await sleep(500 + randomInt(1_000));
    }
  }

  /** The stream shows baht with two digits; the ledger holds four. */
  shows(balance: bigint): boolean {
    return this.balance !== undefined && Math.abs(this.balance - Number(balance) / 10_000) < 0.01;
  }

  close(): void {
    this.#isOver = true;
    this.#close();
  }
}

/** Repeats a request until it is not "try again". */
async function untilAnswered<Result>(send: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await send();
    if (result !== undefined) return result;
    await sleep(RETRY_MS);
  }
}

/** Sends a request; undefined for no answer, a cut one and "try again". */
async function post(target: string, headers: Readonly<Record<string, string>>, body: string): Promise<unknown> {
  const answer = await fetch(EDGE_URL + target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(25_000),
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => undefined);
  if (!answer || answer.status >= 500) return undefined;
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text) as unknown;
}

/** Returns the reference. The member's id makes the repetition safe. */
async function withdraw(member: TestMember): Promise<string | undefined> {
  const key = { 'api-key': member.apiKey, 'api-auth': member.token, 'idempotency-key': `withdrawal-${member.id}` };
  const body = JSON.stringify({ Amount: WITHDRAWN_BAHT, Channel: 'BANK' });
  const answer = (await post('/fund-composite/v1/withdrawal', key, body)) as
    | { readonly data?: { readonly withdrawalId?: string } }
    | undefined;
  return answer?.data?.withdrawalId;
}

function sendFeedLine(member: TestMember, at: Date): Promise<unknown> {
  const target = '/integrations/bank/v1/feed';
  const line = {
    lineId: `line-${member.id}`,
    receivingBankCode: OUR_BANK,
    receivingAccount: OUR_ACCOUNT,
    amount: DEPOSITED,
    at: at.toISOString(),
    senderBankCode: member.bankCode,
    senderTail: member.bankAccount.slice(-4),
    transRef: `Ha${member.id}`,
  };
  const body = JSON.stringify({ lines: [line] });
  const secret = deriveSecret(SANDBOX_SECRET, 'bank');
  return post(target, createSignedHeaders('bank', secret, { method: 'POST', target, body }), body);
}
