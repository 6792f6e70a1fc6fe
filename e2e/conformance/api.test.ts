// The specification over HTTP on a running product, by a client that implements the specification only: payload fields,
// responses, headers, entities, rules and limits. A part of docs/conformance.md.
//
// Elsewhere: the table of endpoints (endpoints.ts), rules and entities (rules.ts).

import assert from 'node:assert/strict';

import { createClient, makeMemberWithHistory, prepareSignup, type Sent, signUp, transferTo } from './client.ts';
import { type SpecifiedCall, specifiedCalls } from './endpoints.ts';
import { openReport } from './report.ts';
import { requireEntities, requireRules } from './rules.ts';
import { checkShape, describeFields } from './shapes.ts';
import { createAccountNumber, freePhone } from '#e2e/members';
import { operator } from '#e2e/money';
import { startProduct } from '#e2e/product';

const NEXT_PASSWORD = 'Moklek-2569';

const product = await startProduct();
// A withdrawal follows a deposit without play here.
await operator(product, 'set', 'depositTurnover', '0', '--reason', 'a client without games');
const client = createClient(product.url);
const report = openReport('api');
const member = await makeMemberWithHistory(product, client);
/** A member that redeems codes and spins, which adds turnover requirements. */
const player = await signUp(client);
/** Changes the password, once. */
const changer = await signUp(client);
const coins = { payload: { redeem_code: 'COINS3' }, token: player.token };
await client('POST /user-profile-composite/v1/topup/itemcode/redeem', coins);

/** A successful request, created anew for each use. */
const examples: Readonly<Record<string, () => Sent | Promise<Sent>>> = {
  'POST /auth-service/v1/checkPhone': () => ({ payload: { phoneNumber: freePhone() } }),
  'POST /auth-service/v1/checkBank': () => ({ payload: { BankAccount: createAccountNumber('8'), BankCode: '004' } }),
  'POST /auth-service/v1/signup': () => prepareSignup(client),
  'POST /auth-service/v1/login': () => ({ payload: { phoneNumber: player.phone, Password: player.password } }),
  'PUT /auth-service/v1/change-password': () => ({
    payload: {
      phone_number: changer.phone,
      old_Password: changer.password,
      Password: NEXT_PASSWORD,
      Confirm_Password: NEXT_PASSWORD,
    },
    token: changer.token,
  }),
  'POST /user-profile-composite/v1/users/setting': () => ({ payload: { isBonus: false }, token: member.token }),
  'POST /user-profile-composite/v1/topup-api/pullslip': async () => ({
    payload: { barcode: await transferTo(product, member, 100) },
    token: member.token,
  }),
  'POST /fund-composite/v1/withdrawal': () => ({ payload: { Amount: 100, Channel: 'BANK' }, token: member.token }),
  'POST /user-profile-composite/v1/topup/itemcode/redeem': () => ({
    payload: { redeem_code: 'WELCOME50' },
    token: player.token,
  }),
  'POST /prize-composite/v1/spins': () => ({ payload: { OpenBox: 1 }, token: player.token }),
};

async function prepareRequest({ call, isPublic }: SpecifiedCall): Promise<Sent> {
  const example = examples[call];
  if (example !== undefined) return example();
  return isPublic === true ? {} : { token: member.token };
}

/** Values of other types than the type of a field. */
const otherTypes = {
  text: { 'a number': 5, 'a boolean': true, 'a list': ['x'], 'an object': {} },
  number: { 'a text': '100', 'a boolean': true, 'a list': [100], 'an object': {} },
  boolean: { 'a text': 'true', 'a number': 1, 'a list': [true], 'an object': {} },
} as const;

for (const specified of specifiedCalls) {
  requireFieldTypes(specified);
  if (specified.isPublic !== true) requireSession(specified);
  requireAnswer(specified);
}
requireEntities(report, { product, client, member, player });
requireRules(report, { product, client, member, player });
report.close();

/** The specification does not define which fields may be absent or null; the result records the product's behaviour. */
function requireFieldTypes(specified: SpecifiedCall): void {
  const { call, payload = {} } = specified;
  for (const [field, type] of Object.entries(payload)) {
    const statement = `\`${call}\`: \`${field}\` is a ${type}`;
    report.require('7', statement, 'sends other types, null and no value', async () => {
      const results = new Map<string, string[]>();
      for (const [name, value] of Object.entries({ ...otherTypes[type], null: null, absent: undefined })) {
        const request = await prepareRequest(specified);
        const changed = { ...(request.payload as object), [field]: value };
        const { status, body, text } = await client(call, { ...request, payload: changed });
        const isRejected = status >= 400 && status < 500 && body['success'] === false;
        const isOptional = status === 200 && (name === 'null' || name === 'absent');
        assert.ok(isRejected || isOptional, `${name}: ${status} ${text}`);
        const result = isRejected ? `rejected (${status} ${String(body['code'])})` : 'accepted';
        results.set(result, [...(results.get(result) ?? []), name]);
      }
      return [...results].map(([result, names]) => `${names.join(', ')}: ${result}`).join('; ');
    });
  }
}

function requireSession(specified: SpecifiedCall): void {
  const { call } = specified;
  report.require('7', `\`${call}\` needs a session`, 'sends no api-auth, then an unknown token', async () => {
    const request = await prepareRequest(specified);
    for (const token of [undefined, 'no-session-of-this-host']) {
      const { status, body } = await client(call, { ...request, token });
      assert.deepEqual([status, body['success'], typeof body['message']], [401, false, 'string']);
    }
    return '401 with a message';
  });
}

function requireAnswer(specified: SpecifiedCall): void {
  const { call, payload, header, answer } = specified;
  const takes = payload === undefined ? 'no payload' : describeFields(payload);
  const returned = typeof answer === 'string' ? answer : describeFields(answer);
  const statement = `\`${call}\` takes ${takes}${header ? ` and the header ${header}` : ''}; returns ${returned}`;
  report.require('7', statement, 'sends these fields and no others', async () => {
    const { status, type, body, text } = await client(call, await prepareRequest(specified));
    assert.equal(status, 200, text);
    if (typeof answer === 'string') {
      assert.equal(type, answer);
      assert.notEqual(text.trim(), '');
      return `200 ${type}`;
    }
    // Every response has a requestId.
    const extensions = checkShape({ fields: answer }, body).filter((name) => name !== 'requestId');
    return ['200', ...(extensions.length > 0 ? [`extensions: ${extensions.join(', ')}`] : [])].join('; ');
  });
}
