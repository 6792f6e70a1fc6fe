import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testInFull } from '#testing/extent';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-chromium-'));
after(() => fs.rmSync(folder, { recursive: true }));

/**
 * Creates a folder every few milliseconds during the search for Chromium, as a product does that starts at the same
 * time.
 */
const CONCURRENT_SCRIPT = `
  import * as fs from 'node:fs';
  import os from 'node:os';
  import path from 'node:path';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { findSmallChromium } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'chromium.ts')).href)};
  const before = JSON.stringify(process.env);
  let found;
  const searching = findSmallChromium().then((chromium) => { found = chromium; });
  const made = [];
  do made.push(fs.mkdtempSync(path.join(os.tmpdir(), 'beside-')));
  while (await Promise.race([searching.then(() => false), sleep(50, true)]));
  const again = await findSmallChromium();
  console.log(JSON.stringify({
    isUnpacked: fs.existsSync(found.executablePath) && again.executablePath === found.executablePath,
    isSameEnvironment: JSON.stringify(process.env) === before,
    folders: made.length,
    lost: made.filter((place) => !fs.existsSync(place)),
  }));
`;

testInFull('leaves the environment and temporary folders of the process unchanged while unpacking Chromium', () => {
  const { CHROME_PATH: _named, ...environment } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', CONCURRENT_SCRIPT], {
    env: { ...environment, TMPDIR: folder },
    encoding: 'utf8',
  });
  assert.ok(stdout !== '', stderr);
  const { folders, ...rest } = JSON.parse(stdout) as { folders: number };
  assert.ok(folders > 1, 'nothing was unpacked');
  assert.deepEqual(rest, { isUnpacked: true, isSameEnvironment: true, lost: [] });
});
