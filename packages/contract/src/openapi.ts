// The OpenAPI 3.1 document, made from the calls. Nothing is described twice: change a call and the
// document follows.

import * as z from 'zod/mini';

import { bahtOnWire, percentOnWire, positiveBahtOnWire, signedBahtOnWire } from './amounts.ts';
import { promotion, turnoverLine } from './bonuses.ts';
import { type Call, IDEMPOTENCY_KEY_HEADER, refusalsOf, successOf } from './call.ts';
import { calls, type NamedCall } from './calls.ts';
import { depositAccount, feedLine } from './deposits.ts';
import { betItem, depositItem, transferItem, withdrawItem } from './history.ts';
import { liveEvents } from './live.ts';
import { balance, bonusInfo, internalWallet, userInfo } from './members.ts';
import { game } from './play.ts';
import { type RefusalCode, refusalCodes, statusOf } from './refusals.ts';
import { walletAnswer } from './seamless.ts';
import { gameProvider, siteConfiguration } from './site.ts';
import { prize } from './wheel.ts';

type Json = string | number | boolean | null | readonly Json[] | JsonObject;
type JsonObject = { readonly [key: string]: Json };

/** Schemas that many calls share, under the names that readers of the document meet. */
const shared = {
  UserInfo: userInfo,
  BonusInfo: bonusInfo,
  InternalWallet: internalWallet,
  Balance: balance,
  SiteConfiguration: siteConfiguration,
  GameProvider: gameProvider,
  Game: game,
  Promotion: promotion,
  TurnoverLine: turnoverLine,
  DepositAccount: depositAccount,
  DepositItem: depositItem,
  WithdrawItem: withdrawItem,
  TransferItem: transferItem,
  BetItem: betItem,
  BankFeedLine: feedLine,
  Prize: prize,
  WalletAnswer: walletAnswer,
};

const amounts = new Set<unknown>([bahtOnWire, positiveBahtOnWire, signedBahtOnWire]);

export function openApiDocument(version = '0.1.0'): JsonObject {
  const schemas: JsonObject = { ...schemasOf(names), Refusal: refusalSchema };
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const named of calls) {
    const path = named.call.path.replace(/:(\w+)/g, '{$1}');
    const operations = (paths[path] ??= {});
    operations[named.call.method.toLowerCase()] = operationOf(named, schemas);
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Chaba',
      version,
      description: 'The member API and the seamless wallet. Play money: credit without value.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ module }) => module))].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas },
  };
}

const securitySchemes: JsonObject = {
  site: { type: 'apiKey', in: 'header', name: 'api-key', description: 'Names the brand.' },
  member: { type: 'apiKey', in: 'header', name: 'api-auth', description: 'The session.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description:
      'base64 HMAC-SHA256 of timestamp \\n METHOD \\n request target \\n raw body, with X-Key-Id and X-Timestamp (ms).',
  },
};

/** The name of every schema in the document. Calls that share a schema object share its name. */
function nameSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  const name = (schema: z.core.$ZodType, id: string) => {
    if (!registry.has(schema)) registry.add(schema, { id });
  };

  for (const [id, schema] of Object.entries(shared)) name(schema, id);
  for (const [event, schema] of Object.entries(liveEvents)) name(schema, `LiveEvent_${event}`);
  for (const { name: operation, call } of calls) {
    for (const part of parts) if (call[part]) name(call[part], `${operation}_${part}`);
  }
  return registry;
}

const parts = ['body', 'data', 'query', 'params', 'headers', 'beside'] as const;
const names = nameSchemas();

function schemasOf(registry: typeof names): JsonObject {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      if (amounts.has(zodSchema)) jsonSchema.description = 'Baht, at most two decimals.';
      if (zodSchema === percentOnWire) jsonSchema.description = 'Percent, at most two decimals.';
      // The format says it; the pattern of every leap year does not help a reader.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
    },
  });
  // A schema knows where it stands in the document; its own id and dialect would only repeat that.
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, id: _name, ...schema }]) => [
      id,
      JSON.parse(JSON.stringify(schema)),
    ]),
  );
}

function operationOf({ module, name, call }: NamedCall, schemas: JsonObject): JsonObject {
  const body = call.body && reference(call.body);
  return {
    operationId: name,
    tags: [module],
    summary: call.summary,
    ...(call.addition ? { 'x-addition': true } : {}),
    security: [securityOf(call)],
    parameters: parametersOf(call, schemas),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: responsesOf(call, schemas),
  };
}

function securityOf({ auth }: Call): JsonObject {
  switch (auth) {
    case 'none':
      return { site: [] };
    case 'member':
      return { site: [], member: [] };
    case 'provider':
    case 'bank':
      return { signature: [] };
  }
}

function parametersOf(call: Call, schemas: JsonObject): readonly Json[] {
  const parameters: Json[] = [];
  for (const [part, place] of [
    ['params', 'path'],
    ['query', 'query'],
    ['headers', 'header'],
  ] as const) {
    const schema = call[part] && schemas[idOf(call[part])];
    if (!isObject(schema) || !isObject(schema['properties'])) continue;
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    for (const [key, value] of Object.entries(schema['properties'])) {
      parameters.push({ name: key, in: place, required: required.includes(key), schema: value });
    }
  }
  if (call.method !== 'GET' && (call.auth === 'none' || call.auth === 'member')) {
    const schema = { type: 'string', maxLength: 128 };
    parameters.push({ name: IDEMPOTENCY_KEY_HEADER, in: 'header', required: false, schema });
  }
  return parameters;
}

function responsesOf(call: Call, schemas: JsonObject): JsonObject {
  const responses: Record<string, JsonObject> = { 200: { description: 'Done.', ...contentOf(call, schemas) } };
  const byStatus = Map.groupBy(refusalsOf(call), statusOf);
  for (const [status, codes] of [...byStatus].toSorted(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: refusalOf(codes) } },
    };
  }
  return responses;
}

function contentOf(call: Call, schemas: JsonObject): JsonObject {
  const data = reference(call.data);
  const as = (type: string, schema: JsonObject) => ({ content: { [type]: { schema } } });
  switch (call.form) {
    case 'bare':
      return as('application/json', data);
    case 'script':
      return as('text/javascript', { type: 'string' });
    case 'markup':
      return as('text/html', { type: 'string' });
    case 'events':
      return as('text/event-stream', { type: 'string' });
    default:
      return as('application/json', envelopeOf(call, data, schemas));
  }
}

function envelopeOf(call: Call, data: JsonObject, schemas: JsonObject): JsonObject {
  const beside = call.beside && schemas[idOf(call.beside)];
  const more = isObject(beside) && isObject(beside['properties']) ? beside['properties'] : {};
  return {
    type: 'object',
    properties: {
      success: { const: successOf(call) },
      ...more,
      data,
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

function refusalOf(codes: readonly RefusalCode[]): JsonObject {
  return { allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: codes } } }] };
}

function reference(schema: z.core.$ZodType): JsonObject {
  return { $ref: `#/components/schemas/${idOf(schema)}` };
}

function idOf(schema: z.core.$ZodType): string {
  const named = names.get(schema);
  if (!named) throw new Error('every schema of a call has a name');
  return named.id;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
