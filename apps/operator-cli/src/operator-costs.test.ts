// Command promotions --cost on a seeded site.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import path from 'node:path';
import { mock, test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { seed } from '@chaba/demo';
import { readConfig } from '@chaba/server/core/config';

import { openOperator } from './testing/run-operator.ts';
import { testInFull } from '@chaba/testing/extent';

const database = await testDatabase();
mock.method(console, 'log', () => undefined);
await seed(
  database,
  readConfig({ DATABASE_URL: database.url, SANDBOX_SECRET: 'sandbox-secret', HASH_SECRET: 'secret-of-hashes' }),
);

const operator = openOperator(database);

/** Output lines with columns separated by " | ". */
const splitLines = (out: string): string[] =>
  out
    .trim()
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' | '));

testInFull('lists the costs of a seeded site, all within bounds', async () => {
  for (const site of ['chaba', 'lanna']) {
    const { code, out } = await operator('promotions', '--cost', '--site', site);
    assert.equal(code, 0);
    const [, ...lines] = splitLines(out);
    const names = ['promotion welcome', 'promotion daily', 'promotion reload', 'coin', 'cashback 0.4 %', 'commission'];
    const missing = names.filter((name) => !lines.some((line) => line.startsWith(name)));
    assert.deepEqual(missing, [], out);
    assert.deepEqual(
      lines.filter((line) => !line.endsWith('| within bounds')),
      [],
    );
  }
});

test('uses the typed returns of games and rejects invalid ones', async () => {
  const { out } = await operator('promotions', '--cost', 'EGAMES=98.5', 'POKER=99.9');
  const lines = splitLines(out);
  assert.match(lines.find((line) => line.startsWith('promotion welcome')) ?? '', /\| above 50\.00 %$/);
  assert.match(
    lines.find((line) => line.startsWith('cashback')) ?? '',
    /of the house edge of card-garden \| above 60\.00 %$/,
  );
  for (const wrong of ['SLOTS=96', 'EGAMES=100', 'EGAMES', 'EGAMES=0']) {
    const { code, err } = await operator('promotions', '--cost', wrong);
    assert.deepEqual([code, err.trim().split('\n').length], [2, 1], wrong);
  }
});

test('counts the stated return of a game that an operator added', async () => {
  const because = ['--site', 'lanna', '--reason', 'contract 12'] as const;
  const image = '/art/tiles/kite-teal.avif';
  const terms = ['protocol=chaba', 'name=มะลิ', 'category=EGAMES', `image=${image}`, 'order=15'];
  const address = 'launch=https://mali.example/{game}?t={token}';
  assert.equal((await operator('add-provider', 'mali', ...terms, address, ...because)).code, 0);
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'chaba-games-')), 'games.csv');
  writeFileSync(file, `code,name,image,return\nmali-fruit,มะลิ,${image},99.90\n`);
  assert.equal((await operator('import-games', 'mali', file, ...because)).code, 0);
  const readWelcome = async (site: string) =>
    splitLines((await operator('promotions', '--cost', '--site', site)).out).find((line) =>
      line.startsWith('promotion welcome'),
    );
  assert.match((await readWelcome('lanna')) ?? '', /\| above 50\.00 %$/);
  assert.match((await readWelcome('chaba')) ?? '', /\| within bounds$/);
});

test('warns about a promotion and a cashback rate above their bounds', async () => {
  const generous = await operator('promotion', 'daily', 'cap=0', '--reason', 'a festival');
  assert.match(generous.out, /^The promotion daily of chaba is changed\. It may cost 100 % of its bonus/);
  const modest = await operator('promotion', 'daily', 'cap=3x', '--reason', 'the festival is over');
  assert.equal(modest.out.trim(), 'The promotion daily of chaba is changed.');
  assert.match((await operator('set', 'Payout', '5', '--reason', 'a try')).out, /^Payout of chaba is 5\./);
  const { out } = await operator('promotions', '--cost');
  assert.match(splitLines(out).find((line) => line.startsWith('cashback 5 %')) ?? '', /above 60\.00 %$/);
  assert.match((await operator('set', 'Payout', '0.40', '--reason', 'it was too much')).out, /is 0\.4\./);
  assert.equal((await operator('set', 'level1', '101', '--reason', 'too much')).code, 2);
});
