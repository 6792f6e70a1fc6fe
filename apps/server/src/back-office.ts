// Composition of the back office: guards, calls, pages and its jobs.
//
// Always true: it has no route of members or providers, and the server has none of these.
//
// Elsewhere: start and stop (back-office-main.ts), calls (packages/contract/src/back-office), pages (apps/back-office).

import { randomUUID } from 'node:crypto';

import type { Database } from '@chaba/database';
import Fastify, { type FastifyInstance, LogController } from 'fastify';

import { type BackOfficeConfig, ConfigError } from '#core/config';
import { createBankClients } from '#core/context';
import { getDemoPassword } from '#core/demo';
import { connectPubSub } from '#core/pubsub';
import { openReplica } from '#core/replica';
import { registerHealthChecks } from '#http/health';
import { createLifecycle, type Lifecycle, registerDraining } from '#http/lifecycle';
import { createRequestLog, logOptions } from '#http/log';
import { registerRateLimit } from '#http/rate-limit';
import { registerRawBodyParser } from '#http/register-route';
import { toDecodable } from '#http/traffic';
import { hashPassword } from '#modules/passwords';
import { deleteOldExports } from '#modules/exports';
import { deleteOldImports } from '#modules/imports';
import { deleteEnded } from '#modules/review';
import { listSites } from '#modules/site';
import { type ActionContext } from '#operators/actions';
import { checkSite } from '#operators/approval-rules';
import { definitions } from '#operators/definitions';
import { sealPageAccess } from '#operators/page-access';
import { deleteExpired } from '#operators/sign-in';
import { ensureDemoOperators, hasEnabledDemo } from '#operators/people-actions';

import { registerAnswers, sendError } from './back-office/answers.ts';
import { createCaseHandlers } from './back-office/case.routes.ts';
import type { BackOfficeContext } from './back-office/context.ts';
import { createDayHandlers } from './back-office/day.routes.ts';
import { createExportHandlers } from './back-office/export.routes.ts';
import { createExportRunner } from './back-office/export-run.ts';
import { registerEvents } from './back-office/events.routes.ts';
import { createGameHandlers } from './back-office/games.routes.ts';
import { listOrigins, type Origins, registerGuards } from './back-office/guard.ts';
import { createCodeHandlers } from './back-office/code.routes.ts';
import { createImportRunner } from './back-office/import-run.ts';
import { createRiskHandlers } from './back-office/risk.routes.ts';
import { createMemberHandlers } from './back-office/members.routes.ts';
import { registerHeaders, registerPages } from './back-office/pages.ts';
import { registerPreview } from './back-office/preview.ts';
import { type Handlers, registerCalls } from './back-office/routes.ts';
import { createItemHandlers } from './back-office/queue-lists.ts';
import { createQueueHandlers } from './back-office/queue.routes.ts';
import { createTermsHandlers } from './back-office/offer-terms.routes.ts';
import { createOfferHandlers } from './back-office/offers.routes.ts';
import { createReportHandlers } from './back-office/report.routes.ts';
import { createSessionHandlers } from './back-office/session.routes.ts';
import { createShiftHandlers } from './back-office/shift.routes.ts';
import { createSiteHandlers, registerSiteRoutes } from './back-office/site.routes.ts';
import { createSettingHandlers } from './back-office/site-settings.routes.ts';
import { toPromotion } from './modules/promotions/promotions.routes.ts';
import { createConfigurationLoader } from './site-configuration.ts';

export type BackOfficeOptions = {
  readonly config: BackOfficeConfig;
  readonly database: Database;
  readonly logTo?: { write(line: string): void };
};

export type BackOffice = {
  readonly fastify: FastifyInstance;
  readonly context: BackOfficeContext;
  readonly lifecycle: Lifecycle;
  close(): Promise<void>;
};

const REQUEST_TIMEOUT_MS = 15_000;
/** A connection without a byte in either direction ends. Live streams send a heartbeat every 10 s. */
const SILENT_CONNECTION_MS = 120_000;
/** More than an edge opens (deploy/haproxy/edge.cfg); further connections are closed at once. */
const CONNECTIONS_MAX = 10_000;
const PATH_LENGTH_MAX = 200;
const EXPIRED_EVERY_MS = 10 * 60_000;
const FILE_JOBS_EVERY_MS = 2_000;
const SEALED_EVERY_MS = 60_000;
const VERIFIED_EVERY_MS = 60 * 60_000;

const createHandlers = (context: BackOfficeContext): Handlers => ({
  ...createSessionHandlers(context),
  ...createSiteHandlers(context),
  ...createQueueHandlers(context),
  ...createItemHandlers(context),
  ...createMemberHandlers(context),
  ...createCaseHandlers(context),
  ...createReportHandlers(context),
  ...createSettingHandlers(context),
  ...createDayHandlers(context),
  ...createExportHandlers(context),
  ...createShiftHandlers(context),
  ...createOfferHandlers(context, toPromotion),
  ...createCodeHandlers(context),
  ...createRiskHandlers(context),
  ...createGameHandlers(context),
  ...createTermsHandlers(context),
});

export async function buildBackOffice({ config, database, logTo }: BackOfficeOptions): Promise<BackOffice> {
  await checkDemo(config, database);
  const fastify = createFastify(config, logTo);
  const lifecycle = createLifecycle();
  const isDemoOpen = config.mode === 'play' && config.isDemo;
  const signIn: ActionContext = {
    database,
    secret: config.operatorSecret,
    mode: config.mode,
    isDemoOpen,
    definitions,
    config,
  };
  const origins = createOrigins(config, fastify);
  const replica = openReplica(database, config);
  const context: BackOfficeContext = {
    database,
    replica,
    config,
    bank: createBankClients(config),
    log: fastify.log,
    signIn,
    getOrigins: origins,
    loadConfiguration: createConfigurationLoader({ config, database }),
  };

  registerRawBodyParser(fastify);
  registerAnswers(fastify);
  registerHeaders(fastify, config);
  registerDraining(fastify, lifecycle);
  if (config.isRateLimited) await registerRateLimit(fastify, () => undefined);
  registerGuards(fastify, config, origins);
  registerRequestLog(fastify, config);
  registerHealthChecks(fastify, config, lifecycle);
  registerCalls(fastify, context, createHandlers(context));
  registerSiteRoutes(fastify, context);
  registerEvents(fastify, context);
  registerPreview(fastify, context);
  await registerPages(fastify, config);
  const closePubSub = await connectPubSub(database, (error) =>
    fastify.log.error({ err: error }, 'pubsub messages not sent'),
  );
  const stopJobs = startJobs(context);
  await fastify.ready();
  return {
    fastify,
    context,
    lifecycle,
    async close() {
      stopJobs();
      await fastify.close();
      await closePubSub();
      await replica?.close();
    },
  };
}

/** The chains verified each hour, expired rows deleted. Returns the function that stops them. */
function startJobs(context: BackOfficeContext): () => void {
  const { database, log } = context;
  const every = (ms: number, failed: string, run: () => Promise<unknown>) =>
    setInterval(() => void run().catch((error: unknown) => log.warn({ err: error }, failed)), ms).unref();
  const timers = [
    every(VERIFIED_EVERY_MS, 'audit chains not verified', () => verifyChains(context)),
    every(EXPIRED_EVERY_MS, 'expired sessions not deleted', () =>
      Promise.all([
        deleteExpired({ database }),
        deleteEnded(database),
        deleteOldExports(database),
        deleteOldImports(database),
      ]),
    ),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}

/**
 * Writes exports, runs imports and seals opened member pages until it is stopped; the page or rows under way are
 * finished first.
 */
export function startProcessJobs(context: BackOfficeContext): () => Promise<void> {
  const [exports, imports] = [createExportRunner(context), createImportRunner(context)];
  const sealing = setInterval(() => {
    sealAll(context).catch((error: unknown) => context.log.warn({ err: error }, 'opened member pages not sealed'));
  }, SEALED_EVERY_MS).unref();
  const timer = setInterval(() => {
    exports.run().catch((error: unknown) => context.log.warn({ err: error }, 'exports not written'));
    imports.run().catch((error: unknown) => context.log.warn({ err: error }, 'imports not run'));
  }, FILE_JOBS_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    clearInterval(sealing);
    await Promise.all([exports.stop(), imports.stop()]);
  };
}

async function sealAll({ database }: Pick<BackOfficeContext, 'database'>): Promise<void> {
  for (const { id } of await listSites(database)) await sealPageAccess(database, id);
}

/**
 * Checks the chain and the rules of each site. The head of each chain goes to the log: a chain that is rewritten later
 * differs from the log of another machine.
 */
export async function verifyChains({ database, log }: Pick<BackOfficeContext, 'database' | 'log'>): Promise<void> {
  for (const { id, code } of await listSites(database)) {
    const { chain, findings } = await checkSite(database, id);
    const { entries, head, problems } = chain;
    const fields = { site: code, entries: String(entries), head };
    if (problems.length === 0) log.info(fields, 'audit chain verified');
    else log.error({ ...fields, problems }, 'audit chain is not whole');
    for (const { rule, detail, findingId } of findings) {
      log.error({ site: code, rule, detail, finding: String(findingId) }, 'audit finding');
    }
  }
}

/** Play mode makes its operators or closes them; licensed mode does not start while one is enabled. */
async function checkDemo(config: BackOfficeConfig, database: Database): Promise<void> {
  if (config.mode === 'licensed') {
    if (!(await hasEnabledDemo(database))) return;
    throw new ConfigError(
      'CHABA_MODE=licensed cannot start: demo operators are enabled; start once in play mode with CHABA_DEMO=off.',
    );
  }
  const passwordHash = (): Promise<string> => hashPassword(getDemoPassword(config), 'known');
  await ensureDemoOperators(database, { isOpen: config.isDemo, passwordHash });
}

function createOrigins(config: BackOfficeConfig, { server }: FastifyInstance): () => Origins {
  let origins: Origins | undefined;
  const getPort = (): number => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : config.port;
  };
  return () => {
    origins ??= listOrigins(config, getPort);
    return origins;
  };
}

function createFastify(config: BackOfficeConfig, logTo: BackOfficeOptions['logTo']): FastifyInstance {
  const fastify = Fastify({
    logger: logOptions(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies === 0 ? false : (_address, hop) => hop < config.trustedProxies,
    exposeHeadRoutes: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => toDecodable(url),
    routerOptions: { maxParamLength: PATH_LENGTH_MAX, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply);
    },
  });
  fastify.server.maxConnections = CONNECTIONS_MAX;
  return fastify;
}

function registerRequestLog(app: FastifyInstance, config: BackOfficeConfig): void {
  const logRequest = createRequestLog(config);
  app.addHook('onResponse', async (request, reply) => {
    logRequest(request.log, {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}
