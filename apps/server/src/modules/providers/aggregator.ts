// Aggregators: protocols that other companies define. Their requests are translated into the operations of our own
// protocol.
//
//     request ─▶ key and signature ─▶ translate ─▶ our operations in sequence ─▶ response in the aggregator's codes
//
// Always true: a translation decides nothing and moves nothing; what is rejected, repeated or held is the wallet's rule
// alone. Ids that a protocol uses twice (a bet and its win under one name) are made two by a prefix, always the same
// one, so that a repeat stays a repeat. A key is issued by an operator and belongs to one provider at one site; without
// a key every request is rejected.
//
// Elsewhere: the translations (amb, hub88), how to add one (docs/providers.md), our operations (chaba/chaba.routes.ts).

import { PROVIDER_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import type { WalletResponse, WalletCode } from '@chaba/contract/seamless';
import type { Database } from '@chaba/database';
import type { FastifyRequest } from 'fastify';

import type { Config } from '#core/config';
import { findMemberIdsByPlayerId } from '#modules/members';
import type { Site } from '#modules/site';
import { type Caller, listTransactions, type LocalTransaction } from '#modules/wallet';
import { getProtocolName, type ProtocolName } from '#site/catalogue';

import { executeOperation } from './chaba/chaba.routes.ts';
import type { ProtocolServices, ProviderIdentity } from './protocol.ts';
import { parseProviderBody, withDeadline } from './provider-request.ts';

export type WalletOperation =
  | 'balance'
  | 'bet'
  | 'win'
  | 'betwin'
  | 'rollback'
  | 'adjust'
  | 'award'
  | 'tip'
  | 'endRound';

/** Asks the wallet; the seat of the player is added by whoever serves the translator. */
export type CallWallet = (
  operation: WalletOperation,
  body: Readonly<Record<string, unknown>>,
) => Promise<Partial<WalletResponse> & { readonly code: WalletCode }>;

/** The present state of a transaction. A tombstone was rolled back before it arrived and is rejected. */
export type SeenCall = { readonly state: 'stands' | 'cancelled' | 'tombstone'; readonly refTxId: string };

/** Looks at all of these calls of a player at once: for languages that name a result again after it was taken back. */
export type LookAtCalls = (playerId: string, txIds: readonly string[]) => Promise<ReadonlyMap<string, SeenCall>>;

/** A request of the other language, already known to be authentic. */
export type Foreign = { readonly path: string; readonly body: unknown };

export type Aggregator = {
  readonly name: ProtocolName;
  /** The route prefix, before the paths of the protocol. */
  readonly prefix: string;
  readonly paths: readonly string[];
  /** The key that a request names. */
  getKeyId(request: FastifyRequest): string | undefined;
  /** Whether the request proves to hold the key. */
  authenticate(request: FastifyRequest, identity: ProviderIdentity, config: Config): boolean;
  translate(request: Foreign, callWallet: CallWallet, look: LookAtCalls): Promise<Readonly<Record<string, unknown>>>;
  /** The response to a request without a valid key. */
  readonly unauthorized: Readonly<Record<string, unknown>>;
  /** The response to a fault of ours, which the aggregator retries. */
  readonly fault: Readonly<Record<string, unknown>>;
};

/** The contract requires a token; these protocols have none. */
const NO_TOKEN = 'none';

export function registerAggregatorRoutes(services: ProtocolServices, aggregator: Aggregator): void {
  for (const path of aggregator.paths) registerPath(services, aggregator, path);
}

function registerPath({ context, registry, wallet }: ProtocolServices, aggregator: Aggregator, path: string): void {
  const { app, sites, database, signatures, config } = context;

  async function respond(request: FastifyRequest): Promise<readonly [number, Readonly<Record<string, unknown>>]> {
    const identity = await registry.findIdentity(aggregator.getKeyId(request) ?? '', {
      remoteAddress: request.socket.remoteAddress,
      headers: request.headers,
    });
    const site = identity && (await sites.byCode(identity.siteCode));
    const isOfProtocol = identity && getProtocolName(identity.provider) === aggregator.name;
    if (!site || !isOfProtocol || !aggregator.authenticate(request, identity, config)) {
      signatures.count(site?.id, `${aggregator.name}: ${identity ? 'wrong' : 'unknown_key'}`);
      return [401, aggregator.unauthorized];
    }
    const { provider } = identity;
    const setting = await registry.getSetting(site.id, provider);
    const caller: Caller = { site, provider, ...setting, isSessionByPlayer: true };
    const callWallet: CallWallet = async (operation, body) =>
      executeOperation(wallet, caller, operation, { token: NO_TOKEN, ...body });
    const foreign = { path, body: parseProviderBody(getBytes(request)) };
    return [200, await aggregator.translate(foreign, callWallet, createLookUp(database, site, provider))];
  }

  app.route({
    method: 'POST',
    url: aggregator.prefix + path,
    bodyLimit: PROVIDER_BODY_BYTES_MAX,
    async handler(request, reply) {
      const send = (status: number, body: Readonly<Record<string, unknown>>) =>
        reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
      try {
        return send(...(await withDeadline(respond(request))));
      } catch (error) {
        request.log.error({ err: error }, 'a call of an aggregator failed');
        return send(500, aggregator.fault);
      }
    },
  });
}

function createLookUp(database: Database, { id }: Site, provider: string): LookAtCalls {
  return async (playerId, txIds) => {
    const memberId = (await findMemberIdsByPlayerId(database, id, [playerId])).get(playerId);
    if (memberId === undefined) return new Map();
    const names = txIds.map((txId) => ({ provider, memberId, txId }));
    const found = await listTransactions(database, id, names);
    return new Map([...found.values()].map((one) => [one.txId, { state: getState(one), refTxId: one.refTxId }]));
  };
}

function getState({ operation, isCancelled }: LocalTransaction): SeenCall['state'] {
  if (operation === 'tombstone') return 'tombstone';
  return isCancelled ? 'cancelled' : 'stands';
}

export const getBytes = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

type Asked = Awaited<ReturnType<CallWallet>>;

/**
 * Asks one after the other and stops at the first no. What was asked for before is repeated by the next try without
 * effect.
 */
export async function callInSequence(
  callWallet: CallWallet,
  calls: readonly (readonly [WalletOperation, Readonly<Record<string, unknown>>])[],
): Promise<{ readonly first: Asked; readonly last: Asked; readonly isAllRepeated: boolean }> {
  const answers: Asked[] = [];
  for (const [operation, body] of calls) {
    const answer = await callWallet(operation, body);
    answers.push(answer);
    if (answer.code !== 'OK') break;
  }
  const none: Asked = { code: 'INVALID_REQUEST' };
  return {
    first: answers[0] ?? none,
    last: answers.at(-1) ?? none,
    isAllRepeated: answers.length > 0 && answers.every(({ duplicate }) => duplicate === true),
  };
}
