// The providers of games: their protocols and keys, the clients that query them, and the kicks that they receive.
//
// Elsewhere: the protocols (one folder each), the wallet behind them (modules/wallet).

export { requestKick } from './kicks.ts';
export { listUndeliveredKicks } from './kicks.store.ts';
export {
  createProviderClients,
  getProviderClients,
  listComparedProviders,
  listQueriedProviders,
  openFeeds,
} from './provider-client.ts';
export { getProfile, getWinCap, isConnected, isProviderOpen, protocols } from './protocols.ts';
export { issueKey, keysOf, retireKey, TEST_PROVIDER } from './registry.ts';
export { listOverfullDays, listRefusedCalls, sumRefusedCalls } from './refused-calls.ts';
export { listRoundedDays } from './stated-amounts.store.ts';
