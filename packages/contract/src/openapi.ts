// The OpenAPI 3.1 document, generated from the endpoints; nothing is described twice.

import type * as z from 'zod/mini';

import { type Endpoint, IDEMPOTENCY_KEY_HEADER, listErrorCodes, successOf } from './endpoint.ts';
import { endpoints, type NamedCall } from './endpoints.ts';
import { idOf, type Json, type JsonObject, jsonSchemas } from './named-schemas.ts';
import { type ErrorCode, refusalCodes, statusOf } from './error-codes.ts';
import { answerExamples, callExamples, fieldDescriptions } from './wallet-docs.ts';

export function openApiDocument(version = '0.1.0'): JsonObject {
  return documentOf(endpoints, {
    title: 'Chaba',
    version,
    description: 'The member API and the seamless wallet. Play money: credit without value.',
  });
}

/** A separate document of the wallet endpoints for providers. */
export function walletDocument(version = '0.1.0'): JsonObject {
  const document = documentOf(
    endpoints.filter(({ module }) => module === 'seamless'),
    { title: 'Chaba seamless wallet', version, description: WALLET_WORDS },
  );
  const { schemas: all, securitySchemes: ways } = document['components'] as Record<
    'schemas' | 'securitySchemes',
    JsonObject
  >;
  const schemas: Record<string, Json> = {};
  // Transitive closure of the references.
  const wanted = referencesIn(document['paths']);
  for (const id of wanted) {
    const schema = all[id];
    if (schema === undefined) continue;
    schemas[id] = schema;
    for (const further of referencesIn(schema)) wanted.add(further);
  }
  const securitySchemes = Object.fromEntries(Object.entries(ways).filter(([name]) => name in signed));
  return { ...document, components: { schemas, securitySchemes } };
}

const WALLET_WORDS =
  `Operations that game providers call. Every request is signed: X-Signature is the base64 HMAC-SHA256, with the secret of the
key, of four lines: the value of X-Timestamp, the method, the request target, the raw body. Every business response is HTTP 200 and
its code decides; 401 is an invalid signature; 5xx is a server fault: resend the identical request. A repeated txId with the same
content gets its first response again with duplicate true, and moves no money.`.replaceAll('\n', ' ');

/** All three headers are required. */
const signed: JsonObject = { keyId: [], timestamp: [], signature: [] };

function referencesIn(json: Json | undefined): Set<string> {
  const found = JSON.stringify(json ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return new Set([...found].flatMap(([, id]) => (id === undefined ? [] : [id])));
}

function documentOf(shown: readonly NamedCall[], info: JsonObject): JsonObject {
  const schemas: JsonObject = { ...withWords(jsonSchemas()), Refusal: refusalSchema };
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const named of shown) {
    const path = named.endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[named.endpoint.method.toLowerCase()] = operationOf(named, schemas);
  }

  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: [...new Set(shown.map(({ module }) => module))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([id]) => !isSpelledOut(id))),
    },
  };
}

const securitySchemes: JsonObject = {
  site: { type: 'apiKey', in: 'header', name: 'api-key', description: 'Identifies the site.' },
  member: { type: 'apiKey', in: 'header', name: 'api-auth', description: 'The session.' },
  keyId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Key-Id',
    description: 'The key id. A key belongs to one provider at one site.',
  },
  timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Timestamp',
    description: 'The time of the request in milliseconds since 1970, at most 300 seconds from server time.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description:
      'base64 HMAC-SHA256 of timestamp \\n METHOD \\n request target \\n raw body, with X-Key-Id and X-Timestamp (ms).',
  },
};

function operationOf(named: NamedCall, schemas: JsonObject): JsonObject {
  const { module, name, endpoint: call } = named;
  const body = call.body && { schema: reference(call.body), ...exampleOf(callExamples[name], call) };
  return {
    operationId: name,
    tags: [module],
    summary: call.summary,
    ...(call.isExtension ? { 'x-addition': true } : {}),
    security: [securityOf(call)],
    parameters: parametersOf(call, schemas),
    ...(body ? { requestBody: { required: true, content: { 'application/json': body } } } : {}),
    responses: responsesOf(named, schemas),
  };
}

function securityOf({ auth }: Endpoint): JsonObject {
  switch (auth) {
    case 'none':
      return { site: [] };
    case 'member':
      return { site: [], member: [] };
    case 'provider':
    case 'bank':
      return signed;
  }
}

function parametersOf(endpoint: Endpoint, schemas: JsonObject): readonly Json[] {
  const parameters: Json[] = [];
  for (const [part, place] of [
    ['params', 'path'],
    ['query', 'query'],
    ['headers', 'header'],
  ] as const) {
    const schema = endpoint[part] && schemas[idOf(endpoint[part])];
    if (!isObject(schema) || !isObject(schema['properties'])) continue;
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    for (const [key, value] of Object.entries(schema['properties'])) {
      parameters.push({ name: key, in: place, required: required.includes(key), schema: value });
    }
  }
  if (endpoint.method !== 'GET' && (endpoint.auth === 'none' || endpoint.auth === 'member')) {
    const schema = { type: 'string', maxLength: 128 };
    parameters.push({ name: IDEMPOTENCY_KEY_HEADER, in: 'header', required: false, schema });
  }
  return parameters;
}

function responsesOf(named: NamedCall, schemas: JsonObject): JsonObject {
  const { endpoint: call } = named;
  if (call.auth === 'provider') return walletResponses(named);
  const responses: Record<string, JsonObject> = { 200: { description: 'Done.', ...contentOf(call, schemas) } };
  const byStatus = Map.groupBy(listErrorCodes(call), statusOf);
  for (const [status, codes] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: refusalOf(codes) } },
    };
  }
  return responses;
}

/** Provider responses have one shape for every status; every business response is a 200. */
function walletResponses({ name, endpoint: call }: NamedCall): JsonObject {
  const as = (description: string, example?: Readonly<Record<string, unknown>>): JsonObject => ({
    description,
    content: { 'application/json': { schema: reference(call.data), ...exampleOf(example, call) } },
  });
  return {
    200: as('The result, rejections included: the code decides.', answerExamples[name]),
    401: as('INVALID_SIGNATURE: the key, the time or the signature is invalid. The message names the cause.'),
    413: { description: 'The body is longer than 64 KiB. It was not read, and the response has another form.' },
    500: as('TEMPORARY_ERROR: a server fault, or more than two seconds elapsed. Resend the identical request.'),
  };
}

const exampleOf = (example: unknown, { auth }: Endpoint): JsonObject =>
  auth === 'provider' && example !== undefined ? { example: example as Json } : {};

/** Adds the field descriptions to the wallet schemas. */
function withWords(schemas: JsonObject): JsonObject {
  const bodies = endpoints.filter(({ module }) => module === 'seamless').map(({ name }) => `${name}_body`);
  const isOfWallet = new Set(['WalletResponse', ...bodies]);
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, isOfWallet.has(id) ? explained(schema) : schema]),
  );
}

function explained(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { properties, items } = schema;
  const named = isObject(properties)
    ? Object.entries(properties).map(([name, value]): [string, Json] => {
        const inner = explained(value);
        return [name, isObject(inner) ? { ...inner, description: fieldDescriptions[name] ?? '' } : inner];
      })
    : [];
  return {
    ...schema,
    ...(named.length === 0 ? {} : { properties: Object.fromEntries(named) }),
    ...(items === undefined ? {} : { items: explained(items) }),
  };
}

function contentOf(endpoint: Endpoint, schemas: JsonObject): JsonObject {
  const as = (type: string, schema: JsonObject) => ({ content: { [type]: { schema } } });
  switch (endpoint.form ?? 'envelope') {
    case 'bare':
      return as('application/json', reference(endpoint.data));
    case 'script':
      return as('text/javascript', { type: 'string' });
    case 'markup':
      return as('text/html', { type: 'string' });
    case 'events':
      return as('text/event-stream', { type: 'string' });
    case 'table':
      return as('text/csv', { type: 'string' });
    case 'envelope':
      return as('application/json', envelopeOf(endpoint, schemas));
  }
}

function envelopeOf(endpoint: Endpoint, schemas: JsonObject): JsonObject {
  const fields = endpoint.envelopeFields && schemas[idOf(endpoint.envelopeFields)];
  const more = isObject(fields) && isObject(fields['properties']) ? fields['properties'] : {};
  return {
    type: 'object',
    properties: {
      success: { const: successOf(endpoint) },
      ...more,
      data: reference(endpoint.data),
      message: { type: 'string' },
      requestId: { type: 'string' },
    },
    required: ['success', 'requestId'],
  };
}

const refusalSchema: JsonObject = {
  type: 'object',
  properties: {
    success: { const: false },
    code: { enum: refusalCodes },
    message: { type: 'string', description: 'The reason in Thai.' },
    requestId: { type: 'string' },
  },
  required: ['success', 'code', 'message', 'requestId'],
};

function refusalOf(codes: readonly ErrorCode[]): JsonObject {
  return { allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: codes } } }] };
}

function reference(schema: z.core.$ZodType): JsonObject {
  return { $ref: `#/components/schemas/${idOf(schema)}` };
}

/** Parameters and envelope fields are inlined where used and are not listed among the schemas. */
function isSpelledOut(id: string): boolean {
  return /_(query|params|headers|envelopeFields)$/.test(id);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
