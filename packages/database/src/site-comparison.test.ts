// Rounds of two cells are compared through held snapshots: each way in which they can differ is found, and a change
// that both have is none.
//
// Elsewhere: the comparison within a move (apps/ops/src/cells/move-steps.heavy.test.ts).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compareHeld, holdSums } from './site-comparison.ts';
import { connectOwner } from './site-move.ts';
import { testDatabase } from '#database/testing/databases';

const SITE = 1;
const ROUNDS = 20;
const databases = [await testDatabase(), await testDatabase()] as const;

/** SQL of changes: `oneBefore` at the target ahead of its snapshot, `between` the snapshots of source and target. */
type Case = { readonly title: string; readonly differs: boolean } & Partial<
  Record<'oneBefore' | 'both' | 'source' | 'target' | 'between', string>
>;

const INSERT = `insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4,
  turnover_e4, bets, opened_at) select ${SITE}, n, 'test', 'r' || n, 'slot', 'closed', n, n, n, '[]', '2026-11-01'`;
const correct = (round: number): string =>
  `update game_round set payout_e4 = payout_e4 + 1 where round_id = 'r${round}'`;
const add = (round: number): string => `${INSERT} from generate_series(${round}, ${round}) as n`;
const remove = (round: number): string => `delete from game_round where round_id = 'r${round}'`;

const cases: readonly Case[] = [
  { title: 'equal rounds', differs: false },
  { title: 'rounds that both have written', both: `${correct(3)}; ${add(21)}`, differs: false },
  // Replication applied it after the snapshot of the target.
  { title: 'a change before one snapshot and after the other', between: correct(4), differs: false },
  { title: 'a round that was copied wrongly', oneBefore: correct(5), differs: true },
  { title: 'a round that was not copied', oneBefore: remove(5), differs: true },
  { title: 'a change that did not arrive', source: correct(6), differs: true },
  { title: 'a change that arrived wrongly', both: correct(6), target: correct(6), differs: true },
  { title: 'a round that did not arrive', source: add(21), differs: true },
  { title: 'a change that the source does not have', target: correct(7), differs: true },
  { title: 'a deleted round', target: remove(8), differs: true },
  { title: 'a round instead of another', target: `${remove(8)}; ${add(22)}`, differs: true },
  { title: 'different deleted rounds', source: remove(8), target: remove(9), differs: true },
];

for (const { title, differs, oneBefore, both, source: ofSource, target: ofTarget, between } of cases) {
  test(`${differs ? 'finds' : 'accepts'} ${title}`, async (t) => {
    const clients = await Promise.all([...databases, ...databases].map(({ ownerUrl }) => connectOwner(ownerUrl)));
    t.after(() => Promise.all(clients.map((client) => client.end())));
    const [source, target, ofSnapshot, ofOther] = clients;
    assert.ok(source && target && ofSnapshot && ofOther);
    for (const client of [source, target]) {
      // Without the site and its members.
      await client.query(`set session_replication_role = replica; delete from game_round`);
      await client.query(`${INSERT} from generate_series(1, ${ROUNDS}) as n`);
    }
    if (between !== undefined) await source.query(between);
    if (oneBefore !== undefined) await target.query(oneBefore);
    const held = await Promise.all([holdSums(ofSnapshot, [SITE]), holdSums(ofOther, [SITE])]);
    for (const client of [source, target]) if (both !== undefined) await client.query(both);
    if (ofSource !== undefined) await source.query(ofSource);
    for (const change of [ofTarget, between]) if (change !== undefined) await target.query(change);
    const cells = [
      { client: source, held: held[0] },
      { client: target, held: held[1] },
    ];
    const { different } = await compareHeld(cells, [SITE]);
    assert.equal(different.length, differs ? 1 : 0, different.join(', '));
    if (differs) assert.match(different[0] ?? '', /^game_round \(\d+ and \d+ rows\)$/);
  });
}
