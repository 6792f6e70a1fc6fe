import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createApp } from './http.ts';
import { deriveTesterToken, TESTERS_ONLY } from './testers.ts';

const secrets = { bank: 'secret of the bank', studio: 'secret of the studio', second: { bank: 'the earlier secret' } };
const app = createApp({ publicUrl: 'https://sandbox.test', serverUrl: 'http://127.0.0.1:3000', secrets });
const CONTROLS = ['/bank', '/bank/transfers', '/studio/behaviour'];
for (const url of [...CONTROLS, '/studio/v1/spin']) {
  app.post(url, () => ({ code: 'OK' }));
  app.get(url, () => ({ code: 'OK' }));
}
const TESTERS = ['/bank/behaviour', '/bank/payouts/:payoutId/result'];
for (const url of TESTERS) app.post(url, TESTERS_ONLY, () => ({ code: 'OK' }));

type Method = 'GET' | 'POST';
const status = async (
  url: string,
  headers: Record<string, string>,
  method: Method = 'POST',
  remoteAddress = '127.0.0.1',
): Promise<number> =>
  (await app.inject({ method, url, headers: { host: '127.0.0.1:3001', ...headers }, remoteAddress })).statusCode;

/** Other ways to write a path: one encoded letter at each place, double slashes, the absolute form. */
const writeOtherwise = (path: string): string[] => [
  ...[...path].flatMap((sign, at) =>
    /[a-z]/i.test(sign) ? [`${path.slice(0, at)}%${sign.charCodeAt(0).toString(16)}${path.slice(at + 1)}`] : [],
  ),
  path.replaceAll('/', '//'),
  `http://127.0.0.1:3001${path}`,
];

test('rejects requests of other sites to the controls, however the path is written', async () => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.test' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'null' },
    { host: 'elsewhere.test:3001' },
    { host: 'elsewhere.test:3001', origin: 'http://elsewhere.test:3001', 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of foreign) {
    for (const path of [...CONTROLS, '/bank/transfers?feed=late', '/bank/behaviour', '/bank/payouts/P1-1/result']) {
      for (const url of [path, ...writeOtherwise(path)]) {
        const answer = await status(url, headers);
        assert.ok(answer === 403 || answer === 404, `${url} ${JSON.stringify(headers)} ${answer}`);
      }
      assert.equal(await status(path, headers), 403, path);
    }
    assert.equal(await status('/bank', headers, 'GET'), 200, 'the page itself is open');
    assert.equal(await status('/studio/v1/spin', headers), 200, 'a game carries a session of its own');
  }
});

test('serves its own pages and programs under each host name of the sandbox', async () => {
  const own = [
    {},
    { origin: 'http://127.0.0.1:3001' },
    { origin: 'http://127.0.0.1:3001', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { host: 'localhost:3001', origin: 'http://localhost:3001' },
    { host: 'lanna.localhost:3001' },
    { host: '192.168.1.20:3001', origin: 'http://192.168.1.20:3001' },
    { host: '[::1]:3001' },
    { host: 'sandbox.test', origin: 'https://sandbox.test' },
  ];
  for (const headers of own) assert.equal(await status('/bank/transfers', headers), 200, JSON.stringify(headers));
});

test('serves the controls of testers on this machine and with the token alone', async () => {
  const phone = { host: '192.168.1.20:3001' };
  const token = deriveTesterToken(secrets.bank);
  const earlier = deriveTesterToken(secrets.second.bank);
  for (const path of ['/bank/behaviour', '/bank/payouts/P1-1/result']) {
    assert.equal(await status(path, {}), 200, path);
    assert.equal(await status(path, {}, 'POST', '::1'), 200, path);
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${earlier}` },
      { cookie: `chaba_tester=${token}` },
      { cookie: `other=1; chaba_tester=${token}; more=2` },
    ]) {
      assert.equal(await status(path, { ...phone, ...headers }, 'POST', '192.168.1.33'), 200, JSON.stringify(headers));
    }
    for (const [headers, address] of [
      [{}, '192.168.1.33'],
      [phone, '192.168.1.33'],
      [phone, '127.0.0.1'],
      [{ 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
      [{ forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
      [{ via: '1.1 edge' }, '127.0.0.1'],
      [{ authorization: 'Bearer ' }, '192.168.1.33'],
      [{ authorization: `Bearer ${token}x` }, '192.168.1.33'],
      [{ authorization: `Bearer ${token.toLowerCase()}` }, '192.168.1.33'],
      [{ cookie: `chaba_tester=${token.slice(1)}` }, '192.168.1.33'],
      [{ cookie: `not_chaba_tester=${token}` }, '192.168.1.33'],
    ] as const) {
      assert.equal(await status(path, headers, 'POST', address), 403, `${path} ${JSON.stringify(headers)} ${address}`);
      for (const url of writeOtherwise(path)) {
        const answer = await status(url, headers, 'POST', address);
        assert.ok(answer === 403 || answer === 404, `${url} ${answer}`);
      }
    }
    // A page of another site may not use the cookie of a tester's browser.
    const foreign = { cookie: `chaba_tester=${token}`, origin: 'https://elsewhere.test', ...phone };
    assert.equal(await status(path, foreign, 'POST', '192.168.1.33'), 403);
  }
});
