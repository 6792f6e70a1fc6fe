// Every schema of every endpoint as JSON Schema, under its name in the documents.

import * as z from 'zod/mini';

import { bahtSchema, percentSchema, positiveBahtSchema, signedBahtSchema } from './amounts.ts';
import { promotion, turnoverRequirement } from './bonuses.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { depositAccount, feedLine } from './deposits.ts';
import { betItem, depositItem, transferItem, withdrawItem } from './history.ts';
import { liveEvents } from './live.ts';
import { balance, bonusInfo, internalWallet, userInfo } from './members.ts';
import { game } from './play.ts';
import { walletResponse } from './seamless.ts';
import { gameProvider, siteConfiguration } from './site.ts';
import { prize } from './wheel.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Schemas that several endpoints share, with their names. */
const shared = {
  UserInfo: userInfo,
  BonusInfo: bonusInfo,
  InternalWallet: internalWallet,
  Balance: balance,
  SiteConfiguration: siteConfiguration,
  GameProvider: gameProvider,
  Game: game,
  Promotion: promotion,
  TurnoverLine: turnoverRequirement,
  DepositAccount: depositAccount,
  DepositItem: depositItem,
  WithdrawItem: withdrawItem,
  TransferItem: transferItem,
  BetItem: betItem,
  BankFeedLine: feedLine,
  Prize: prize,
  WalletResponse: walletResponse,
};

const amounts = new Set<unknown>([bahtSchema, positiveBahtSchema, signedBahtSchema]);

/** Names every schema. Endpoints that share a schema object share its name. */
function nameSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  const name = (schema: z.core.$ZodType, id: string) => {
    if (!registry.has(schema)) registry.add(schema, { id });
  };

  for (const [id, schema] of Object.entries(shared)) name(schema, id);
  for (const [event, schema] of Object.entries(liveEvents)) name(schema, `LiveEvent_${event}`);
  for (const { name: operation, endpoint } of endpoints) {
    for (const part of parts) {
      if (endpoint[part] && !(part === 'data' && isText(endpoint))) name(endpoint[part], `${operation}_${part}`);
    }
  }
  return registry;
}

const parts = ['body', 'data', 'query', 'params', 'headers', 'envelopeFields'] as const;
const names = nameSchemas();

export function jsonSchemas(): JsonObject {
  const { schemas } = z.toJSONSchema(names, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      if (amounts.has(zodSchema)) jsonSchema.description = 'Baht, at most two decimals.';
      if (zodSchema === percentSchema) jsonSchema.description = 'Percent, at most two decimals.';
      // `format` already defines the value; the leap-year pattern adds nothing for readers.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
    },
  });
  // `$id` and `$schema` would repeat the key and the dialect of the document.
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _id, id: _name, ...schema }]) => [
      id,
      JSON.parse(JSON.stringify(schema)),
    ]),
  );
}

/** The name of an endpoint's schema. */
export function getSchemaName(schema: z.core.$ZodType): string {
  const named = names.get(schema);
  if (!named) throw new Error('schema without a name: it belongs to no endpoint');
  return named.id;
}

/** Responses that are text, not JSON: scripts, markup, tables, the event stream. */
function isText({ form }: Endpoint): boolean {
  return form === 'script' || form === 'markup' || form === 'events' || form === 'table';
}
