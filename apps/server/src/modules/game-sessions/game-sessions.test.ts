import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { createMember, createSites } from '#testing/factories';

import { explainOpened, hasOpened, insertLaunch } from './game-sessions.store.ts';

const database = await testDatabase();
const { chaba: site } = await createSites(database);

test("finds a member's launch by index", async () => {
  const member = await createMember(database, site);
  const other = await createMember(database, site);
  for (const { id } of [member, other]) {
    await database.execute(sql`
      insert into game_launch (site_id, token_hash, member_id, provider, game_code, created_at, expires_at)
      select ${site.id}, sha256(convert_to(${String(id)} || ':' || n, 'UTF8')), ${id}::bigint, 'studio-' || n % 5, 'game',
        now() - make_interval(mins => n), now() - make_interval(mins => n - 5)
      from generate_series(1, 10000) n`);
  }
  const by = { provider: 'hub88', memberId: member.id, hours: 24 };
  assert.equal(await hasOpened(database, site.id, by), false);
  const plan = await explainOpened(database, site.id, by);
  assert.match(plan, /game_launch_of_member/);
  assert.match(plan, /Index Cond:.*provider.*created_at/);

  const tokenHash = Buffer.alloc(32, 1);
  const launch = { memberId: member.id, provider: 'hub88', gameCode: 'slot', tokenHash, livesSeconds: 60 };
  await insertLaunch(database, site.id, launch);
  assert.equal(await hasOpened(database, site.id, by), true);
  assert.equal(await hasOpened(database, site.id, { ...by, memberId: other.id }), false);
});
