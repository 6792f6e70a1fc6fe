// Writes docs/contract.md from the endpoints: `node tools/docs/contract-page.ts`. A test compares the page with this
// output.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Endpoint } from '@chaba/contract/endpoint';
import { endpoints } from '@chaba/contract/endpoints';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@chaba/contract/constraints';
import { liveEvents } from '@chaba/contract/live';
import { getSchemaName, jsonSchemas } from '@chaba/contract/named-schemas';
import { allErrorCodes, getHttpStatus } from '@chaba/contract/error-codes';
import { errorMessages } from '@chaba/contract/error-messages.text';
import { baht } from '@chaba/money';
import { ROOT } from '#ops/core/root';

const introduction = `# The contract

Every HTTP endpoint of Chaba, generated from \`packages/contract\` by \`tools/docs/contract-page.ts\`; change the code, not
this page. A running server publishes the same as OpenAPI 3.1 at \`/openapi.json\` and \`/docs\`.
A server of an older version returns 404 for endpoints that it lacks.

- **Headers.** \`api-key\` identifies the site in every request of a browser, \`api-auth\` carries the session.
  \`Idempotency-Key\` is accepted by every endpoint that changes state: the change happens once, and a repeated key
  returns the first response. Two endpoints report the existing state instead: a repeated sign-up PHONE_TAKEN, a
  repeated cancellation of a bonus BONUS_NONE_ACTIVE. \`Accept-Language: th\`. Machines sign their requests:
  \`X-Key-Id\`, \`X-Timestamp\` (ms), \`X-Signature\` = base64 HMAC-SHA256 of timestamp, method, request target and
  raw body, joined by line feeds.
- **Envelope.** \`{ success, data?, message?, code?, requestId }\`. \`message\` is Thai, \`code\` is stable and
  English. \`success\` is a boolean; \`change-password\` returns \`0\` on success, as the specification defines, and
  clients accept \`0\` as success of \`refresh\` too.
- **Errors** have a 4xx status (503 in maintenance) and that envelope. 401 means a missing or expired session only.
  Every endpoint can also return the codes of its kind: INVALID_REQUEST, TOO_MANY_REQUESTS, UNKNOWN_API_KEY,
  SITE_DISABLED, MAINTENANCE; with a session SIGN_IN_REQUIRED, SESSION_EXPIRED, MEMBER_LOCKED; with an idempotency key
  IDEMPOTENCY_KEY_INVALID and IDEMPOTENCY_KEY_REUSED.
- **Amounts** are JSON numbers of baht with at most two decimals for members, decimal texts with at most
  four decimals for game providers. Any other value is rejected, never rounded.
- **Times** are ISO 8601 with a zone; days are Bangkok days.
- **Requests** of members are closed: an unknown field is rejected. Requests of machines and all responses are open:
  unknown fields are ignored.
- **Histories** are returned in pages of 20: \`nextCursor\` of one page is \`?cursor=\` of the next.

A \`+\` marks an extension of the specification, \`?\` a field that may be absent. A client that implements only the
specification works without the extensions.
`;

type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly format?: string;
};

const schemas: Readonly<Record<string, JsonSchema>> = JSON.parse(JSON.stringify(jsonSchemas()));

export function contractPage(): string {
  const modules = [...Map.groupBy(endpoints, ({ module }) => module)];
  const sections = modules.map(([module, own]) => [`## ${module}`, ...own.map(section)].join('\n\n'));
  return [introduction, ...sections, shapes(), formatErrorTable()].join('\n\n');
}

function section({ name, endpoint: call }: (typeof endpoints)[number]): string {
  const facts = [
    ['In the path', call.params],
    ['Query', call.query],
    ['Headers', call.headers],
    ['Body', call.body],
    ['Response beside data', call.envelopeFields],
  ] as const;
  const lines = facts.flatMap(([label, schema]) => (schema ? [`- ${label}: ${shapeOf(getSchemaName(schema))}`] : []));
  return [
    `### \`${call.method} ${call.path}\`${call.isExtension ? ' +' : ''}`,
    '',
    `${call.summary} ${describeAccess(call)} In code: \`${name}\`.`,
    '',
    ...lines,
    `- Response: ${describeResponse(call)}`,
    ...listErrors(call),
  ].join('\n');
}

function describeAccess({ auth }: Endpoint): string {
  return { none: 'For anyone.', member: 'For a member.', provider: 'For a game provider.', bank: 'For the bank.' }[
    auth
  ];
}

function describeResponse(endpoint: Endpoint): string {
  switch (endpoint.form ?? 'envelope') {
    case 'script':
      return 'a script, `text/javascript`';
    case 'markup':
      return 'markup, `text/html`';
    case 'events':
      return `events, \`text/event-stream\`: ${Object.entries(liveEvents)
        .map(([event, schema]) => `\`${event}\` ${shapeOf(getSchemaName(schema))}`)
        .join(', ')}`;
    case 'table':
      return 'a table, `text/csv`';
    case 'bare':
      return `${shapeOf(getSchemaName(endpoint.data))}, without envelope`;
    case 'envelope':
      return shapeOf(getSchemaName(endpoint.data));
  }
}

function listErrors(endpoint: Endpoint): readonly string[] {
  const own = [...new Set([...endpoint.errorCodes, ...Object.values(endpoint.whenInvalid ?? {})])];
  return own.length > 0 ? [`- Errors: ${own.join(', ')}`] : [];
}

/** Returns a shared shape by its name and any other shape in full. */
function shapeOf(id: string): string {
  const isShared = !id.includes('_');
  return isShared ? `[${id}](#${id.toLowerCase()})` : `\`${textOf(schemas[id] ?? {})}\``;
}

function shapes(): string {
  const rows = Object.entries(schemas)
    .filter(([id]) => !id.includes('_'))
    .map(([id, schema]) => `### ${id}\n\n\`${textOf(schema)}\``);
  return ['## Shapes', ...rows].join('\n\n');
}

function textOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(textOf).join(' or ');
  if (schema.items) return `[${textOf(schema.items)}]`;
  if (schema.properties) return objectText(schema.properties, schema.required ?? []);
  if (schema.description) return schema.description.startsWith('Percent') ? 'percent' : 'baht';
  if (schema.format?.startsWith('date')) return schema.format === 'date' ? 'day' : 'time';
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ');
}

function objectText(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([key, schema]) => `${key}${required.includes(key) ? '' : '?'}: ${textOf(schema)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

/** Example values for messages; a site has its own values. */
const example = { waitSeconds: 30, waitMinutes: 15, hours: 48 };
const amounts = { minimum: baht(100), maximum: baht(100), remaining: baht(100), returned: baht(100) };
const lengths = { minimum: PASSWORD_LENGTH_MIN, maximum: PASSWORD_LENGTH_MAX };

function formatErrorTable(): string {
  const rows = allErrorCodes.map((code) => {
    const facts = code === 'PASSWORD_LENGTH' ? lengths : { ...example, ...amounts };
    // These parameters cover every code; the contract defines which code uses which.
    const format = errorMessages[code] as (known: object) => string;
    return `| ${code} | ${getHttpStatus(code)} | ${format(facts)} |`;
  });
  return ['## Error codes', '', '| Code | Status | Message |', '|---|---|---|', ...rows, ''].join('\n');
}

if (import.meta.main) {
  writeFileSync(join(ROOT, 'docs', 'contract.md'), contractPage());
}
