// The seamless wallet: one request of a provider from its player to its outcome.
//
//     request ─▶ player · currency · game · session ─▶ command ─▶ batcher ─▶ orphan win · provider code ─▶ result
//
// Always true: only new stakes need a live session, an open site and an open provider. Wins, rollbacks and corrections
// need a valid signature and a known player, nothing else (wallet-protocol, rule 3).
//
// Elsewhere: sessions (sessions.ts), batches (batcher.ts), rules (wallet-rules.ts), signatures and bodies (providers).

import type { Database } from '@chaba/database';
import { getBalances } from '@chaba/ledger';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import type { Log } from '#core/context';
import type { Site } from '#modules/site';
import type { Rollback, WalletCommand, WalletOutcome } from '#modules/wallet-commands';
import { createSessions, getSessionStart, type RequestPlayer, type SessionErrorCode } from '#modules/game-sessions';

import type { WalletBatcher } from './batcher.ts';
import { withCallMetrics } from './call-metrics.ts';
import { isBetTombstoned, storeOrphanWin } from './orphan-wins.ts';
import { toProviderCode } from './provider-profile.ts';
import type { Caller, SeamlessWallet, WalletRequest, WalletResult } from './requests.ts';
import { insertUnappliedRollback } from './wallet.store.ts';

export { createWalletBatcher, type WalletBatcher } from './batcher.ts';
export { shareReleasedWin, takeFromOwnMoney } from './held-wins.ts';
export { computeExposure, toPositionName } from './contribution.ts';
export { unpackOrphanWin } from './orphan-wins.ts';
export { type ProviderProfile, usualProfile } from './provider-profile.ts';
export type { Caller, SeamlessWallet, WalletResult } from './requests.ts';
export type { Bet, NotCounted } from './rounds.ts';
export { listTransactions, listTransactionsOfSpan, type LocalTransaction } from './transactions.store.ts';
export { findTransactions } from './wallet.store.ts';

/** The wallet, with metrics of its calls. */
export function createSeamlessWallet(services: Services, batcher: WalletBatcher): SeamlessWallet {
  return withCallMetrics(createWallet(services, batcher));
}

function createWallet({ database, log }: Services, batcher: WalletBatcher): SeamlessWallet {
  const sessions = createSessions(database);
  const loadBalance = async (siteId: number, memberId: bigint): Promise<Money> =>
    (await getBalances(database, siteId, memberId, { game: chart.game })).game;

  return {
    async authenticate({ site, provider }, launchToken) {
      const session = await sessions.authenticate(site.id, provider, launchToken);
      if (typeof session === 'string') return session;
      const { token, player } = session;
      return { token, playerId: player.playerId, balance: await loadBalance(site.id, player.memberId) };
    },
    async loadBalance({ site }, playerId) {
      const player = await sessions.findPlayer(site.id, playerId, undefined);
      return player && loadBalance(site.id, player.memberId);
    },
    async submit(caller, request) {
      const { site, provider } = caller;
      const claim = request.token ? { provider, token: request.token } : undefined;
      const player = await sessions.findPlayer(site.id, request.playerId, claim);
      if (!player) return { code: 'PLAYER_NOT_FOUND' };
      if (request.currency !== undefined && request.currency !== 'THB') return { code: 'WRONG_CURRENCY' };
      if (!isGameAccepted(caller, request)) return { code: 'INVALID_GAME' };
      const isStaking = hasStake(request);
      const hasOpenedGame =
        isStaking && caller.isSessionByPlayer && (await sessions.hasOpenedGame(site.id, provider, player.memberId));
      const stakeError = isStaking ? checkSession(caller, player, hasOpenedGame) : undefined;
      const command = toCommand(caller, request, player, stakeError);
      const outcome = await batcher.submit(site.id, command);
      logAlarms(log, site, command, outcome);
      if (outcome.code === 'OK' && command.operation !== 'rollback') return { code: 'OK', outcome };
      return conclude({ database, log }, caller, command, outcome);
    },
  };
}

/** Whether money leaves the member by the member's own will: bets and tips. */
function hasStake(request: WalletRequest): boolean {
  return request.operation === 'play'
    ? request.parts.some(({ operation }) => operation === 'bet')
    : request.operation === 'tip';
}

/** A game that left the catalogue is accepted where money returns for a bet, or where a recorded win is corrected. */
function isGameAccepted({ site, provider }: Caller, request: WalletRequest): boolean {
  const isOffered = (): boolean => site.catalogue.findGame(provider, request.gameCode)?.isOffered === true;
  switch (request.operation) {
    case 'play': {
      const isOfBets = request.parts.every(
        ({ operation, isFree, refTxId }) => operation === 'win' && (!isFree || refTxId !== undefined),
      );
      return isOfBets || isOffered();
    }
    case 'award':
    case 'tip':
      return request.gameCode === '' || isOffered();
    case 'rollback':
    case 'adjust':
    case 'endRound':
      return true;
  }
}

/** Why this player may not stake now; undefined when the session, the site and the provider are open. */
function checkSession(
  { site, isOpen, isSessionByPlayer }: Caller,
  { session }: RequestPlayer,
  hasOpenedGame: boolean,
): SessionErrorCode | undefined {
  if (isSessionByPlayer) {
    if (!hasOpenedGame) return 'INVALID_TOKEN';
  } else {
    if (!session) return 'INVALID_TOKEN';
    if (session.expiresAt < Date.now()) return 'TOKEN_EXPIRED';
  }
  return site.isDisabled || site.isInMaintenance || !isOpen ? 'PLAYER_LOCKED' : undefined;
}

function toCommand(
  { site, provider, winCap, profile }: Caller,
  request: WalletRequest,
  { memberId, session }: RequestPlayer,
  stakeError: SessionErrorCode | undefined,
): WalletCommand {
  const common = {
    provider,
    memberId,
    catalogue: site.catalogue,
    stakeError,
    sessionStartedAt: session && getSessionStart(session),
    winCap,
  };
  if (request.operation !== 'play') return { ...request, ...common };
  const gameType = site.catalogue.findGame(provider, request.gameCode)?.gameType;
  const isTable = gameType === 'LIVECASINO' || gameType === 'TRADING';
  return { ...request, ...common, isTable, isFreeWithoutBet: profile.isFreeWithoutBet };
}

// ── after the batch ──────────────────────────────────────────────────────────────────────────────────────────────────

type Services = { readonly database: Database; readonly log: Log };

/** Stores an orphan win, and maps the code to the provider's profile. */
async function conclude(
  { database, log }: Services,
  { site, profile }: Caller,
  command: WalletCommand,
  outcome: WalletOutcome,
): Promise<WalletResult> {
  if (outcome.code === 'BET_NOT_FOUND') {
    if (await isBetTombstoned(database, site.id, command)) return { code: 'TX_ROLLED_BACK', outcome };
    if ((await storeOrphanWin(database, site.id, command, log)) === 'conflict') {
      logAlarms(log, site, command, { ...outcome, code: 'TX_CONFLICT' });
      return { code: 'TX_CONFLICT', outcome };
    }
  }
  const code = toProviderCode(profile, command, outcome);
  if (command.operation === 'rollback' && outcome.code === 'BET_SETTLED' && code === 'OK') {
    await recordUnappliedRollback(database, site, command, log);
  }
  return { code, outcome };
}

/** Reports applied commands that an operator should check. */
function logAlarms(
  log: Log,
  site: Site,
  { provider, operation }: WalletCommand,
  { code, txId, isOwing, isHeld }: WalletOutcome,
): void {
  const fields = { site: site.code, provider, operation, txId };
  if (code === 'TX_CONFLICT') log.error(fields, 'wallet transaction conflict');
  if (isOwing === true) log.error(fields, 'correction exceeds the balance');
  if (isHeld === true) log.error(fields, 'win held above the cap');
}

/** Records a rollback of a settled bet that the provider's profile responds to with OK: nothing moved. */
export async function recordUnappliedRollback(
  database: Database,
  site: Site,
  {
    provider,
    memberId,
    txId,
    refTxId,
    roundId,
  }: Pick<Rollback, 'provider' | 'memberId' | 'txId' | 'refTxId' | 'roundId'>,
  log: Log,
): Promise<void> {
  const isNew = await insertUnappliedRollback(database, site.id, { provider, memberId, txId, refTxId, roundId });
  if (!isNew) return;
  log.error(
    { site: site.code, provider, txId, refTxId, roundId },
    'rollback of a settled bet answered OK without effect',
  );
}
