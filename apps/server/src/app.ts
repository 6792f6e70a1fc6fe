// Composition of the server: modules, their routes and their jobs.
//
// Elsewhere: endpoint to route (http/register-route.ts), settings (core/config.ts), start and stop (main.ts).

import { randomUUID } from 'node:crypto';

import type { Database } from '@chaba/database';
import { installChart } from '@chaba/ledger';
import Fastify, { type FastifyInstance, LogController } from 'fastify';

import { chart } from '#core/chart-of-accounts';
import type { Config } from '#core/config';
import { type BankClients, type Context, createBankClients } from '#core/context';
import { metrics } from '#core/metrics';
import { connectPubSub } from '#core/pubsub';
import type { Replica } from '#core/replica';
import { registerDocuments } from '#http/documents';
import type { RouteContext } from '#http/route-context';
import { registerErrorHandler, handleClientError, sendError } from '#http/errors';
import { registerPreflights, registerSafetyHeaders } from '#http/headers';
import { registerHealthChecks } from '#http/health';
import { createLifecycle, registerDraining } from '#http/lifecycle';
import { createRequestLog, logOptions } from '#http/log';
import { registerPages } from '#http/pages';
import { warnAboutForwarding } from '#http/forwarding';
import { registerRateLimit } from '#http/rate-limit';
import { registerRequestMetrics } from '#http/request-metrics';
import { registerRequestTraces } from '#http/request-traces';
import { createRouteRegistrar, registerRawBodyParser } from '#http/register-route';
import { createAuthenticator } from '#http/authentication';
import { installDirectRoutes } from '#http/direct-routes';
import { toDecodable } from '#http/traffic';
import type { Job } from '#jobs/jobs';
import { createSessionReader } from '#modules/sessions';
import { createSignatureWatch } from '#modules/security';
import { openSites } from '#modules/site';
import { loadBalances } from '#modules/balances';

import { affiliateJobs } from './modules/affiliates/affiliates.jobs.ts';
import { affiliateRoutes } from './modules/affiliates/affiliates.routes.ts';
import { auditJobs } from './modules/audit/audit.jobs.ts';
import { bonusJobs } from './modules/promotions/promotions.jobs.ts';
import { bonusRoutes } from './modules/promotions/promotions.routes.ts';
import { cashbackJobs } from './modules/cashback/cashback.jobs.ts';
import { cashbackRoutes } from './modules/cashback/cashback.routes.ts';
import { bankReportJobs } from './modules/bank-reports/bank-reports.jobs.ts';
import { depositJobs } from './modules/deposits/deposits.jobs.ts';
import { bankFeedRoutes } from './modules/deposits/bank-feed.routes.ts';
import { depositChanges, depositRoutes } from './modules/deposits/deposits.routes.ts';
import { historyRoutes } from './modules/history/history.routes.ts';
import type { ChangeSource } from './modules/live/live.ts';
import { limitRoutes } from './modules/limits/limits.routes.ts';
import { liveRoutes } from './modules/live/live.routes.ts';
import { operationsJobs } from './modules/operations/operations.jobs.ts';
import { memberJobs } from './modules/members/members.jobs.ts';
import { memberRoutes } from './modules/members/members.routes.ts';
import { gameNameOf } from './modules/play/play.ts';
import { playJobs } from './modules/play/play.jobs.ts';
import { playRoutes } from './modules/play/play.routes.ts';
import { requestKick } from './modules/providers/providers.ts';
import { providerJobs } from './modules/providers/providers.jobs.ts';
import { reconciliationJobs } from './modules/reconciliation/reconciliation.jobs.ts';
import { heldWinChanges } from './modules/reconciliation/reconciliation.routes.ts';
import { providerRoutes } from './modules/providers/providers.routes.ts';
import type { WalletBatcher } from './modules/wallet/batcher.ts';
import { reportJobs } from './modules/reports/reports.jobs.ts';
import { riskJobs } from './modules/risk/risk.jobs.ts';
import { securityJobs } from './modules/security/security.jobs.ts';
import { type LoadSiteConfiguration, siteRoutes } from './modules/site/site.routes.ts';
import { loadWireTerms, termsRoutes } from './modules/terms/terms.routes.ts';
import { toBalance, toUserInfo, balanceRoutes } from './modules/balances/balances.routes.ts';
import { wheelJobs } from './modules/wheel/wheel.jobs.ts';
import { wheelRoutes } from './modules/wheel/wheel.routes.ts';
import { withdrawalJobs } from './modules/withdrawals/withdrawals.jobs.ts';
import { listWithdrawalChanges, withdrawalRoutes } from './modules/withdrawals/withdrawals.routes.ts';
import { createConfigurationLoader } from './site-configuration.ts';

/** Background jobs of all modules. */
export const jobs: readonly Job[] = [
  ...memberJobs,
  ...depositJobs,
  ...bankReportJobs,
  ...withdrawalJobs,
  ...playJobs,
  ...providerJobs,
  ...reconciliationJobs,
  ...bonusJobs,
  ...cashbackJobs,
  ...affiliateJobs,
  ...wheelJobs,
  ...auditJobs,
  ...securityJobs,
  ...riskJobs,
  ...reportJobs,
  ...operationsJobs,
];

/** Source of the changes that live streams send. */
const changeSources: readonly ChangeSource[] = [depositChanges, listWithdrawalChanges, heldWinChanges];

function registerRoutes(
  context: RouteContext,
  configurations: LoadSiteConfiguration,
  batcher: WalletBatcher | undefined,
): void {
  const { database } = context;
  const walletAt = (siteId: number, memberId: bigint) => loadBalances(database, siteId, memberId);

  siteRoutes(context, configurations);
  termsRoutes(context);
  memberRoutes(context, {
    loadUserInfo: async (site, memberId) => toUserInfo(await walletAt(site.id, memberId), site),
    endGames: requestKick,
  });
  balanceRoutes(context);
  bonusRoutes(context, gameNameOf);
  cashbackRoutes(context);
  affiliateRoutes(context);
  wheelRoutes(context);
  playRoutes(context);
  limitRoutes(context);
  providerRoutes(context, batcher);
  bankFeedRoutes(context);
  depositRoutes(context, async (siteId, memberId) => toBalance(await walletAt(siteId, memberId)));
  withdrawalRoutes(context);
  historyRoutes(context);
  liveRoutes(context, { sources: changeSources, toBalance });
}

export type AppOptions = {
  readonly config: Config;
  readonly database: Database;
  readonly replica?: Replica | undefined;
  /** Bank clients of a test, instead of the configured ones. */
  readonly bank?: BankClients;
  /** Replaces the wallet batcher of the database, for measurements. */
  readonly batcher?: WalletBatcher;
  readonly logTo?: { write(line: string): void };
  /** Validates every response against the contract, in tests. */
  readonly shouldCheckResponses?: boolean;
};

export type App = {
  readonly fastify: FastifyInstance;
  readonly context: Context;
  /** Makes /readyz report readiness. */
  markReady(): void;
  /** Makes /readyz report that the process is draining; calls are served as before. */
  startDraining(): void;
  close(): Promise<void>;
};

const REQUEST_TIMEOUT_MS = 10_000;
/** Interval of Node's check for slow requests; its default is 30 s. */
const SLOW_CALLERS_EVERY_MS = 1_000;
const PATH_LENGTH_MAX = 300;
/** A connection without a byte in either direction ends. Live streams send a heartbeat every 15 s. */
const SILENT_CONNECTION_MS = 60_000;
/** More than an edge opens (deploy/haproxy/edge.cfg); further connections are closed at once. */
const CONNECTIONS_MAX = 10_000;

function createFastify(config: AppOptions['config'], logTo: AppOptions['logTo']): FastifyInstance {
  const fastify = Fastify({
    logger: logOptions(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies === 0 ? false : (_address, hop) => hop < config.trustedProxies,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    // Node applies the longer of its two limits to the whole request, so both are equal.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: SLOW_CALLERS_EVERY_MS },
    // A call on a kept connection is served until the connections are closed.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => toDecodable(url),
    routerOptions: { maxParamLength: PATH_LENGTH_MAX, ignoreTrailingSlash: false },
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply);
    },
  });
  fastify.server.maxConnections = CONNECTIONS_MAX;
  return fastify;
}

export async function buildApp({
  config,
  database,
  replica,
  bank = createBankClients(config),
  batcher,
  logTo,
  shouldCheckResponses,
}: AppOptions): Promise<App> {
  metrics.isRecording = config.isRecordingMetrics;
  const fastify = createFastify(config, logTo);
  const context: Context = { database, replica, config, bank, log: fastify.log };
  const lifecycle = createLifecycle();

  registerRawBodyParser(fastify);
  registerErrorHandler(fastify);
  const sites = openSites(database);
  registerSafetyHeaders(fastify, config, sites);
  registerDraining(fastify, lifecycle);
  const sessions = createAuthenticator(sites, createSessionReader(database));
  if (config.isRateLimited) await registerRateLimit(fastify, sessions.findProvenMember);
  registerPreflights(fastify);
  warnAboutForwarding(fastify, config);
  registerRequestLog(fastify, config);
  registerRequestMetrics(fastify);
  registerRequestTraces(fastify, config);
  registerHealthChecks(fastify, config, lifecycle);
  registerDocuments(fastify);

  await installChart(database, chart);
  const closePubSub = await connectPubSub(database, (error) =>
    fastify.log.error({ err: error }, 'pubsub messages not sent'),
  );
  const signatures = createSignatureWatch(database, fastify.log);
  const registerRoute = createRouteRegistrar({
    app: fastify,
    config,
    sessions,
    signatures,
    shouldCheckResponses,
  });
  const configurations = createConfigurationLoader(context);
  const registerDirectRoute = installDirectRoutes(fastify, config, lifecycle);
  registerRoutes(
    { ...context, app: fastify, registerRoute, registerDirectRoute, sites, sessions, signatures },
    configurations,
    batcher,
  );
  await registerPages(fastify, {
    config,
    sites,
    loadConfiguration: configurations,
    loadTerms: (site) => loadWireTerms(context, site),
  });
  await fastify.ready();

  return {
    fastify,
    context,
    markReady: lifecycle.markReady,
    startDraining: lifecycle.startDraining,
    async close() {
      await fastify.close();
      await signatures.flush();
      sessions.close();
      sites.close();
      await closePubSub();
    },
  };
}

function registerRequestLog(app: FastifyInstance, config: Config): void {
  const logRequest = createRequestLog(config);
  app.addHook('onResponse', async (request, reply) => {
    logRequest(request.log, {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      site: request.siteCode,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}
