// The OpenAPI document: complete, with every reference resolved.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endpoints } from './endpoints.ts';
import { openApiDocument, walletDocument } from './openapi.ts';
import { validate } from './validation.ts';
import { walletResponse } from './seamless.ts';
import { responseExamples, requestExamples } from './wallet-docs.ts';

const document = JSON.parse(JSON.stringify(openApiDocument('1.2.3')));

test('contains every endpoint as an operation', () => {
  const found = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  const expected = endpoints.map(
    ({ name, endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')} ${name}`,
  );
  assert.deepEqual(found.toSorted(), expected.toSorted());
});

test('resolves every reference and uses every schema', () => {
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id));
  const schemas = new Set(Object.keys(document.components.schemas));
  assert.deepEqual(
    [...references].filter((id) => !schemas.has(id ?? '')),
    [],
  );
  // Live events are read from the stream, so no operation refers to them.
  const loose = [...schemas].filter((id) => !references.has(id) && !id.startsWith('LiveEvent_'));
  assert.deepEqual(loose, []);
});

test('limits the provider document to its ten operations and the schemas they refer to', () => {
  const wallet = JSON.parse(JSON.stringify(walletDocument('1.2.3')));
  assert.equal(Object.keys(wallet.paths).length, 10);
  assert.ok(Object.keys(wallet.paths).every((path) => path.startsWith('/seamless/v1/')));
  const text = JSON.stringify(wallet);
  const references = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id));
  assert.deepEqual(new Set(Object.keys(wallet.components.schemas)), references);
  assert.deepEqual(Object.keys(wallet.components.securitySchemes), ['keyId', 'timestamp', 'signature']);
});

test('documents one response shape, status 200 for business results and every field of the wallet', () => {
  const wallet = JSON.parse(JSON.stringify(walletDocument()));
  for (const [path, { post }] of Object.entries<{ post: WalletOperation }>(wallet.paths)) {
    assert.deepEqual(Object.keys(post.responses), ['200', '401', '413', '500'], path);
    for (const status of ['200', '401', '500']) {
      const { schema } = post.responses[status]?.content?.['application/json'] ?? {};
      assert.deepEqual(schema, { $ref: '#/components/schemas/WalletResponse' });
    }
    assert.deepEqual(post.security, [{ keyId: [], timestamp: [], signature: [] }]);
    assert.ok(post.requestBody.content['application/json'].example, path);
  }
  const bare = [...fieldsIn(wallet.components.schemas)]
    .filter(([, { description }]) => !description)
    .map(([name]) => name);
  assert.deepEqual(bare, []);
});

test('has wallet examples that validate without unknown fields', () => {
  for (const { name, endpoint } of endpoints.filter(({ module }) => module === 'seamless')) {
    const example = requestExamples[name];
    assert.ok(example && endpoint.body, name);
    const reading = validate(endpoint.body, example);
    assert.ok(reading.ok, name);
    assert.deepEqual(reading.value, example, name);
  }
  assert.deepEqual(Object.keys(responseExamples), Object.keys(requestExamples));
  for (const answer of Object.values(responseExamples)) {
    assert.deepEqual(validate(walletResponse, answer), { ok: true, value: answer });
  }
});

test('has the structure of OpenAPI 3.1', () => {
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, '1.2.3');
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const operation of Object.values(operations)) {
      assert.ok(operation.summary && operation.tags.length === 1);
      assert.ok('200' in operation.responses && Object.keys(operation.responses).length > 1);
      for (const { description } of Object.values(operation.responses)) assert.ok(description);
      for (const { name, in: place, schema } of operation.parameters) assert.ok(name && place && schema);
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map(({ name }) => name),
        names,
      );
      assert.ok(inPath.every(({ required }) => required));
      for (const scheme of operation.security.flatMap((one) => Object.keys(one))) {
        assert.ok(scheme in document.components.securitySchemes);
      }
    }
  }
});

test('lists the tokens of a login next to its data', () => {
  const { properties } =
    document.paths['/auth-service/v1/login'].post.responses['200'].content['application/json'].schema;
  assert.deepEqual(Object.keys(properties), [
    'success',
    'authToken',
    'deviceToken',
    'termsVersion',
    'data',
    'message',
    'requestId',
  ]);
  assert.deepEqual(properties.data, { $ref: '#/components/schemas/UserInfo' });
});

test('marks a closed request body as closed', () => {
  const { login_body: login, bet_body: bet } = document.components.schemas;
  assert.equal(login.additionalProperties, false);
  assert.notEqual(bet.additionalProperties, false);
});

type Field = { readonly description?: string; readonly properties?: Record<string, Field>; readonly items?: Field };

/** Every named field under a schema, at any depth. */
function* fieldsIn(schemas: Readonly<Record<string, Field>>): Generator<[string, Field]> {
  for (const { properties = {}, items } of Object.values(schemas)) {
    yield* Object.entries(properties);
    yield* fieldsIn(properties);
    if (items) yield* fieldsIn({ items });
  }
}

type WalletOperation = {
  readonly security: object;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly example?: object } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': { readonly schema: object } } }>
  >;
};

type Operation = {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};
