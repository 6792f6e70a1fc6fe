// The providers of games: how each is set up at a site, the clients that query them, and the kicks that they receive.
//
// Elsewhere: the protocols (one folder each), the wallet behind them (modules/wallet).

export { requestKick } from './kicks.ts';
export { listUndeliveredKicks } from './kicks.store.ts';
export { queriedProviders, createProviderClients, openFeeds } from './provider-client.ts';
export {
  keylessProviders,
  type Closure,
  closedProviders,
  issueKey,
  keysOf,
  retireKey,
  setProvider,
  settingsOf,
  TEST_PROVIDER,
} from './provider-registry.ts';
export { listOverfullDays, listRefusedCalls, type RefusedCall, sumRefusedCalls } from './refused-calls.ts';
export { listRoundedDays, type RoundedDay } from './stated-amounts.store.ts';
