// The doors of aggregators that speak a language of their own: who is asking, then their translator, then the wallet.
//
//     POST /seamless/amb/<path>                Basic authentication: key id and secret of the provider `amb`
//     POST /seamless/hub88/<key id>/<path>     X-Hub88-Signature over the raw body; the key id says which brand
//
// Always true: a key is given by an operator and belongs to one provider at one brand; without one nothing is open here.
//
// Elsewhere: the languages (providers/), the wallet behind them (chaba.routes.ts), giving keys (provider-registry.ts).

import { PROVIDER_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import type { Database } from '@chaba/database';
import type { FastifyRequest } from 'fastify';

import { isEqual } from '#core/signature';
import type { RouteContext } from '#http/route-context';
import { findMemberIdsByPlayerId } from '#modules/members';
import type { Site } from '#modules/site';
import { type LocalTransaction, ourCalls } from '#modules/wallet';

import { withDeadline } from './deadline.ts';
import type { ProviderIdentity, ProviderRegistry } from './provider-registry.ts';
import { readProviderBody } from './provider-body.ts';
import type { CallWallet, LookAtCalls, SeenCall, AggregatorAdapter, WalletOperation } from './adapter.ts';
import { amb, basicOf } from './amb/amb.ts';
import { hub88, isSignedByHub88 } from './hub88/hub88.ts';

type Asked = { readonly site: Site; readonly provider: string };
type Answer = Awaited<ReturnType<CallWallet>>;
type Ask = (asked: Asked, operation: WalletOperation, body: unknown) => Promise<Answer> | Answer;

/** A language without sessions still needs the field that the wallet's contract asks for. */
const NO_TOKEN = 'none';

type Language = {
  readonly provider: string;
  readonly translator: AggregatorAdapter;
  readonly prefix: string;
  /** The key that a request names, and whether it proves to have it. */
  keyIdOf(request: FastifyRequest): string | undefined;
  isAuthentic(request: FastifyRequest, caller: ProviderIdentity): boolean;
  readonly refusal: Readonly<Record<string, unknown>>;
  /** The answer to a fault of ours: it is tried again. */
  readonly fault: Readonly<Record<string, unknown>>;
};

export function aggregatorRoutes(context: RouteContext, book: ProviderRegistry, ask: Ask): void {
  const languages: readonly Language[] = [
    {
      provider: 'amb',
      translator: amb,
      prefix: '/seamless/amb',
      keyIdOf: ({ headers }) => basicOf(headers.authorization)?.agent,
      isAuthentic: ({ headers }, { secret }) => isEqual(basicOf(headers.authorization)?.key ?? '', secret),
      refusal: { statusCode: 30_002 },
      fault: { statusCode: 50_001 },
    },
    {
      provider: 'hub88',
      translator: hub88,
      prefix: '/seamless/hub88/:keyId',
      keyIdOf: ({ params }) => (params as { keyId?: string }).keyId,
      isAuthentic(request) {
        const { hub88PublicKey } = context.config;
        const signature = request.headers['x-hub88-signature'];
        return (
          hub88PublicKey !== undefined &&
          typeof signature === 'string' &&
          isSignedByHub88(hub88PublicKey, bytesOf(request), signature)
        );
      },
      refusal: { status: 'RS_ERROR_INVALID_SIGNATURE' },
      fault: { status: 'RS_ERROR_UNKNOWN' },
    },
  ];
  for (const language of languages) {
    for (const path of language.translator.paths) serveLanguage(context, { book, ask, language, path });
  }
}

function serveLanguage(
  { app, sites, database, signatures }: RouteContext,
  { book, ask, language, path }: { book: ProviderRegistry; ask: Ask; language: Language; path: string },
): void {
  app.route({
    method: 'POST',
    url: language.prefix + path,
    bodyLimit: PROVIDER_BODY_BYTES_MAX,
    async handler(request, reply) {
      const send = (status: number, answer: Readonly<Record<string, unknown>>) =>
        reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
      const answer = async (): Promise<readonly [number, Readonly<Record<string, unknown>>]> => {
        const caller = await book.callerOf(language.keyIdOf(request) ?? '', {
          remoteAddress: request.socket.remoteAddress,
          headers: request.headers,
        });
        const site = caller && (await sites.byCode(caller.siteCode));
        const isKnown = caller?.provider === language.provider && language.isAuthentic(request, caller);
        if (!site || !isKnown) {
          signatures.count(site?.id, `${language.provider}: ${caller ? 'wrong' : 'unknown_key'}`);
          return [401, language.refusal];
        }
        const { provider } = language;
        const askHere: CallWallet = async (operation, body) =>
          ask({ site, provider }, operation, { token: NO_TOKEN, ...body });
        const told = { path, body: readProviderBody(bytesOf(request)) };
        return [200, await language.translator.translate(told, askHere, lookIn(database, site, provider))];
      };
      try {
        return send(...(await withDeadline(answer())));
      } catch (error) {
        request.log.error({ err: error }, 'a call of an aggregator failed');
        return send(500, language.fault);
      }
    },
  });
}

function lookIn(database: Database, { id }: Site, provider: string): LookAtCalls {
  return async (playerId, txIds) => {
    const memberId = (await findMemberIdsByPlayerId(database, id, [playerId])).get(playerId);
    if (memberId === undefined) return new Map();
    const names = txIds.map((txId) => ({ provider, memberId, txId }));
    const calls = await ourCalls(database, id, names);
    return new Map([...calls.values()].map((call) => [call.txId, { state: stateOf(call), refTxId: call.refTxId }]));
  };
}

function stateOf({ operation, isCancelled }: LocalTransaction): SeenCall['state'] {
  if (operation === 'tombstone') return 'buried';
  return isCancelled ? 'cancelled' : 'stands';
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
