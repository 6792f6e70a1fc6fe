// An installed release is compared with its manifest.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import { testDatabase } from '@chaba/database/testing';

import { startServerProcess } from '#testing/server-process';

import { ConfigError } from './config.ts';
import { listChangedFiles, watchIntegrity } from './integrity.ts';
import { readReleaseCommit, RELEASE_FOLDER } from './release.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('finds a changed and a missing file of a release', async (t) => {
  const folder = makeRelease(t);
  assert.deepEqual(await listChangedFiles(folder), []);
  fs.appendFileSync(path.join(folder, 'server.ts'), '// changed');
  fs.rmSync(path.join(folder, 'pages', 'index.html'));
  assert.deepEqual(await listChangedFiles(folder), ['pages/index.html', 'server.ts']);
});

test('checks nothing in a folder without a manifest', async (t) => {
  const folder = makeRelease(t);
  fs.rmSync(path.join(folder, 'MANIFEST.sha256'));
  assert.deepEqual(await listChangedFiles(folder), []);
});

test('reads the commit of a release, and none of a clone or of a damaged file', (t) => {
  const folder = makeRelease(t);
  assert.equal(readReleaseCommit(folder), undefined);
  const write = (content: string): void => fs.writeFileSync(path.join(folder, 'release.json'), content);
  write('{"version":"0.1.0","commit":"0123456789ab"}\n');
  assert.equal(readReleaseCommit(folder), '0123456789ab');
  for (const damaged of ['{"version":"0.1.0"', '{"version":"0.1.0"}', '{"commit":7}']) {
    write(damaged);
    assert.equal(readReleaseCommit(folder), undefined);
  }
});

test('prevents a licensed start from a changed release', async (t) => {
  const folder = makeRelease(t);
  fs.appendFileSync(path.join(folder, 'server.ts'), '// changed');
  await assert.rejects(watchIntegrity({ mode: 'licensed' }, silent, folder), {
    constructor: ConfigError,
    message: 'The installed release was changed: server.ts. Unpack the archive anew.',
  });
});

test('warns in play mode and counts the changed files again after a day', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const folder = makeRelease(t);
  const warnings: unknown[] = [];
  const warned = Promise.withResolvers<void>();
  const log = {
    ...silent,
    warn: (fields: unknown) => {
      warnings.push(fields);
      warned.resolve();
    },
  };
  const watch = await watchIntegrity({ mode: 'play' }, log, folder);
  t.after(watch.stop);
  assert.equal(watch.countChangedFiles(), 0);
  fs.appendFileSync(path.join(folder, 'server.ts'), '// changed');
  t.mock.timers.tick(24 * 60 * 60 * 1_000);
  await warned.promise;
  assert.deepEqual(warnings, [{ count: 1, files: ['server.ts'] }]);
  assert.equal(watch.countChangedFiles(), 1);
});

test('counts a manifest that is gone', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const folder = makeRelease(t);
  const warned = Promise.withResolvers<unknown>();
  const watch = await watchIntegrity({ mode: 'play' }, { ...silent, warn: warned.resolve }, folder);
  t.after(watch.stop);
  fs.rmSync(path.join(folder, 'MANIFEST.sha256'));
  t.mock.timers.tick(24 * 60 * 60 * 1_000);
  assert.deepEqual(await warned.promise, { count: 1, files: ['MANIFEST.sha256'] });
  assert.equal(watch.countChangedFiles(), 1);
});

test('shows the changed files of its release in the metrics of the server process', async (t) => {
  const folder = copyServer(t);
  const listed = ['package.json', 'apps/server/src/main.ts', 'apps/server/src/app.ts'];
  const lines = listed.map((file) => {
    const hash = createHash('sha256').update(fs.readFileSync(path.join(folder, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  fs.writeFileSync(path.join(folder, 'MANIFEST.sha256'), lines.join(''));
  fs.appendFileSync(path.join(folder, 'apps/server/src/app.ts'), '// changed\n');
  fs.appendFileSync(path.join(folder, 'package.json'), '\n');
  const port = await freePort();
  await startServerProcess((await testDatabase()).url, { METRICS_PORT: String(port) }, folder);
  const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.match(page, /^chaba_integrity_changed_files 2$/m);
});

/** Copies the code of the server into a folder of its own, with the packages of this checkout. */
function copyServer(t: TestContext): string {
  const folder = makeFolder(t);
  for (const file of ['package.json', 'apps/server/package.json', 'apps/server/src']) {
    fs.cpSync(path.join(RELEASE_FOLDER, file), path.join(folder, file), { recursive: true });
  }
  for (const modules of ['node_modules', 'apps/server/node_modules']) {
    fs.symlinkSync(path.join(RELEASE_FOLDER, modules), path.join(folder, modules));
  }
  return folder;
}

function makeFolder(t: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-integrity-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function makeRelease(t: TestContext): string {
  const folder = makeFolder(t);
  const files = { 'pages/index.html': '<!doctype html>', 'server.ts': 'export {};\n' };
  fs.mkdirSync(path.join(folder, 'pages'));
  const lines = Object.entries(files).map(([file, content]) => {
    fs.writeFileSync(path.join(folder, file), content);
    return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`;
  });
  fs.writeFileSync(path.join(folder, 'MANIFEST.sha256'), lines.join(''));
  return folder;
}
