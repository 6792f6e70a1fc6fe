// Sign-in at a third-party host (spec-only-host.ts) with other token formats: a long token works, and one that no
// header can carry is rejected with a sentence.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openMobilePage } from '#testing/product/browser';
import { account, member, startForeignHost } from '#e2e/spec-only-host';
import { closeAlert, fillLogin } from '#e2e/members';
import { startProduct } from '#e2e/product';

const host = await startForeignHost();
after(() => host.close());
const { url } = await startProduct({ environment: { CHABA_API_BASE: host.url } });
// The browser logs error responses and missing cross-origin headers of a host.
const expected = /CORS|ERR_|Failed to load resource/;

test('signs in with any token that a header can carry and reports one that none can', async () => {
  const jwt = `${'h'.repeat(36)}.${'p'.repeat(820)}.${'s'.repeat(43)}`;
  host.setResponse('GET /auth-service/v1/refresh', { body: { success: true, data: member } });
  for (const [authToken, ok] of [
    ['รหัส', false],
    [jwt, true],
  ] as const) {
    host.setResponse('POST /auth-service/v1/login', { body: { success: true, authToken, data: member } });
    const page = await openMobilePage({ expected });
    await page.goto(`${url}/login`);
    await fillLogin(page, account.phone, account.password);
    if (ok) {
      await page.waitForURL(`${url}/user/home`);
      assert.equal(await page.evaluate(() => localStorage.getItem('AccessToken')), jwt);
    } else {
      assert.match(await closeAlert(page), /รหัสการเข้าสู่ระบบที่ใช้งานไม่ได้/);
    }
  }
});
