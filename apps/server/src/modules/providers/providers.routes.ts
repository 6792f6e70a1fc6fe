// The routes of every protocol, over one wallet and one registry of providers.

import { openDatabase } from '@chaba/database';

import { observePool } from '#core/database-metrics';
import type { RouteContext } from '#http/route-context';
import { createSeamlessWallet, createWalletBatcher, type WalletBatcher } from '#modules/wallet';

import { registerProtocol } from './gateway.ts';
import { openProviderRegistry } from './registry.ts';
import { protocols } from './protocols.ts';

/** Two lanes of each site work at once; more sites share the connections. */
const LANE_CONNECTIONS = 8;
/** A connection that stops responding blocks its lane no longer than this; providers get their response after 2 s. */
const LANE_FLIGHT_TIMEOUT_MS = 3_000;

export function providerRoutes(context: RouteContext, batcher: WalletBatcher = openBatcher(context)): void {
  const { app, database, config } = context;
  const registry = openProviderRegistry(database, config, context.sites);
  app.addHook('onClose', async () => registry.close());
  const wallet = createSeamlessWallet(context, batcher);
  const services = { context, registry, wallet };
  for (const protocol of protocols) registerProtocol(services, protocol, context.registerDirectRoute);
}

/** Batches have connections of their own, so that bets do not queue behind reads of members. */
function openBatcher({ app, config }: RouteContext): WalletBatcher {
  const database = openDatabase({
    url: config.databaseUrl,
    poolSize: LANE_CONNECTIONS,
    statementTimeoutMs: config.statementTimeoutMs,
    flightTimeoutMs: LANE_FLIGHT_TIMEOUT_MS,
    applicationName: 'chaba wallet',
    shouldForceIndexPlans: true,
    ...observePool('wallet'),
  });
  app.addHook('onClose', () => database.close());
  return createWalletBatcher(database);
}
