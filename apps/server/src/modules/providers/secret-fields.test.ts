// The values of secret fields are hidden in every form in which providers send them; all else stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withoutTokens } from './secret-fields.ts';

const nest = (inner: unknown, times: number): string =>
  times === 0 ? JSON.stringify(inner) : JSON.stringify({ data: nest(inner, times - 1), amount: 1.5 });

test('hides the values of secret fields at any depth, also in text that is cut or no JSON', () => {
  const table: [given: string, kept: string][] = [
    ['{"a":{"sessionToken":["x","y"]}}', '{"a":{"sessionToken":"[hidden]"}}'],
    ['{"to\\u006ben":"x"}', '{"to\\u006ben":"[hidden]"}'],
    ['{"password":5,"user":"u"', '{"password":"[hidden]","user":"u"'],
    ['{"accessToken":"not ended', '{"accessToken":"[hidden]"'],
    ["{'token':'x','amount':1}", "{'token':\"[hidden]\",'amount':1}"],
    ['{"to\\u006ben":"x', '{"to\\u006ben":"[hidden]"'],
    ['{"auth":{"a":{"b":"s1"},"c":["s2"]},"d":1}', '{"auth":"[hidden]","d":1}'],
    ['{"txns":[{"token":"x"},{"token":"y"', '{"txns":[{"token":"[hidden]"},{"token":"[hidden]"'],
    ['{"auth":{"a":{"b":"s1"},"c":"s2"', '{"auth":"[hidden]"'],
    ['{"session":["it\'s","s2"],"amount":1}', '{"session":"[hidden]","amount":1}'],
    ['{"token": Bearer abc, "amount": 1.10 ', '{"token": "[hidden]", "amount": 1.10 '],
    ['{"token": null ,"amount":1}', '{"token": "[hidden]" ,"amount":1}'],
    ['{"token":}', '{"token":"[hidden]"}'],
    ['{"token":"a\\"b","c":"d"}', '{"token":"[hidden]","c":"d"}'],
    ['{"list":["it\'s","b"],"token":"x"}', '{"list":["it\'s","b"],"token":"[hidden]"}'],
    ['token=abc&amount=1', 'token=[hidden]&amount=1'],
    ['<r><token>abc</token><amount>1</amount></r>', '<r><token>[hidden]</token><amount>1</amount></r>'],
    ['{"url":"https://x.test/?sessionId=abc&a=1"}', '{"url":"https://x.test/?sessionId=[hidden]&a=1"}'],
    ['{"sessionId":"x","apiKey":"y","jwt":"z"}', '{"sessionId":"[hidden]","apiKey":"[hidden]","jwt":"[hidden]"}'],
    ['plain text', 'plain text'],
    ['', ''],
    ['{"data":"{\\"token\\":\\"abc\\"}","amount":1.10}', '{"data":"{\\"token\\":\\"[hidden]\\"}","amount":1.10}'],
    ['{"data":"{\\"token\\":\\"ab', '{"data":"{\\"token\\":\\"[hidden]\\"'],
    ['{"data":"{\\"token\\": 15 }"}', '{"data":"{\\"token\\": \\"[hidden]\\"}"}'],
    ['{"data":"{\\"token\\":\\"a\\\\\\"b\\",\\"c\\":1}"}', '{"data":"{\\"token\\":\\"[hidden]\\",\\"c\\":1}"}'],
    ['{"data":"{\\"auth\\":{\\"a\\":[\\"x\\"]},\\"c\\":1}"}', '{"data":"{\\"auth\\":\\"[hidden]\\",\\"c\\":1}"}'],
    [
      '{"d":"{\\u0022pin\\u0022:\\u00221\\u0022,\\u0022b\\u0022:2}"}',
      '{"d":"{\\u0022pin\\u0022:\\u0022[hidden]\\u0022,\\u0022b\\u0022:2}"}',
    ],
    ['{"name":"token","value":"abc"}', '{"name":"token","value":"[hidden]"}'],
    ['{"value":"a{b","type":"s","key":"sid"}', '{"value":"[hidden]","type":"s","key":"sid"}'],
    [
      '[{"name":"amount","value":"5"},{"name":"pin","value":["1"]}]',
      '[{"name":"amount","value":"5"},{"name":"pin","value":"[hidden]"}]',
    ],
    [
      '{"d":"[{\\"name\\":\\"ott\\",\\"value\\":\\"abc\\"}]"}',
      '{"d":"[{\\"name\\":\\"ott\\",\\"value\\":\\"[hidden]\\"}]"}',
    ],
    ['token: abc', 'token: [hidden]'],
    ['Host: x\r\nAuthorization: Digest a="b", c="d"\r\nAge: 5', 'Host: x\r\nAuthorization: [hidden]\r\nAge: 5'],
    [
      '{"head":"Host: x\\r\\nX-Api-Key: abc, d\\r\\nAge: 5"}',
      '{"head":"Host: x\\r\\nX-Api-Key: [hidden]\\r\\nAge: 5"}',
    ],
    ['{"head":"Cookie: a=b; c=d","amount":1}', '{"head":"Cookie: [hidden]","amount":1}'],
    ['{token: abc, amount: 1.50}', '{token: [hidden], amount: 1.50}'],
    ['{"sid":"abc","connect.sid":"a"}', '{"sid":"[hidden]","connect.sid":"[hidden]"}'],
    ['{"ticket":"abc","loginTicket":"d","ticketId":7}', '{"ticket":"[hidden]","loginTicket":"[hidden]","ticketId":7}'],
    [
      '{"credential":"abc","PIN":"1234","user_pin":1}',
      '{"credential":"[hidden]","PIN":"[hidden]","user_pin":"[hidden]"}',
    ],
    ['{"url":"https://x/?ott=abc"}', '{"url":"https://x/?ott=[hidden]"}'],
    ['{"url":"https:\\/\\/x\\/?sid=abc\\u0026a=1"}', '{"url":"https:\\/\\/x\\/?sid=[hidden]\\u0026a=1"}'],
    [
      '{"d":"{\\"url\\":\\"https://x/?pin=12\\",\\"a\\":1}"}',
      '{"d":"{\\"url\\":\\"https://x/?pin=[hidden]\\",\\"a\\":1}"}',
    ],
    [
      `{"url":"https://${['user', 'pass'].join(':')}@x.test/?a=1"}`,
      `{"url":"https://${['user', '[hidden]'].join(':')}@x.test/?a=1"}`,
    ],
    ['to=https%3A%2F%2Fx%2F%3Fott%3Dabc&a=1', 'to=https%3A%2F%2Fx%2F%3Fott%3D%5Bhidden%5D&a=1'],
    ['to=https%3A%2F%2Fx%2F%3Fa%3Dabc&a=1', 'to=https%3A%2F%2Fx%2F%3Fa%3Dabc&a=1'],
    ['<r><token a="1"><![CDATA[a<b]]></token><a>1</a></r>', '<r><token a="1">[hidden]</token><a>1</a></r>'],
    ['<p name="sid" value="abc"/><p name="a" value="1"/>', '<p name="sid" value="[hidden]"/><p name="a" value="1"/>'],
    ['<f name="token">abc</f><f name="a">1</f>', '<f name="token">[hidden]</f><f name="a">1</f>'],
    ['<r token="abc" amount="1"/>', '<r token="[hidden]" amount="1"/>'],
  ];
  for (const [given, kept] of table) assert.equal(withoutTokens(given), kept);
});

test('hides a field in texts of JSON within each other', () => {
  for (const times of [0, 1, 2, 3, 4]) {
    const inner = { round: 'r"1\\', token: 'a"b\\', list: [1, 'x'] };
    assert.equal(withoutTokens(nest(inner, times)), nest({ ...inner, token: '[hidden]' }, times));
  }
});

test('keeps bodies without a secret field as they were sent', () => {
  const bodies = [
    '{"side":"banker","spin":1,"freeSpins":2,"inside":"x","design":"d","assigned":true,"ticketNo":"t"}',
    '{"name":"round","value":"token-like text"}',
    '{"url":"https://x.test:8080/a?round=1&spin=2","time":"12:30:00","note":"a: b, c: 1.10"}',
    '{"data":"{\\"round\\":\\"r\\",\\"amount\\":12345678901234567890.10}"}',
    '{"thai":"ชนะ: 5","name":"ticketId","value":"5"}',
    'round=1&amount=1.50',
  ];
  for (const body of bodies) assert.equal(withoutTokens(body), body);
});

test('searches long bodies of repeated marks', () => {
  for (const part of ['token', '"', '\\"', '{"value":1,', '<a ', 'a=', '":', "'", '{"name":"token",']) {
    assert.ok(withoutTokens(`{"${part.repeat(5_000)}`).length > 0);
  }
});
