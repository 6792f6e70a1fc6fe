import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';

import { openStore } from './store.ts';

const steps = ['create table thing (name text primary key, amount integer not null) strict'];

test('runs each migration step once and adds new steps', () => {
  const store = openStore(':memory:');
  store.apply('things', steps);
  store.apply('things', [...steps, 'alter table thing add column note text']);
  store.apply('things', [...steps, 'alter table thing add column note text']);
  assert.equal(store.execute('insert into thing (name, amount, note) values (?, ?, ?)', 'a', 1n, 'x'), 1);
  store.close();
});

test('commits or rolls back a transaction as a whole, nested ones included', () => {
  const store = openStore(':memory:');
  store.apply('things', steps);
  const insert = (name: string) => store.execute('insert into thing (name, amount) values (?, 1)', name);
  assert.throws(() =>
    store.transaction(() => {
      insert('a');
      store.transaction(() => insert('b'));
      throw new Error('no');
    }),
  );
  assert.deepEqual(store.rows('select name from thing'), []);
  store.transaction(() => insert('c'));
  assert.equal(store.rows('select name from thing').length, 1);
  store.close();
});

test('reads large integers exactly', () => {
  const store = openStore(':memory:');
  const large = 9_007_199_254_740_993n;
  assert.deepEqual({ ...store.maybe<object>('select ? as amount', large) }, { amount: large });
  store.close();
});

test('restricts its files to their owner, also existing ones', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-bank-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  const place = path.join(folder, 'sandbox.sqlite');
  const modes = () =>
    fs.readdirSync(folder).map((name) => (fs.statSync(path.join(folder, name)).mode & 0o777).toString(8));
  for (const mode of [0o600, 0o644]) {
    if (fs.existsSync(place)) fs.chmodSync(place, mode);
    const store = openStore(place);
    store.apply('things', steps);
    store.execute(`insert into thing (name, amount) values ('${mode}', 1)`);
    assert.deepEqual(new Set(modes()), new Set(['600']));
    assert.equal(modes().length, 3, 'the database, its log and its index');
    store.close();
  }
});
