// A database that is killed (kill -9) while operators act through two processes of the back office.
//
// Always true: an operator whose call breaks off sends it again with the same key, as the dialog does. Afterwards each
// action is done once, its key returns the stored outcome, and books and chain are whole.
//
// Elsewhere: restarted processes (apps/ops/src/roll/roll-office.heavy.test.ts), a failover of the whole product
// (testing/beds/ha).

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import type { RequestDetail } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { testSettings } from '@chaba/database/testing';
import { startEmbedded } from '@chaba/embedded-postgres';
import { runningPostmaster } from '@chaba/embedded-postgres/owner';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { pollUntil } from '@chaba/testing/product/until';

import { DEMO_PASSWORD } from '#core/demo';
import { verifyChain } from '#modules/operators';
import { requestWithdrawal } from '#modules/withdrawals';
import { checkSite } from '#operators/approval-rules';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';
import { startOfficeProcess } from '#testing/server-process';

const KILLS = 8;
/** Calls of each kind between two kills. */
const ACTIONS = 6;
const BASE = '/back-office/v1/sites/chaba';
const WITHIN_MS = 180_000;
const reason = 'checked by a test';

const dataDir = fs.mkdtempSync(path.join(tmpdir(), 'chaba-killed-'));
fs.chmodSync(dataDir, 0o755);
const embedded = await startEmbedded({ dataDir, settings: testSettings(), restarts: KILLS });
process.env['TEST_DATABASE_URL'] = embedded.ownerUrl('postgres');
const office = await buildTestOffice();
after(async () => {
  await embedded.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});
const { database, operators, chaba } = office;
const origins = [
  (await startOfficeProcess(database.operatorUrl, { LOG_LEVEL: 'silent' })).url,
  (await startOfficeProcess(database.operatorUrl, { LOG_LEVEL: 'silent' })).url,
];

/** Kills the postmaster and its processes, so that no transaction under way commits behind it. */
function killDatabase(): void {
  const pid = runningPostmaster(fs.realpathSync(path.join(dataDir, 'postgres')));
  assert.ok(pid, 'the database runs');
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const each of [pid, ...children.map(Number)]) process.kill(each, 'SIGKILL');
}

type Answer = { readonly status: number; readonly code: string | undefined; readonly data: Record<string, unknown> };
type Call = { readonly as: string; readonly path: string; readonly body: Readonly<Record<string, unknown>> };
/** How often a call broke off or found no database. */
let repetitions = 0;

async function sendOnce(origin: string, { as, path: to, body }: Call): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${origin}${BASE}${to}`, {
      method: 'POST',
      headers: { cookie: as, origin, 'content-type': 'application/json', 'x-back-office': '1', 'x-user-act': '1' },
      body: JSON.stringify(body),
    });
    const { data = {}, code } = (await answer.json()) as { data?: Record<string, unknown>; code?: string };
    return answer.status >= 500 ? undefined : { status: answer.status, code, data };
  } catch {
    return undefined;
  }
}

/** Sends a call to one process after the other until one of them answers. */
async function send(call: Call, place: number): Promise<Answer> {
  let answer: Answer | undefined;
  let turn = place;
  await pollUntil(
    async () => {
      answer = await sendOnce(origins[turn % origins.length] ?? '', call);
      if (answer !== undefined) return true;
      repetitions += 1;
      turn += 1;
      return false;
    },
    { timeoutMs: WITHIN_MS },
  );
  assert.ok(answer);
  return answer;
}

async function createWithdrawal(): Promise<string> {
  const member = await createMember(database, chaba, { money: baht(1_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount: baht(100), idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return `W${String(withdrawalId).padStart(8, '0')}`;
}

const toAction = (as: string, action: string, input: Readonly<Record<string, string>>): Call => ({
  as,
  path: `/actions/${action}`,
  body: { input, reason, key: randomUUID() },
});

/** A request of an adjustment, which the second person has opened. */
async function createDecision(payments: string, finance: string): Promise<Call> {
  const { id } = await createMember(database, chaba);
  const given = { kind: 'goodwill', amount: '10', turnover: '0', evidence: 'chat of 28 Nov', notice: 'ชดเชย' };
  const { data } = await office.act(payments, 'adjustment.credit', { member: `M${id}`, ...given });
  const request = data.request ?? '';
  const detail = await office.send<RequestDetail>('GET', `${BASE}/requests/${request}`, { as: finance });
  const factor = { kind: 'demo', password: DEMO_PASSWORD };
  const { contentHash } = detail.data;
  return {
    as: finance,
    path: `/requests/${request}/decision`,
    body: { verdict: 'approved', reason, contentHash, factor },
  };
}

/** Calls of each kind, made while the database runs. */
async function createCalls(): Promise<{ readonly actions: readonly Call[]; readonly decisions: readonly Call[] }> {
  // A step-up is good for five minutes, so each turn signs in again.
  const payments = await office.signIn('demo-payments');
  const support = await office.signIn('demo-support');
  const finance = await office.signIn('demo-finance');
  const [actions, decisions]: [Call[], Call[]] = [[], []];
  for (let count = 0; count < ACTIONS; count += 1) {
    const [approved, rejected] = [await createWithdrawal(), await createWithdrawal()];
    const { id } = await createMember(database, chaba);
    actions.push(
      toAction(payments, 'withdrawal.approve', { withdrawal: approved }),
      toAction(payments, 'withdrawal.reject', { withdrawal: rejected }),
      toAction(support, 'member.note', { member: `M${id}`, pinned: 'no' }),
    );
    decisions.push(await createDecision(payments, finance));
  }
  return { actions, decisions };
}

type SendCall = (call: Call, place: number) => Promise<Answer>;

/** One decision after the other: tries of a factor are counted before they are checked, and three at once lock. */
async function sendInTurn(calls: readonly Call[], sender: SendCall): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [place, call] of calls.entries()) answers.push(await sender(call, place));
  return answers;
}

const countOf = async (text: string): Promise<number> => {
  const { count } = await database.owner.one<{ count: number }>({
    strings: [`select count(*)::int as count from ${text}`],
    values: [],
  });
  return count;
};

test('does each action once while the database is killed in the middle of them', async (t) => {
  await database.owner.execute(sql`update site set is_withdraw_automatic = false where site_id = ${chaba.id}`);
  let stored = 0;
  for (let turn = 0; turn < KILLS; turn += 1) {
    const { actions, decisions } = await createCalls();
    const before = repetitions;
    let answered = 0;
    const killed = Promise.withResolvers<void>();
    const sendCounted: SendCall = async (call, place) => {
      const answer = await send(call, place);
      answered += 1;
      // In the middle: after the first, second … answer; the other calls are under way.
      if (answered === 1 + turn) {
        killDatabase();
        killed.resolve();
      }
      return answer;
    };
    const [ofDecisions, ofActions] = await Promise.all([
      sendInTurn(decisions, sendCounted),
      Promise.all(actions.map(sendCounted)),
      killed.promise,
    ]);
    assert.ok(repetitions > before, 'the kill broke calls off');
    for (const { code, data } of ofDecisions) {
      // The first call was committed and its answer lost.
      if (code === 'ALREADY_DECIDED') stored += 1;
      else assert.equal(data['outcome'], 'credited', code);
    }
    assert.deepEqual(
      ofActions.map(({ data, code }) => data['outcome'] ?? code),
      actions.map((_, place) => ['approved', 'rejected', 'written'][place % 3]),
    );
    const again = await Promise.all(actions.map((call, place) => send(call, place + 1)));
    assert.deepEqual(again, ofActions, 'a repeated key returns the stored outcome');
  }

  const all = KILLS * ACTIONS;
  for (const [action, rows] of [
    ['withdrawal.approve', `withdrawal where state = 'approved'`],
    ['withdrawal.reject', `withdrawal where state = 'rejected'`],
    ['member.note', 'member_note'],
    ['request.approved', 'adjustment'],
  ] as const) {
    const done = `audit_entry where action = '${action}' and outcome = 'done'`;
    assert.deepEqual([await countOf(rows), await countOf(done)], [all, all], action);
    assert.equal(
      await countOf(`(select distinct subject from ${done}) as each`),
      all,
      `one subject for each ${action}`,
    );
  }
  assert.equal(await countOf('approval_execution'), all);
  assert.equal(await countOf(`ledger_transfer where key like 'adjust:%'`), all);
  assert.deepEqual(await audit(database), []);
  const { chain, findings } = await checkSite(operators, chaba.id);
  assert.deepEqual([chain.problems, findings], [[], []]);
  assert.deepEqual((await verifyChain(operators, chaba.id)).head, chain.head);
  t.diagnostic(`${KILLS} kills, ${repetitions} calls sent again, ${stored} decisions whose answer was lost`);
});
