// Moves that are aborted or interrupted at a step, and a move of sites that share a receiving account.
//
// Always true: a step is interrupted by an error of the command, with both databases up.
//
// Elsewhere: what is refused and what travels (move-site.test.ts); kills (move-site.idle.heavy.test.ts).

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { baht } from '@chaba/money';
import { auditAll } from '@chaba/server/modules/audit';
import { openOurAccount } from '@chaba/server/testing/bank-commands';
import { openBankWorld } from '@chaba/server/testing/bank-world';
import { createMember, createSite } from '@chaba/server/testing/factories';

import { type BedCell, CellBed } from '@chaba/testing/beds/ha/cell-bed';
import { addPlayedRounds } from '@chaba/testing/beds/ha/played-rounds';
import { readCells } from './cells-file.ts';
import type { MoveProgress } from './move-site.ts';

const bed = new CellBed();
after(() => bed.close());
const [zero, one] = await Promise.all([bed.openDatabase(0), bed.openDatabase(1)]);
const siam = await createSite(zero.database, { code: 'siam', apiKey: 'siam-key', theme: 'gold' });
await bed.list(zero, ['127.0.0.1:4801']);
await bed.list(one, ['127.0.0.1:4802']);
await createSite(one.database, { code: 'lanna', apiKey: 'lanna-key', theme: 'gold' });
await bed.write();
await Promise.all([zero.beat(), one.beat()]);

test('goes back to before when it is aborted or fails, at any step before the opening', async () => {
  for (const step of ['copy', 'fence', 'switch']) {
    await assert.rejects(bed.move('siam', { stopAt: step }), /stopped at/);
    const open = await zero.database.one<{ state: string | null }>(sql`
      select (select state from site_move where site_id = ${siam.id}) as state`);
    assert.notEqual(open.state, 'away', step);
    await createMember(zero.database, siam);
    assert.equal(readCells(bed.file).sites['siam']?.cell, 0);
    // Twice: the second abort finds nothing.
    assert.equal(await bed.move('siam', { isAbort: true }), 0);
    await assert.rejects(bed.move('siam', { isAbort: true }), /under way/);
    const { count } = await one.database.one<{ count: bigint }>(
      sql`select count(*) from member where site_id = ${siam.id}`,
    );
    assert.equal(count, 0n);
  }
});

test('does not fence a site when no server of the target is ready any more', async () => {
  let stopped: Promise<number> | undefined;
  const onStep = ({ step }: MoveProgress): void => {
    if (step === 'follow') stopped ??= one.owner.execute(sql`update process_beat set state = 'stopped'`);
  };
  await assert.rejects(bed.move('siam', { onStep }), /No server process of cell 1 is ready\. The source serves on/);
  assert.equal(await stopped, 1);
  await createMember(zero.database, siam);
  await one.owner.execute(sql`update process_beat set state = 'ready'`);
  assert.equal(await bed.move('siam', { isAbort: true }), 0);
});

test('serves at the source when a round was copied wrongly', async () => {
  const { id } = await createMember(zero.database, siam, { money: baht(10) });
  await addPlayedRounds(zero.owner, siam.id, { memberIds: [id], rounds: 1 });
  // The fence of the target applies neither to replicated rows nor to this statement.
  const change = `do $$ begin set local session_replication_role = replica; update game_round set game_code = 'other'; end $$`;
  let changed: Promise<number> | undefined;
  const onStep = ({ step }: MoveProgress): void => {
    if (step === 'follow') changed ??= one.owner.execute({ strings: [change], values: [] });
  };
  const moved = bed.move('siam', { onStep });
  await assert.rejects(moved, /The copy differs: game_round \(1 and 1 rows\)\. The source serves again/);
  await changed;
  await createMember(zero.database, siam);
  assert.equal(await bed.move('siam', { isAbort: true }), 0);
});

test('goes on after it was interrupted', async () => {
  await assert.rejects(bed.move('siam', { stopAt: 'switch' }), /stopped at/);
  await assert.rejects(bed.move('siam', { stopAt: 'open' }), /stopped at/);
  assert.equal(await bed.move('siam'), 0);
  await createMember(one.database, siam);
  await assert.rejects(createMember(zero.database, siam), { code: 'CM001' });
});

test('moves sites that share an account together, and credits a transfer once before, during and after', async () => {
  const [nakorn, phuket] = await Promise.all(
    ['nakorn', 'phuket'].map((code) => createSite(zero.database, { code, apiKey: `${code}-key`, theme: 'gold' })),
  );
  assert.ok(nakorn && phuket);
  for (const site of [nakorn, phuket]) await openOurAccount(zero.database, site);
  await bed.write();
  const sender = { bankCode: '014', bankAccount: '1112223334' };
  const first = await createMember(zero.database, nakorn, sender);
  const second = await createMember(zero.database, phuket, sender);
  const openWorld = (cell: BedCell) => {
    const world = openBankWorld(cell.database);
    world.transfer('Once', sender, '100.00');
    return world;
  };
  const [before, later] = [openWorld(zero), openWorld(one)];
  assert.equal(await before.slip('Once', first), 'credited');
  await assert.rejects(bed.move('nakorn'), /move-site nakorn,phuket moves them together/);
  const meanwhile: Promise<string>[] = [];
  const onStep = ({ step }: MoveProgress): void => {
    if (step === 'follow') meanwhile.push(before.slip('Once', second), before.slip('Once', first));
  };
  assert.equal(await bed.move('nakorn,phuket', { onStep }), 0);
  const answers = [
    ...(await Promise.all(meanwhile)),
    await later.slip('Once', second),
    await later.slip('Once', first),
  ];
  assert.ok(answers.length >= 4);
  assert.equal(await later.game(first), baht(100));
  assert.equal(await later.game(second), baht(0), answers.join(', '));
  for (const { id } of [nakorn, phuket]) {
    assert.deepEqual(await auditAll(one.database, { siteId: id, isTest: true }), []);
  }
});
