// Runs the examples of docs/providers.md unchanged against a server and compares the results with the page.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { aggregators, scenarios } from '@chaba/certify';
import { walletCodes } from '@chaba/contract/seamless';
import { fieldDescriptions } from '@chaba/contract/wallet-docs';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { issueKey } from '#server/modules/providers/providers';
import { buildTestApp } from '#server/testing/build-app';
import { createMember, PASSWORD } from '#server/testing/factories';
import { ROOT } from '#ops/core/root';

const page = readFileSync(path.join(ROOT, 'docs', 'providers.md'), 'utf8');
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const folder = mkdtempSync(path.join(os.tmpdir(), 'chaba-providers-page-'));
after(() => rmSync(folder, { recursive: true }));
const privateKeyFile = path.join(folder, 'hub88.pem');
writeFileSync(privateKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
const hub88PublicKeys = [publicKey.export({ type: 'spki', format: 'pem' }).toString()];
const app = await buildTestApp({ config: { hub88PublicKeys } });
const url = await app.listen();
const member = await createMember(app.database, app.chaba, { money: baht(100) });

function block(language: string): string {
  const found = new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'ms').exec(page)?.[1];
  assert.ok(found, `the page has a block of ${language}`);
  return found.replaceAll(/^ {3}/gm, '');
}

async function run(command: string, args: readonly string[], input: string, env: Record<string, string> = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return output.trim().split('\n');
}

test('runs the shell session: authenticate, a bet, the same again, another amount, a win, the balance', async (t) => {
  const tools = ['sh', 'curl', 'openssl'].filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  // The product runs without these tools; the Node example below checks the same signature.
  if (tools.length > 0) return t.diagnostic(`this machine has no ${tools.join(', ')}`);
  const script = block('sh')
    .replace('http://127.0.0.1:3000', url)
    .replace('0812345678', member.phone)
    .replace('demo1234', PASSWORD);
  const answers = (await run('sh', [], script)).map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    answers.map(({ code, duplicate, balance, balanceAfter }) => [code, duplicate, balanceAfter ?? balance]),
    [
      ['OK', undefined, '100.0000'],
      ['OK', false, '98.0000'],
      ['OK', true, '98.0000'],
      ['TX_CONFLICT', undefined, '98.0000'],
      ['OK', false, '101.5000'],
      ['OK', undefined, '101.5000'],
    ],
  );
});

test('reads a balance with the Node program', async () => {
  const [answer = ''] = await run(process.execPath, ['--input-type=module'], block('js'), {
    URL: url,
    PLAYER: member.playerId,
  });
  assert.match(answer, /^200 \{"code":"OK".*"balance":"\d+\.\d{4}"/);
});

test('lists every code and every scenario, and shows only valid responses', () => {
  for (const code of walletCodes) assert.ok(page.includes(`\`${code}\``), code);
  assert.ok(page.includes(`plays ${scenarios.length} scenarios`));
  for (const field of Object.keys(JSON.parse(block('json')) as object)) assert.ok(field in fieldDescriptions, field);
});

test('certifies the protocols of aggregators by command, as a member that signs in', async () => {
  const { length } = aggregators.amb.scenarios;
  assert.ok(
    page.includes(`--protocol amb --key $KEY --secret $SECRET # ${length} passed, 0 failed of ${length} scenarios`),
  );
  // The last scenario of each has requests that are rejected for good; the server's test runs all of them.
  for (const protocol of ['amb', 'hub88'] as const) {
    const key = await app.database.transaction((tx) =>
      issueKey(tx, app.chaba, { provider: protocol, secrets: app.context.config }),
    );
    assert.ok(key !== 'two_keys');
    const player = ['--phone', member.phone, '--password', PASSWORD];
    const keys = ['--key', key.keyId, '--secret', key.secret, '--private-key', privateKeyFile];
    const command = path.join(ROOT, 'packages', 'certify', 'src', 'main.ts');
    const only = aggregators[protocol].scenarios.at(-1)?.id ?? '';
    const words = ['--url', url, '--protocol', protocol, '--only', only, ...keys, ...player];
    const lines = await run(process.execPath, [command, ...words], '');
    assert.equal(lines.at(-1), '1 passed, 0 failed of 1 scenarios', lines.join('\n'));
    assert.ok(lines.some((line) => line.startsWith(`"npm run operator -- refused-calls ${protocol}" lists each of: `)));
  }
});

test('passes the ledger audit after all examples', async () => assert.deepEqual(await audit(app.database), []));
