// The OpenAPI 3.1 document, generated from the endpoints; nothing is described twice.

import type * as z from 'zod/mini';

import { type Endpoint, IDEMPOTENCY_KEY_HEADER, listErrorCodes, getSuccessValue } from './endpoint.ts';
import { endpoints, type NamedEndpoint } from './endpoints.ts';
import { getSchemaName, type Json, type JsonObject, jsonSchemas } from './named-schemas.ts';
import { type ErrorCode, allErrorCodes, getHttpStatus } from './error-codes.ts';
import { responseExamples, requestExamples, fieldDescriptions } from './wallet-docs.ts';

export function openApiDocument(version = '0.1.0'): JsonObject {
  return buildDocument(endpoints, {
    title: 'Chaba',
    version,
    description: 'The member API and the seamless wallet. Play money: credit without value.',
  });
}

/** A separate document of the wallet endpoints for providers. */
export function walletDocument(version = '0.1.0'): JsonObject {
  const document = buildDocument(
    endpoints.filter(({ module }) => module === 'seamless'),
    { title: 'Chaba seamless wallet', version, description: WALLET_DESCRIPTION },
  );
  const { schemas: all, securitySchemes: schemes } = document['components'] as Record<
    'schemas' | 'securitySchemes',
    JsonObject
  >;
  const schemas: Record<string, Json> = {};
  // Transitive closure of the references.
  const referenced = listReferences(document['paths']);
  for (const id of referenced) {
    const schema = all[id];
    if (schema === undefined) continue;
    schemas[id] = schema;
    for (const further of listReferences(schema)) referenced.add(further);
  }
  const securitySchemes = Object.fromEntries(Object.entries(schemes).filter(([name]) => name in signed));
  return { ...document, components: { schemas, securitySchemes } };
}

const WALLET_DESCRIPTION =
  `Operations that game providers endpoint. Every request is signed: X-Signature is the base64 HMAC-SHA256, with the secret of the
key, of four lines: the value of X-Timestamp, the method, the request target, the raw body. Every business response is HTTP 200 and
its code decides; 401 is an invalid signature; 5xx is a server fault: resend the identical request. A repeated txId with the same
content gets its first response again with duplicate true, and moves no money.`.replaceAll('\n', ' ');

/** All three headers are required. */
const signed: JsonObject = { keyId: [], timestamp: [], signature: [] };

function listReferences(json: Json | undefined): Set<string> {
  const matches = JSON.stringify(json ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return new Set([...matches].flatMap(([, id]) => (id === undefined ? [] : [id])));
}

function buildDocument(selected: readonly NamedEndpoint[], info: JsonObject): JsonObject {
  const schemas: JsonObject = { ...withDescriptions(jsonSchemas()), ErrorResponse: errorResponseSchema };
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const named of selected) {
    const path = named.endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[named.endpoint.method.toLowerCase()] = buildOperation(named, schemas);
  }

  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: [...new Set(selected.map(({ module }) => module))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([id]) => !isInlined(id))),
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

function buildOperation(named: NamedEndpoint, schemas: JsonObject): JsonObject {
  const { module, name, endpoint } = named;
  const body = endpoint.body && { schema: reference(endpoint.body), ...withExample(requestExamples[name], endpoint) };
  return {
    operationId: name,
    tags: [module],
    summary: endpoint.summary,
    ...(endpoint.isExtension ? { 'x-extension': true } : {}),
    security: [getSecurity(endpoint)],
    parameters: listParameters(endpoint, schemas),
    ...(body ? { requestBody: { required: true, content: { 'application/json': body } } } : {}),
    responses: buildResponses(named, schemas),
  };
}

function getSecurity({ auth }: Endpoint): JsonObject {
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

function listParameters(endpoint: Endpoint, schemas: JsonObject): readonly Json[] {
  const parameters: Json[] = [];
  for (const [part, place] of [
    ['params', 'path'],
    ['query', 'query'],
    ['headers', 'header'],
  ] as const) {
    const schema = endpoint[part] && schemas[getSchemaName(endpoint[part])];
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

function buildResponses(named: NamedEndpoint, schemas: JsonObject): JsonObject {
  const { endpoint } = named;
  if (endpoint.auth === 'provider') return walletResponses(named);
  const responses: Record<string, JsonObject> = { 200: { description: 'Done.', ...buildContent(endpoint, schemas) } };
  const byStatus = Map.groupBy(listErrorCodes(endpoint), getHttpStatus);
  for (const [status, codes] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: buildErrorResponse(codes) } },
    };
  }
  return responses;
}

/** Provider responses have one shape for every status; every business response is a 200. */
function walletResponses({ name, endpoint }: NamedEndpoint): JsonObject {
  const respond = (description: string, example?: Readonly<Record<string, unknown>>): JsonObject => ({
    description,
    content: { 'application/json': { schema: reference(endpoint.data), ...withExample(example, endpoint) } },
  });
  return {
    200: respond('The result, rejections included: the code decides.', responseExamples[name]),
    401: respond('INVALID_SIGNATURE: the key, the time or the signature is invalid. The message names the cause.'),
    413: { description: 'The body is longer than 64 KiB. It was not read, and the response has another form.' },
    500: respond('TEMPORARY_ERROR: a server fault, or more than two seconds elapsed. Resend the identical request.'),
  };
}

const withExample = (example: unknown, { auth }: Endpoint): JsonObject =>
  auth === 'provider' && example !== undefined ? { example: example as Json } : {};

/** Adds the field descriptions to the wallet schemas. */
function withDescriptions(schemas: JsonObject): JsonObject {
  const bodies = endpoints.filter(({ module }) => module === 'seamless').map(({ name }) => `${name}_body`);
  const isWalletSchema = new Set(['WalletResponse', ...bodies]);
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, isWalletSchema.has(id) ? describeFields(schema) : schema]),
  );
}

function describeFields(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { properties, items } = schema;
  const named = isObject(properties)
    ? Object.entries(properties).map(([name, value]): [string, Json] => {
        const inner = describeFields(value);
        return [name, isObject(inner) ? { ...inner, description: fieldDescriptions[name] ?? '' } : inner];
      })
    : [];
  return {
    ...schema,
    ...(named.length === 0 ? {} : { properties: Object.fromEntries(named) }),
    ...(items === undefined ? {} : { items: describeFields(items) }),
  };
}

function buildContent(endpoint: Endpoint, schemas: JsonObject): JsonObject {
  const respond = (type: string, schema: JsonObject) => ({ content: { [type]: { schema } } });
  switch (endpoint.form ?? 'envelope') {
    case 'bare':
      return respond('application/json', reference(endpoint.data));
    case 'script':
      return respond('text/javascript', { type: 'string' });
    case 'markup':
      return respond('text/html', { type: 'string' });
    case 'events':
      return respond('text/event-stream', { type: 'string' });
    case 'table':
      return respond('text/csv', { type: 'string' });
    case 'envelope':
      return respond('application/json', buildEnvelope(endpoint, schemas));
  }
}

function buildEnvelope(endpoint: Endpoint, schemas: JsonObject): JsonObject {
  const fields = endpoint.envelopeFields && schemas[getSchemaName(endpoint.envelopeFields)];
  const more = isObject(fields) && isObject(fields['properties']) ? fields['properties'] : {};
  return {
    type: 'object',
    properties: {
      success: { const: getSuccessValue(endpoint) },
      ...more,
      data: reference(endpoint.data),
      message: { type: 'string' },
      requestId: { type: 'string' },
    },
    required: ['success', 'requestId'],
  };
}

const errorResponseSchema: JsonObject = {
  type: 'object',
  properties: {
    success: { const: false },
    code: { enum: allErrorCodes },
    message: { type: 'string', description: 'The reason in Thai.' },
    requestId: { type: 'string' },
  },
  required: ['success', 'code', 'message', 'requestId'],
};

function buildErrorResponse(codes: readonly ErrorCode[]): JsonObject {
  return { allOf: [{ $ref: '#/components/schemas/ErrorResponse' }, { properties: { code: { enum: codes } } }] };
}

function reference(schema: z.core.$ZodType): JsonObject {
  return { $ref: `#/components/schemas/${getSchemaName(schema)}` };
}

/** Parameters and envelope fields are inlined where used and are not listed among the schemas. */
function isInlined(id: string): boolean {
  return /_(query|params|headers|envelopeFields)$/.test(id);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
