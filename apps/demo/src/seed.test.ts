import assert from 'node:assert/strict';
import { test } from 'node:test';

import { redeemItemCode } from '@chaba/contract/bonuses';
import { login } from '@chaba/contract/members';
import { DEMO_CODES, DEMO_PASSWORD } from '@chaba/server/core/demo';
import { findMemberByPhone } from '@chaba/server/modules/members';
import { buildTestApp } from '@chaba/server/testing/build-app';

import { seed } from './seed.ts';

const PHONE = '0812345678';
const closed = await buildTestApp();
const { database } = closed;
const shown = await buildTestApp({ database, config: { isDemo: true } });

test('writes no member and no code while the demo is off', async () => {
  await seed(database, closed.context.config);
  assert.equal(await findMemberByPhone(database, 1, PHONE), undefined);
  assert.deepEqual(await database.rows({ strings: ['select code from item_code'], values: [] }), []);
});

test('rejects the public password and codes of the demo once it is switched off', async () => {
  await seed(database, { ...shown.context.config });
  const body = { phoneNumber: PHONE, Password: DEMO_PASSWORD };
  const signedIn = await shown.send(login, { body });
  assert.equal(signedIn.status, 200);
  const refused = await closed.send(login, { body });
  assert.deepEqual([refused.status, refused.body.code], [422, 'LOGIN_INVALID']);

  const as = { token: signedIn.body.authToken ?? '' };
  for (const code of DEMO_CODES) {
    const redeem = (app: typeof closed) => app.send(redeemItemCode, { as, body: { redeem_code: code } });
    assert.equal((await redeem(closed)).body.code, 'ITEM_CODE_INVALID', code);
    assert.equal((await redeem(shown)).status, 200, code);
  }
});
