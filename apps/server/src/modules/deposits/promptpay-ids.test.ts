import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/deposits';
import { sql } from '@chaba/database';
import { openOperator } from '@chaba/operator-cli/testing';

import { OUR_NAME } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';

import { ensureReceivingAccount } from '#modules/receiving-accounts';

const app = await buildTestApp({ config: { mode: 'licensed' } });
const play = await buildTestApp({ database: app.database });
const { database, chaba } = app;
const account = { kind: 'bank', account: '9998887776', holderName: OUR_NAME } as const;
await ensureReceivingAccount(database, chaba.id, { ...account, bankCode: '004' });
await ensureReceivingAccount(database, chaba.id, { ...account, bankCode: '014' });
await ensureReceivingAccount(database, chaba.id, {
  kind: 'wallet',
  bankCode: null,
  account: '0891112222',
  holderName: OUR_NAME,
});
const member = await createMember(database, chaba);

const operator = openOperator(database);

const idsAt = async (at: typeof app) =>
  (await at.send(contract.listDepositAccounts, { as: member })).body.data.map(({ promptPayId }) => promptPayId);

test('shows the PromptPay id that an operator sets, in licensed mode only', async () => {
  const because = ['--reason', 'opened at the bank'] as const;
  assert.deepEqual(await idsAt(app), [undefined, undefined, undefined]);
  const national = await operator('promptpay', '014/999-8-88777-6', '1-2345-67890-12-1', ...because);
  assert.deepEqual(
    [national.code, national.out.trim()],
    [0, '014/9998887776 is paid by PromptPay 1234567890121: send one baht by a code of it before members do.'],
  );
  assert.equal((await operator('promptpay', '0891112222', '140000891112222', ...because)).code, 0);
  assert.deepEqual(await idsAt(app), [undefined, '1234567890121', '140000891112222']);
  assert.deepEqual(await idsAt(play), [undefined, undefined, undefined]);
  const list = (await operator('accounts')).out;
  assert.match(list, /^004\/9998887776 .*no PromptPay id .*open *\n014\/9998887776 .*PromptPay 1234567890121 .*open/);
  assert.match(
    (await operator('audit-log')).out,
    /account.set-promptpay +account 014\/9998887776 +opened at the bank .*1234567890121/,
  );
  assert.equal(
    (await operator('promptpay', '0891112222', 'none', ...because)).out.trim(),
    '0891112222 has no PromptPay id.',
  );
  assert.deepEqual(await idsAt(app), [undefined, '1234567890121', undefined]);
});

test('rejects invalid ids, unknown or ambiguous accounts, and actions without a reason', async () => {
  for (const id of ['1234567890122', '12345', '', 'x']) {
    const result = await operator('promptpay', '0891112222', id, '--reason', 'trying');
    assert.deepEqual([result.code, /is no PromptPay id/.test(result.err)], [2, true], id);
  }
  const two = await operator('promptpay', '9998887776', '0812345678', '--reason', 'trying');
  assert.deepEqual([two.code, two.err.trim()], [2, 'Say which: 004/9998887776 or 014/9998887776.']);
  assert.equal((await operator('promptpay', '002/9998887776', '0812345678', '--reason', 'trying')).code, 1);
  assert.equal((await operator('promptpay', '0891112222', '0812345678')).code, 2);
  await assert.rejects(
    database.owner.execute(sql`update receiving_account set promptpay_id = '12345'`),
    /receiving_account_promptpay_id_check/,
  );
});
