// Mutated parameters, queries and bodies for every member endpoint: expected rejections only, never a 500.
// `CHABA_FUZZ_INPUTS` sets the number of inputs; `CHABA_FUZZ_SEED` repeats a run.

import assert from 'node:assert/strict';

import type { Endpoint } from '@chaba/contract/endpoint';
import { endpoints } from '@chaba/contract/endpoints';
import { listFields } from '@chaba/contract/validation';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { testInFull } from '@chaba/testing/extent';
import { SeededRandom } from '@chaba/testing/seeded-random';

const INPUTS = Number(process.env['CHABA_FUZZ_INPUTS'] ?? 1_500);
const SEED = Number(process.env['CHABA_FUZZ_SEED'] ?? Date.now() % 1_000_000);

const app = await buildTestApp();

const packed = (text: string): string => Buffer.from(text, 'latin1').toString('base64url');
const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  packed('test\n\0'),
  packed('a\nb\0c'),
  packed('\0\0\0'),
  packed('99999999999999999\ntest\nr'),
  packed('99999999999999.999999999999999999'),
  'x'.repeat(200),
  'x'.repeat(5_000),
  '\u{1F338}',
  '\u0E01\u0E49',
  '\uD800',
  '%00',
  "' or 1=1 --",
  '../../etc',
  '-1',
  '-0',
  '0',
  '1',
  '1e309',
  '9'.repeat(40),
  '0x10',
  '\u0E51\u0E52\u0E53',
  'NaN',
  'null',
  'true',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  'today',
  'DEPOSIT',
  'DEPOSIT,DEPOSIT',
  '0812345678',
  '014',
  '1112223334',
  'WELCOME50',
  'BANK',
]; // prettier-ignore
const values: readonly unknown[] = [
  ...texts,
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.1,
  0.001,
  1e21,
  1e308,
  9_007_199_254_740_992,
  100,
  100.5,
  [],
  [1],
  {},
  { a: 1 },
  [[]],
]; // prettier-ignore

/** Well-formed values for a URL. */
const wellFormed = (parts: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, String(part).toWellFormed()]));

testInFull(`answers ${INPUTS} mutated inputs without a 500 (seed ${SEED})`, async () => {
  let member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const random = new SeededRandom(SEED);
  const pick = <Value>(of: readonly Value[]): Value => random.pick(of);
  const targets = endpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ auth, form }) => (auth === 'none' || auth === 'member') && form !== 'events');
  const some = (schema: Endpoint['query'], from: readonly unknown[]) =>
    Object.fromEntries(
      (schema ? listFields(schema) : []).flatMap((name) => (pick([true, true, false]) ? [[name, pick(from)]] : [])),
    );
  const failures: string[] = [];
  for (let count = 0; count < INPUTS; count += 1) {
    const endpoint = pick(targets);
    const input = {
      as: member,
      params: wellFormed(some(endpoint.params, texts)),
      query: some(endpoint.query, texts) as Record<string, string>,
      ...(endpoint.body === undefined
        ? {}
        : { body: pick([some(endpoint.body, values), some(endpoint.body, values), pick(values)]) }),
      ...(endpoint.headers === undefined
        ? {}
        : { headers: { tokenbank: encodeURIComponent(pick(texts).toWellFormed()).slice(0, 900) } }),
    };
    const answer = await app.send(endpoint, input as object);
    // Some endpoints sign the member out or start a play break.
    if (answer.status === 401 || answer.status === 403) member = await createMember(app.database, app.chaba);
    if (answer.status >= 500) {
      failures.push(`${endpoint.method} ${endpoint.path} ${JSON.stringify({ ...input, as: '' })}`);
    }
  }
  assert.deepEqual([...new Set(failures)].slice(0, 20), []);
  assert.deepEqual(await audit(app.database), []);
});
