// A rolling restart of two processes of the back office while operators act and windows follow the event stream.
//
// Always true: an operator whose call breaks off sends it again with the same key, as the dialog does. Each action is
// done once, and every stream comes back.
//
// Elsewhere: the servers under wallet calls (roll.idle.heavy.test.ts), two people on one row (races.heavy.test.ts).

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { verifyChain } from '@chaba/server/modules/operators';
import { requestWithdrawal } from '@chaba/server/modules/withdrawals';
import { buildTestOffice } from '@chaba/server/testing/build-back-office';
import { createMember } from '@chaba/server/testing/factories';
import { startOfficeProcess } from '@chaba/server/testing/server-process';
import { pollUntil } from '@chaba/testing/product/until';

import { roll } from './roll.ts';

const OPERATORS = 6;
const ROLLS = 2;
/** Actions of each operator before the first restart and after the last. */
const ACTIONS_MIN = 5;
const BASE = '/back-office/v1/sites/chaba';

const office = await buildTestOffice();
const { database, operators, chaba } = office;
const [payments, support] = [await office.signIn('demo-payments'), await office.signIn('demo-support')];
const processes = [
  await startOfficeProcess(database.operatorUrl, { DRAIN_SECONDS: '1' }),
  await startOfficeProcess(database.operatorUrl, { DRAIN_SECONDS: '1' }),
];

type Answer = { readonly status: number; readonly outcome: string | undefined; readonly code: string | undefined };
/** How often a call broke off or was rejected by a process that stops. */
let repetitions = 0;

async function sendOnce(origin: string, as: string, action: string, body: object): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${origin}${BASE}/actions/${action}`, {
      method: 'POST',
      headers: { cookie: as, origin, 'content-type': 'application/json', 'x-back-office': '1', 'x-user-act': '1' },
      body: JSON.stringify(body),
    });
    const { data, code } = (await answer.json()) as { data?: { outcome?: string }; code?: string };
    return answer.status >= 500 ? undefined : { status: answer.status, outcome: data?.outcome, code };
  } catch {
    return undefined;
  }
}

/** Sends an action to one process after the other until one of them answers. */
async function act(as: string, action: string, input: Readonly<Record<string, string>>): Promise<Answer> {
  const body = { input, reason: 'checked by a test', key: randomUUID() };
  let answer: Answer | undefined;
  let place = Math.floor(Math.random() * processes.length);
  await pollUntil(async () => {
    answer = await sendOnce(processes[place]?.url ?? '', as, action, body);
    if (answer !== undefined) return true;
    repetitions += 1;
    place = (place + 1) % processes.length;
    return false;
  });
  assert.ok(answer);
  return answer;
}

/** One operator: rejects withdrawals and writes notes until the end. Returns the rejected withdrawals. */
async function work(isOver: () => boolean): Promise<readonly string[]> {
  const rejected: string[] = [];
  while (!isOver() || rejected.length < ACTIONS_MIN) {
    const member = await createMember(database, chaba, { money: baht(9_000) });
    const request = { siteId: chaba.id, memberId: member.id, amount: baht(8_000), idempotencyKey: 'K' };
    const { withdrawalId } = await requestWithdrawal(database, request);
    const withdrawal = `W${String(withdrawalId).padStart(8, '0')}`;
    assert.deepEqual(await act(payments, 'withdrawal.reject', { withdrawal }), {
      status: 200,
      outcome: 'rejected',
      code: undefined,
    });
    const note = await act(support, 'member.note', { member: `M${member.id}`, pinned: 'no' });
    assert.equal(note.status, 200, note.code);
    rejected.push(withdrawal);
  }
  return rejected;
}

/** A window: follows the event stream of the first process that answers, until it is stopped. */
function follow(place: number): { readonly counts: { opened: number; changes: number }; readonly stop: () => void } {
  const counts = { opened: 0, changes: 0 };
  const end = new AbortController();
  const read = async (origin: string): Promise<void> => {
    const headers = { cookie: payments, origin, 'x-back-office': '1', accept: 'text/event-stream' };
    const response = await fetch(`${origin}${BASE}/events`, { headers, signal: end.signal });
    if (!response.ok || response.body === null) return;
    counts.opened += 1;
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      counts.changes += text.split('event: change').length - 1;
    }
  };
  const run = async (): Promise<void> => {
    for (let turn = place; !end.signal.aborted; turn += 1) {
      await read(processes[turn % processes.length]?.url ?? '').catch(() => undefined);
    }
  };
  void run();
  return { counts, stop: () => end.abort() };
}

test('loses no action and does none twice while two processes are restarted in turn', async (t) => {
  const windows = [follow(0), follow(1)];
  after(() => {
    for (const { stop } of windows) stop();
  });
  await pollUntil(() => windows.every(({ counts }) => counts.opened > 0));
  let isOver = false;
  const working = Promise.all(Array.from({ length: OPERATORS }, () => work(() => isOver)));
  const instances = processes.map(({ url, stop, start }) => ({
    url,
    async restart() {
      assert.equal(await stop(), 0);
      await start();
    },
  }));
  for (let turn = 0; turn < ROLLS; turn += 1) await roll(instances, { probe: undefined, log: () => undefined });
  isOver = true;
  const rejected = (await working).flat();

  const { entries, subjects } = await operators.one<{ entries: number; subjects: number }>(sql`
    select count(*)::int as entries, count(distinct subject)::int as subjects from audit_entry
    where site_id = ${chaba.id} and action = 'withdrawal.reject'`);
  assert.deepEqual([entries, subjects], [rejected.length, rejected.length], 'one entry for each withdrawal');
  const { notes } = await database.owner.one<{ notes: number }>(sql`
    select count(*)::int as notes from member_note where site_id = ${chaba.id}`);
  assert.equal(notes, rejected.length, 'one note for each member');
  const { open } = await database.owner.one<{ open: number }>(sql`
    select count(*)::int as open from withdrawal where site_id = ${chaba.id} and state <> 'rejected'`);
  assert.equal(open, 0);
  assert.deepEqual(await audit(database), []);
  assert.deepEqual((await verifyChain(operators, chaba.id)).problems, []);

  const before = windows.map(({ counts }) => counts.changes);
  await pollUntil(async () => {
    await work(() => true);
    return windows.every(({ counts }, place) => counts.changes > (before[place] ?? 0));
  });
  const opened = windows.map(({ counts }) => counts.opened);
  assert.ok(
    opened.every((times) => times > 1),
    'each window lost its stream at least once',
  );
  t.diagnostic(
    `${rejected.length} withdrawals, ${repetitions} calls sent again, streams opened ${opened.join(', ')} times`,
  );
});
