// Deposits that were written before bank movements had rows of their own become movements, with nothing lost.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { createDatabase, dropDatabase, migrate, MIGRATIONS_FOLDER } from '@chaba/database/migrate';
import { testCluster } from '@chaba/database/testing';

const admin = await testCluster();
const name = `chaba_test_${process.pid}_movements`;
const address = new URL(admin);
address.pathname = `/${name}`;
const url = address.href;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-movements-'));
await createDatabase(admin, name);
const database = openDatabase({ url, poolSize: 1 });
after(async () => {
  await database.close();
  await dropDatabase(admin, name);
  fs.rmSync(folder, { recursive: true });
});

test('turns deposits, lines and slips into movements', async () => {
  for (const file of fs.readdirSync(MIGRATIONS_FOLDER)) {
    if (file < '0058') fs.copyFileSync(path.join(MIGRATIONS_FOLDER, file), path.join(folder, file));
  }
  await migrate({ url, folder });
  const member = { id: 1n };
  const site = { id: 1 };
  // Sites have no rows here: the tables of that time are filled by hand, and few of them.
  await database.execute(sql`set session_replication_role = replica`);
  await database.execute(sql`
    insert into member (site_id, member_id, phone, password_hash, player_id, bank_code, bank_account, first_name, last_name,
      is_name_verified, accepts_bonus, affiliate_key)
    values (1, 1, '0812345678', 'x', 'p', '014', '1112223334', 'สมชาย', 'ใจดี', true, false, 'abcd')`);
  await database.execute(sql`
    insert into receiving_account (site_id, kind, bank_code, account, holder_name)
    values (${site.id}, 'bank', '004', '9998887776', 'x'), (2, 'bank', '004', '9998887776', 'x'), (2, 'wallet', null, '0891112222', 'x')`);
  await database.execute(sql`
    insert into deposit (site_id, deposit_id, member_id, receiving_account_id, state, first_seen, amount_e4, transferred_at, sending_bank,
      trans_ref, sender_account, review_reason, credited_at)
    select ${site.id}, id, member_id, (select min(receiving_account_id) from receiving_account), state, first_seen, 1000000, now(), bank, ref,
      '3334', reason, case when state in ('credited', 'parked') then now() end
    from (values
      (1, null::bigint, 'unmatched', 'feed', null, null, 'NO_SINGLE_MEMBER'), (2, ${member.id}, 'review', 'slip', '014', 'R2', 'TOO_OLD'),
      (3, ${member.id}, 'credited', 'slip', '014', 'R3', null), (4, ${member.id}, 'parked', 'feed', null, null, null),
      (5, null, 'returned', 'feed', null, null, null), (6, ${member.id}, 'returned', 'slip', '014', 'R6', 'TOO_OLD'),
      (7, ${member.id}, 'credited', 'feed', '014', 'R7', null)
    ) as old (id, member_id, state, first_seen, bank, ref, reason)`);
  await database.execute(sql`
    insert into feed_line (site_id, fingerprint, bank_line_id, receiving_account_id, deposit_id, amount_e4, transferred_at)
    select site_id, 'F' || deposit_id, 'L' || deposit_id, receiving_account_id, deposit_id, amount_e4, transferred_at from deposit
    where deposit_id in (1, 3, 4, 5)`);
  await database.execute(sql`
    insert into slip (site_id, member_id, sending_bank, trans_ref, state, code, deposit_id)
    values (${site.id}, ${member.id}, '014', 'R2', 'review', 'SLIP_TOO_OLD', 2), (${site.id}, ${member.id}, '014', 'R3', 'credited', null, 3),
      (${site.id}, 2, '014', 'R2', 'refused', 'SLIP_SENDER_MISMATCH', 2), (${site.id}, 2, '014', 'R6', 'refused', 'SLIP_SENDER_MISMATCH', 6)`);

  await database.execute(sql`set session_replication_role = origin`);
  await migrate({ url });
  const movements = await database.rows(sql`
    select bank_movement_id::int as id, state, held_deposit_id::int as held, trans_ref as ref, proven_member_id is not null as proven,
      feed_line_id is not null as line, slip_at is not null as slip, is_unmatched as unmatched from bank_movement order by 1`);
  const seen = { held: null, ref: null, proven: false, line: true, slip: false, unmatched: false };
  assert.deepEqual(movements, [
    { ...seen, id: 1, state: 'seen', unmatched: true },
    { ...seen, id: 2, state: 'claimed', held: 2, ref: 'R2', line: false, slip: true, unmatched: true },
    { ...seen, id: 3, state: 'credited', held: 3, ref: 'R3', proven: true, slip: true },
    { ...seen, id: 4, state: 'credited', held: 4 },
    { ...seen, id: 5, state: 'returned' },
    { ...seen, id: 6, state: 'returned', ref: 'R6', line: false, slip: true },
    { ...seen, id: 7, state: 'credited', held: 7, ref: 'R7', line: false },
  ]);
  assert.deepEqual(await database.rows(sql`select deposit_id::int as id, state from deposit order by 1`), [
    { id: 2, state: 'review' },
    { id: 3, state: 'credited' },
    { id: 4, state: 'parked' },
    { id: 6, state: 'returned' },
    { id: 7, state: 'credited' },
  ]);
  const [steps] = await database.rows(sql`select count(*)::int as count from bank_movement_step`);
  assert.deepEqual(steps, { count: 13 });
  assert.deepEqual(
    await database.rows(
      sql`select trans_ref as ref, member_id::int as member, bank_movement_id::int as id, state, code from slip order by 1, 2`,
    ),
    [
      { ref: 'R2', member: 1, id: 2, state: 'review', code: 'SLIP_TOO_OLD' },
      // A slip from another person's account is open as long as its money is not credited or returned.
      { ref: 'R2', member: 2, id: 2, state: 'review', code: 'SLIP_SENDER_MISMATCH' },
      { ref: 'R3', member: 1, id: 3, state: 'credited', code: null },
      { ref: 'R6', member: 2, id: 6, state: 'refused', code: 'SLIP_RETURNED' },
    ],
  );
  const owners = await database.rows(
    sql`select kind, account, site_id as site from receiving_account_owner order by 1`,
  );
  assert.deepEqual(owners, [
    { kind: 'bank', account: '9998887776', site: site.id },
    { kind: 'wallet', account: '0891112222', site: 2 },
  ]);
});
