// Offers over HTTP: long texts of terms.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { TERMS_LENGTH_MAX } from '@chaba/contract/constraints';

import { findTermsInForce } from '#modules/terms';
import { buildTestOffice } from '#testing/build-back-office';

const office = await buildTestOffice();
const { database, chaba, act } = office;
const marketing = await office.signIn('demo-marketing');

test('publishes terms of use as long as their table holds, and rejects longer texts', async () => {
  const content = 'ข้'.repeat(TERMS_LENGTH_MAX / 2);
  const done = await act(marketing, 'site.publish-terms', { content });
  assert.deepEqual([done.status, done.data], [200, { outcome: 'published' }], done.text);
  assert.equal((await findTermsInForce(database, chaba.id))?.content, content);
  const longer = await act(marketing, 'site.publish-terms', { content: `${content}ข` });
  assert.deepEqual([longer.status, longer.params.field], [422, 'content']);
  const usual = await act(marketing, 'code.end', { code: 'A'.repeat(501) });
  assert.deepEqual([usual.status, usual.params.field], [422, 'code']);
  const large = await act(marketing, 'code.end', { code: 'A'.repeat(17_000) });
  assert.deepEqual([large.status, large.code], [413, 'BODY_TOO_LARGE']);
});
