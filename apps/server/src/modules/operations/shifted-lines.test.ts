// Lines of the bank's feed that are dated wrong alike are counted with their distance.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';

import { metrics } from '#core/metrics';
import { openOurAccount } from '#testing/bank-commands';
import { NO_SENDER, openBankWorld } from '#testing/bank-world';
import { createMember, createSites } from '#testing/factories';

import { formatShift, measure } from './measure.ts';
import { listShiftedLines } from './operations.store.ts';

const database = await testDatabase();
const { chaba: site } = await createSites(database);
await openOurAccount(database, site);

test('counts three lines of an account that are shifted alike, whatever order and sender they have', async () => {
  const world = openBankWorld(database);
  let amount = 500;
  const report = async (delay: string, order: 'slip' | 'line', shown: Readonly<Record<string, string>> = {}) => {
    amount += 1;
    const member = await createMember(database, site);
    const name = `Shift${amount}`;
    world.transfer(name, member, `${amount}.25`);
    const reports = [() => world.slip(name, member), () => world.feed(name, { ...shown, delay })];
    for (const send of order === 'slip' ? reports : reports.toReversed()) await send();
  };
  for (const order of ['slip', 'line', 'slip'] as const) {
    await report('-7h', order);
    await report('17h', order);
  }
  for (let line = 0; line < 3; line += 1) await report('-1h', 'slip', NO_SENDER);
  await report('48h', 'slip');
  await report('48h', 'slip');
  for (const delay of ['0m', '40m', '4h', '7h', '-9m']) await report(delay, 'slip');
  const shifts = (await listShiftedLines(database)).map((found) => [
    found.site,
    formatShift(found.shiftMinutes),
    found.lines,
  ]);
  assert.deepEqual(shifts, [
    ['chaba', '-7h', 3],
    ['chaba', '-1h', 3],
    ['chaba', '+17h', 3],
  ]);
  await measure(database);
  assert.match(metrics.render(), /chaba_feed_shifted_lines\{site="chaba",shift="-7h"\} 3/);
  assert.deepEqual(await world.findings(), []);
});

test('counts lines whose shifts are near each other on both sides of a quarter', async () => {
  const world = openBankWorld(database);
  const other = await createMember(database, site);
  for (const [index, delay] of ['-308m', '-308m', '-307m', '-306m', '-200m', '-182m', '-164m'].entries()) {
    world.transfer(`Near${index}`, other, `${700 + index}.25`);
    await world.slip(`Near${index}`, other);
    await world.feed(`Near${index}`, { delay });
  }
  const near = (await listShiftedLines(database)).filter(
    ({ shiftMinutes }) => shiftMinutes > -420 && shiftMinutes < -60,
  );
  assert.deepEqual(near, [{ site: 'chaba', shiftMinutes: -300, lines: 4 }]);
  assert.deepEqual(await world.findings(), []);
});

test('names a shift in its largest unit', () => {
  const named = [
    [-420, '-7h'],
    [1_020, '+17h'],
    [2_880, '+2d'],
    [43_200, '+30d'],
    [543 * 525_960, '+543y'],
    [-15, '-15m'],
    [450, '+450m'],
  ] as const;
  for (const [minutes, name] of named) assert.equal(formatShift(minutes), name);
});
