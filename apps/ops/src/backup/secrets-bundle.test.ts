// The bundle of secrets: each of two recipients opens it, no other key does, and a server can start from it alone.
//
// Without the program age the tests print one line and check nothing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { readConfig } from '@chaba/server/core/config';

import { openBundle, toEnvironment, unpackBundle, writeBundle } from './secrets-bundle.ts';
import { readSecrets } from '#ops/core/secrets';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-bundle-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const hasAge = spawnSync('age', ['--version']).status === 0;
const dataDir = path.join(folder, 'data');
fs.mkdirSync(dataDir);
fs.writeFileSync(path.join(dataDir, 'postgres.json'), '{"port":1}');
const secrets = readSecrets(dataDir, {});
const file = path.join(folder, 'bundle.age');

function createKey(name: string): { identity: string; recipient: string } {
  const identity = path.join(folder, name);
  const { stderr } = spawnSync('age-keygen', ['-o', identity], { encoding: 'utf8' });
  return { identity, recipient: /age1[0-9a-z]+/.exec(stderr)?.[0] ?? '' };
}

test('is opened by each recipient and holds what a server needs', async (t) => {
  if (!hasAge) return t.diagnostic('not tried: the program age is missing');
  const [one, other, stranger] = ['one', 'other', 'stranger'].map(createKey);
  assert.ok(one && other && stranger);
  await assert.rejects(writeBundle({ dataDir }, { to: file, recipients: [one.recipient] }), /two people/);
  await writeBundle({ dataDir }, { to: file, recipients: [one.recipient, other.recipient] });
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  assert.ok(!fs.readFileSync(file, 'utf8').includes(String(secrets.HASH_SECRET)));
  await assert.rejects(openBundle(file, stranger.identity), /age failed/);
  const bundle = await openBundle(file, other.identity);
  assert.deepEqual(bundle, await openBundle(file, one.identity));

  const config = readConfig({ DATABASE_URL: 'postgres://a:b@127.0.0.1/c', ...toEnvironment(bundle) });
  assert.deepEqual(
    [config.sandboxSecret, config.studioSecret, config.providerSecret, config.hashSecret],
    [[secrets.SANDBOX_SECRET], [secrets.STUDIO_SECRET], [secrets.PROVIDER_SECRET], [secrets.HASH_SECRET]],
  );
  const restored = path.join(folder, 'restored');
  assert.deepEqual(unpackBundle(bundle, restored).toSorted(), ['postgres.json', 'secrets.json']);
  assert.deepEqual(readSecrets(restored, {}), secrets);
  assert.throws(() => unpackBundle(bundle, restored), /nothing was written/);
});

test('is rejected as a whole when a byte of it changed', async (t) => {
  if (!hasAge) return t.diagnostic('not tried: the program age is missing');
  const { identity, recipient } = createKey('again');
  await writeBundle({ dataDir }, { to: file, recipients: [recipient, recipient] });
  const text = fs.readFileSync(file, 'utf8');
  const place = text.length - 120;
  fs.writeFileSync(file, text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1));
  await assert.rejects(openBundle(file, identity), /age failed/);
});
