import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checks } from './checks.ts';
import {
  allowedScripts,
  deniedFindings,
  isLicenceAllowed,
  licenceFindings,
  type Locked,
  readLocked,
  repositoryFiles,
  secretFindings,
} from './gates.ts';

const allowed = new Set(['node']);

test('runs the three gates in npm run check and passes them', async () => {
  const names = checks.map(({ name }) => name);
  for (const gate of ['licences', 'denied packages', 'secrets']) assert.ok(names.includes(gate), gate);
  assert.deepEqual(licenceFindings(readLocked()), []);
  assert.deepEqual(deniedFindings(readLocked(), allowedScripts()), []);
  const files = repositoryFiles();
  assert.ok(files.length > 500, 'the files of the repository are checked');
  assert.deepEqual(secretFindings(files), []);
});

test('requires one allowed alternative, or every part of a combination, in a licence expression', () => {
  const none = (): boolean => false;
  for (const good of ['MIT', 'MIT OR GPL-3.0', '(MIT OR CC0-1.0)', 'MIT AND OFL-1.1', '(GPL-2.0 OR MIT) AND ISC']) {
    assert.ok(isLicenceAllowed(good, none), good);
  }
  for (const bad of ['GPL-3.0', 'MIT AND GPL-3.0', 'AGPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN x', '', 'BUSL-1.1']) {
    assert.ok(!isLicenceAllowed(bad, none), bad);
  }
  assert.ok(isLicenceAllowed('MIT AND MPL-2.0', (id) => id === 'MPL-2.0'));
});

test('reports a package without an allowed licence, an optional one by the package that names it', () => {
  const locked: Locked = {
    '': { version: '1.0.0' },
    'node_modules/good': { version: '1.0.0', license: 'MIT', optionalDependencies: { 'good-darwin': '1.0.0' } },
    'node_modules/good-darwin': { version: '1.0.0', optional: true },
    'node_modules/copyleft': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/good/node_modules/unknown': { version: '1.0.0' },
    'node_modules/lightningcss': { version: '1.0.0', license: 'MPL-2.0' },
    'node_modules/other': { version: '1.0.0', license: 'MPL-2.0' },
  };
  assert.deepEqual(licenceFindings(locked), [
    'node_modules/copyleft is under GPL-3.0: allow it in tools/check/package-policy.ts, or replace it',
    'node_modules/good/node_modules/unknown has no licence in the lockfile',
    'node_modules/other is under MPL-2.0: allow it in tools/check/package-policy.ts, or replace it',
  ]);
});

test('reports a denied package or version, another source, a script and a replaced package', () => {
  const locked: Locked = {
    '': { devDependencies: { jest: '30.0.0' } },
    'apps/server': { dependencies: { moment: '2.0.0', fastify: '5.0.0' } },
    'node_modules/flatmap-stream': { version: '0.1.2' },
    'node_modules/a/node_modules/event-stream': { version: '3.3.6' },
    'node_modules/event-stream': { version: '4.0.1' },
    'node_modules/elsewhere': { version: '1.0.0', resolved: 'git+ssh://git@example.test/elsewhere.git' },
    'node_modules/here': { version: '1.0.0', resolved: 'https://registry.npmjs.org/here/-/here-1.0.0.tgz' },
    'node_modules/runs': { version: '1.0.0', hasInstallScript: true },
    'node_modules/node': { version: '24.0.0', hasInstallScript: true },
  };
  assert.deepEqual(deniedFindings(locked, allowed), [
    'package.json names jest: use node:test',
    'apps/server/package.json names moment: use @chaba/contract/thai-time',
    'node_modules/flatmap-stream 0.1.2 is denied: stole wallets',
    'node_modules/a/node_modules/event-stream 3.3.6 is denied: stole wallets',
    'node_modules/elsewhere does not come from the registry',
    'node_modules/runs runs a script when it is installed: allowScripts of package.json does not name it',
  ]);
});

test('reports a planted secret by its place without repeating it', () => {
  const random = 'q7Zp2Lx9Vt4Rk8Ws1Ny6Hb3Jd5Gf0Ce2AxB9';
  // The values are joined here, so that this file contains no secret.
  const planted: readonly (readonly [what: string, parts: readonly string[]])[] = [
    ['a private key', ['-----BEGIN RSA', ' PRIVATE KEY-----']],
    ['a key of AWS', ['AKIA', 'ABCDEFGH12345678']],
    ['a token of GitHub', ['ghp_', random]],
    ['a token of npm', ['npm_', random]],
    ['a token of Slack', ['xoxb-', '123456789012']],
    ['a signed token', ['eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0.', random]],
    ['an address with a password', ['postgres://chaba:', 'hunter22hunter', '@db.example.test/chaba']],
    ['a secret in a setting', ['SANDBOX_SECRET=', random]],
    ['a secret in a setting', ["const apiKey = '", random, "';"]],
  ];
  for (const [what, parts] of planted) {
    const findings = secretFindings([{ name: 'a.ts', text: `first\n${parts.join('')}\n` }]);
    assert.deepEqual(findings, [`a.ts:2 looks like ${what}`]);
  }
  const harmless = [
    'const secret = secretOf(config.sandboxSecret, keyId);',
    "const SECRET = 'a-secret-of-this-test-that-is-long-1';",
    'postgres://postgres@127.0.0.1:5432/chaba',
    `const token = newTokenOfThisVeryMemberAndDevice1();`,
    `addressOf(\`postgres://\${role}:\${password}@127.0.0.1\`)`,
  ];
  assert.deepEqual(secretFindings([{ name: 'a.ts', text: harmless.join('\n') }]), []);
});
