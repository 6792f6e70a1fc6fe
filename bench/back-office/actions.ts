// Actions of operators beside the wallet: from the call to its answer, and until another window hears of it.
//
// Always true: each action is done once and recorded. Withdrawals that are rejected were requested through the product,
// so their money is held and comes back.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { baht } from '@chaba/money';

import { requestWithdrawal } from '#server/modules/withdrawals/withdrawals';

import { SITE } from '#bench/fixture';

import { type Bench, PLAYERS, repeat } from './parts.ts';
import { type OfficeClient, signIn } from './office-client.ts';

/** Above the automatic maximum, so that a person decides. */
const AMOUNT = baht(6_000);
const WINDOWS = 20;
const HEARD_WITHIN_MS = 5_000;
const GOALS = { action: 150, windows: 500 } as const;

function act(client: OfficeClient, action: string, input: Readonly<Record<string, string>>) {
  return client.call('POST', `/actions/${action}`, { input, reason: 'measured', key: randomUUID() });
}

export async function measureActions(bench: Bench): Promise<void> {
  const { table, calls, office } = bench;
  const [risk, payments] = [await signIn(office.port, 'risk'), await signIn(office.port, 'payments')];
  const members = await listMembers(bench);
  const locks = await repeat(calls, (index) =>
    act(risk, index % 2 === 0 ? 'member.lock' : 'member.unlock', { member: members[index >> 1] ?? '' }),
  );
  table.add('action: lock and unlock a member', locks, GOALS.action);

  const withdrawals = await requestWithdrawals(bench, Math.ceil(calls / 2));
  const rejected = await repeat(withdrawals.length, (index) =>
    act(payments, 'withdrawal.reject', { withdrawal: withdrawals[index] ?? '' }),
  );
  table.add('action: reject a withdrawal', rejected, GOALS.action);

  let heard: (() => void) | undefined;
  const stop = await payments.follow(() => heard?.());
  const times = await repeat(WINDOWS, async (index) => {
    const startedAt = performance.now();
    const change = new Promise<void>((resolve) => {
      heard = resolve;
    });
    await act(risk, index % 2 === 0 ? 'member.lock' : 'member.unlock', { member: members[index >> 1] ?? '' });
    await Promise.race([change, sleep(HEARD_WITHIN_MS)]);
    return { ms: performance.now() - startedAt };
  });
  stop();
  table.add('action until another window hears of it', times, GOALS.windows);
}

/** Filled members, of whom none is locked. */
async function listMembers({ owner, calls }: Bench): Promise<string[]> {
  const rows = await owner.rows<{ reference: string }>(sql`
    select 'M' || lpad(member_id::text, 8, '0') as reference from member
    where site_id = ${SITE} and not is_locked and player_id like 'filled1%' order by member_id limit ${calls}`);
  return rows.map(({ reference }) => reference);
}

/** Requests of members with money and without an open one; the references. */
export async function requestWithdrawals({ fixture, owner }: Bench, count: number): Promise<string[]> {
  const members = await owner.rows<{ memberId: bigint }>(sql`
    select member_id as "memberId" from member
    where site_id = ${SITE} and member_id between ${fixture.firstMember} and ${fixture.firstMember + BigInt(PLAYERS - 1)}
      and not exists (select from withdrawal where withdrawal.site_id = ${SITE}
        and withdrawal.member_id = member.member_id and state in ('requested', 'approved', 'paying'))
    order by member_id limit ${count}`);
  const references: string[] = [];
  for (const { memberId } of members) {
    const request = { siteId: SITE, memberId, amount: AMOUNT, idempotencyKey: randomUUID() };
    const { withdrawalId } = await requestWithdrawal(fixture.database, request);
    references.push(`W${String(withdrawalId).padStart(8, '0')}`);
  }
  return references;
}
