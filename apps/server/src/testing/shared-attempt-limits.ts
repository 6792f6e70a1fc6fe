// Checks that several server processes on one database keep every attempt limit exactly as one process does: guesses
// are sent to all processes at once, and the allowed ones are counted.
//
// Elsewhere: two processes (attempt-limits.test.ts), four and eight (attempt-limits.heavy.test.ts).

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { encodeSlipQr } from '@chaba/contract/slip-qr';
import { testDatabase } from '@chaba/database/testing';

import { CHABA_API_KEY, createMember, createSites } from './factories.ts';
import { startServerProcess } from './server-process.ts';

const VERIFIER_DELAY_MS = 100;

/** A bank that finds no slip, after a moment in which other processes count theirs. */
async function startBank(): Promise<{ url: string; queries: () => number }> {
  let queries = 0;
  const server = http.createServer((request, response) => {
    queries += 1;
    request.resume();
    void sleep(VERIFIER_DELAY_MS).then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'NOT_FOUND' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { url: `http://127.0.0.1:${address.port}`, queries: () => queries };
}

type Guess = { readonly path: string; readonly body: unknown; readonly token?: string };

/** Error codes and their numbers of `perProcess` guesses sent to every process at once. */
async function countAnswers(
  urls: readonly string[],
  perProcess: number,
  toGuess: (at: number) => Guess,
): Promise<Record<string, number>> {
  const codes = await Promise.all(
    Array.from({ length: perProcess * urls.length }, async (_, at) => {
      const { path, body, token } = toGuess(at);
      const response = await fetch(`${urls[at % urls.length]}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'api-key': CHABA_API_KEY,
          'idempotency-key': randomUUID(),
          ...(token === undefined ? {} : { 'api-auth': token }),
        },
        body: JSON.stringify(body),
      });
      const { code } = (await response.json()) as { readonly code?: string };
      return code ?? 'OK';
    }),
  );
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

export async function checkSharedAttemptLimits(processes: number): Promise<void> {
  const database = await testDatabase();
  const { chaba } = await createSites(database);
  const member = await createMember(database, chaba);
  const bank = await startBank();
  const servers = await Promise.all(
    Array.from({ length: processes }, () =>
      startServerProcess(database.url, {
        CHABA_RATE_LIMITS: 'on',
        SANDBOX_URL: bank.url,
        DATABASE_POOL_SIZE: '5',
        LOG_LEVEL: 'error',
      }),
    ),
  );
  const urls = servers.map(({ url }) => url);
  const total = 12 * processes;
  const { token } = member;

  const slips = await countAnswers(urls, 12, (at) => ({
    path: '/user-profile-composite/v1/topup-api/pullslip',
    body: { barcode: encodeSlipQr({ kind: 'BANK_SLIP', sendingBank: '014', transRef: `Guess${at}` }) },
    token,
  }));
  assert.deepEqual(slips, { SLIP_NOT_FOUND: 5, TOO_MANY_REQUESTS: total - 5 });
  assert.equal(bank.queries(), 5, 'the bank is queried only for allowed slips');

  const codes = await countAnswers(urls, 12, (at) => ({
    path: '/user-profile-composite/v1/topup/itemcode/redeem',
    body: { redeem_code: `WRONG${at}` },
    token,
  }));
  assert.deepEqual(codes, { ITEM_CODE_INVALID: 5, TOO_MANY_REQUESTS: total - 5 });

  const logins = await countAnswers(urls, 12, () => ({
    path: '/auth-service/v1/login',
    body: { phoneNumber: member.phone, Password: 'wrong-password' },
  }));
  assert.deepEqual(logins, { LOGIN_INVALID: 5, LOGIN_RATE_LIMITED: total - 5 });

  const checks = await countAnswers(urls, 12, () => ({
    path: '/auth-service/v1/checkPhone',
    body: { phoneNumber: '0819990001', deviceMark: '0123456789abcdef0123456789abcdef' },
  }));
  assert.deepEqual(checks, { OK: 10, TOO_MANY_REQUESTS: total - 10 });
  for (const server of servers) assert.equal(await server.stop(), 0);
}
