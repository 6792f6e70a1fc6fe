import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { signedHeaders } from '@chaba/sandbox-kit/signature';
import { deriveTesterToken } from '@chaba/sandbox-kit/testers';

import { TestReceiver } from './bank/testing/fake-server.ts';

const RESULTS = '/integrations/bank/v1/payouts';
const FEED = '/integrations/bank/v1/feed';
const secret = 'the secret of this data folder';
const server = new TestReceiver(secret);
let folder: string;
let serverUrl: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  serverUrl = await server.open();
});
after(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

test('keeps acknowledged state and delivers pending messages after kill -9', async () => {
  const first = await startSandbox();
  const transfer = await post(first.url, '/bank/transfers?feed=late&feedDelayMs=2500', {
    fromBankCode: '014',
    fromAccount: '1112223334',
    toBankCode: '004',
    toAccount: '9998887776',
    amount: 500,
  });
  const payout = { payoutId: 'P-1', bankCode: '014', account: '1112223334', name: 'สมหญิง ใจดี', amount: '300.00' };
  assert.equal((await post(first.url, '/payout-api/v1/payouts', payout))['status'], 'accepted');
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');
  assert.deepEqual(server.received, []);

  const second = await startSandbox();
  const request = { sendingBank: '014', transRef: transfer['transRef'] };
  assert.equal((await post(second.url, '/slip-api/v1/verify', request))['code'], 'OK');
  const [result] = await server.waitFor(RESULTS, 1, 10_000);
  assert.deepEqual(JSON.parse(String(result?.body)), { payoutId: 'P-1', status: 'paid' });
  const [line] = await server.waitFor(FEED, 1, 10_000);
  assert.ok(line?.isSigned && result?.isSigned);

  second.process.kill('SIGTERM');
  const [code] = (await once(second.process, 'exit')) as [number | null];
  assert.equal(code, 0);
  assert.equal(server.received.length, 2);
});

test('drops root where its files stay readable, and still writes its state and draws slips', async () => {
  const running = await startSandbox();
  const isRoot = process.getuid?.() === 0;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  const nobody = { uid: Number(uid), gid: Number(gid) };
  // A checkout below a folder that only root can enter: the sandbox stays root and reports it.
  const canRead = () =>
    spawnSync('/bin/sh', ['-c', '[ -r "$1" ]', 'sh', import.meta.filename], { ...nobody, cwd: '/' }).status === 0;
  const expected = isRoot && canRead() ? nobody.uid : process.getuid?.();
  const status = readFileSync(`/proc/${running.process.pid}/status`, 'utf8');
  const users = (/^Uid:\s+(.*)$/m.exec(status)?.[1] ?? '').split(/\s+/).map(Number);
  assert.deepEqual(new Set(users), new Set([expected]));

  const order = {
    fromBankCode: '014',
    fromAccount: '1112223334',
    toBankCode: '004',
    toAccount: '9998887776',
    amount: 7,
  };
  const transfer = await post(running.url, '/bank/transfers', order);
  const slip = await fetch(`${running.url}/bank/slips/${String(transfer['transRef'])}.png`);
  assert.deepEqual([slip.status, slip.headers.get('content-type')], [200, 'image/png']);
  running.process.kill('SIGTERM');
  const [code] = (await once(running.process, 'exit')) as [number | null];
  assert.equal(code, 0);

  // The next start reads what the user wrote.
  const second = await startSandbox();
  const known = await fetch(`${second.url}/bank/transfers/${String(transfer['transRef'])}`);
  assert.equal(known.status, 200);
  second.process.kill('SIGTERM');
  await once(second.process, 'exit');
  if (isRoot) assert.match(await failedStart({ CHABA_SANDBOX_USER: 'no-such-user' }), /^CHABA_SANDBOX_USER must name/);
});

test('prints the link for testers', () => {
  const environment = { SANDBOX_URL: 'https://games.rose.example/', SANDBOX_SECRET: secret };
  const link = spawnSync(process.execPath, [fileURLToPath(import.meta.resolve('./tester-link.ts'))], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  assert.equal(link.stdout, `https://games.rose.example/bank?token=${deriveTesterToken(secret)}\n`);
});

test('reports an invalid setting and a port in use in one sentence', async () => {
  const running = await startSandbox();
  const port = new URL(running.url).port;
  const taken = await failedStart({ SANDBOX_PORT: port, SANDBOX_HOST: '127.0.0.1' });
  assert.match(taken, /^The sandbox's port is in use: .* Choose another with SANDBOX_PORT\.\n$/);
  assert.match(
    await failedStart({ SANDBOX_PORT: 'x' }),
    /^SANDBOX_PORT must be a port number from 0 to 65535, not "x"\.\n$/,
  );
  assert.match(
    await failedStart({ SANDBOX_SECRET: ' too short ' }),
    /^SANDBOX_SECRET must have at least 12 characters\.\n$/,
  );
  assert.match(await failedStart({ SANDBOX_SECRET: '' }), /^SANDBOX_SECRET is missing: .*\.\n$/);
  running.process.kill('SIGINT');
  await once(running.process, 'exit');
});

function launch(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(import.meta.resolve('./main.ts'))], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_SECRET: secret,
      SERVER_URL: serverUrl,
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function startSandbox(): Promise<{ process: ChildProcess; url: string }> {
  const child = launch({});
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const url = /listening on (http:\S+)\)/.exec(output)?.[1];
    if (url) return { process: child, url };
  }
  throw new Error(`the sandbox did not start: ${output}`);
}

async function failedStart(environment: Record<string, string>): Promise<string> {
  const child = launch(environment);
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 1);
  return output;
}

async function post(url: string, target: string, body: unknown): Promise<Record<string, unknown>> {
  const text = JSON.stringify(body);
  const headers = signedHeaders({ bank: secret, studio: secret }, 'bank', { method: 'POST', target, body: text });
  const response = await fetch(url + target, { method: 'POST', headers, body: text });
  return (await response.json()) as Record<string, unknown>;
}
