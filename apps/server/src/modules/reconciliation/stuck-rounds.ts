// Stuck rounds: after 60 minutes the provider is queried, after 24 hours an operator decides.
//
// Always true: a query moves nothing. The provider's response is recorded; an operator settles the round by it or voids
// its open bets. Both are ordinary commands with ids of their own, so a delayed request of the provider meets them as
// any other. A round whose free spins wait is no stuck round: the query is no alarm.
//
// Elsewhere: clients (providers/provider-client.ts), the jobs (reconciliation.jobs.ts), decisions (operators).

import type { RoundName } from '#core/transaction-names';
import type { Database, Queryable } from '@chaba/database';
import { type Money, money, formatProviderAmount, zeroMoney } from '@chaba/money';

import type { Log } from '#core/context';
import { forEachConcurrent } from '#core/for-each-concurrent';
import type { Site } from '#modules/site';
import {
  filterEffectiveTransactions,
  type ProviderClientFactory,
  type ProviderRound,
  type ProviderTransaction,
} from '#modules/provider-protocol';
import { getWinCap } from '#modules/providers';
import {
  type BetWinItem,
  OPERATOR_VOID_PREFIX,
  type ResultPosition,
  type WalletCommand,
  type WalletOutcomeCode,
} from '#modules/wallet-commands';
import { type WalletBatcher } from '#modules/wallet';

import * as store from './stuck-rounds.store.ts';
import type { StoredTransaction } from './stuck-rounds.store.ts';

const QUERIED_AFTER_MINUTES = 60;
const DECISION_AFTER_HOURS = 24;
const QUERIES_MAX = 50;
const SHOWN_MAX = 100;

export type StuckRound = store.StuckRow;

/** Queries rounds that are open for an hour, hourly; returns their number. */
export async function queryStuckRounds(
  database: Database,
  site: Site,
  clients: ProviderClientFactory,
  log: Log,
): Promise<number> {
  const old = await store.listRoundsToQuery(database, site.id, QUERIED_AFTER_MINUTES, QUERIES_MAX);
  await forEachConcurrent(old, 1, async ({ ageHours, spins, ...round }) => {
    const { provider, roundId } = round;
    const details = await fetchRound(clients, site, round);
    await store.recordProviderState(database, site.id, {
      ...round,
      providerState: details?.state ?? 'no_response',
      transactions: JSON.stringify(filterEffectiveTransactions(details?.calls ?? []).map(toStored)),
    });
    const facts = { site: site.code, provider, roundId, providerState: details?.state ?? 'no_response', ageHours };
    if (isWaiting({ spins, details })) return;
    if (ageHours >= DECISION_AFTER_HOURS) log.error(facts, 'round open for a day: an operator decides');
    else log.warn(facts, 'round open for an hour');
  });
  return old.length;
}

/** Whether free spins wait, unless the provider reports that the round has ended. */
function isWaiting(of: { readonly spins: number; readonly details: ProviderRound | undefined }): boolean {
  const { spins, details } = of;
  if (details !== undefined && details.state !== 'open') return false;
  return spins > 0 || (details?.freeSpins ?? 0) > 0;
}

async function fetchRound(
  clients: ProviderClientFactory,
  site: Site,
  round: RoundName,
): Promise<ProviderRound | undefined> {
  try {
    return await (await clients(site, round.provider))?.roundDetails(round.roundId);
  } catch {
    // Recorded as 'no_response'.
    return undefined;
  }
}

const toStored = ({
  operation,
  txId,
  refTxId,
  amount = zeroMoney,
  playerId,
  validBet,
  positions,
}: ProviderTransaction): StoredTransaction => ({
  operation,
  txId,
  ...(refTxId === '' ? {} : { refTxId }),
  amount: amount.toString(),
  amountText: formatProviderAmount(amount),
  playerId,
  ...(validBet === undefined ? {} : { validBet: validBet.toString() }),
  ...(positions === undefined ? {} : { positions: positions.map(toStoredPosition) }),
});

const toStoredPosition = ({ type, stake, pushed }: ResultPosition) => ({
  type,
  stake: stake.toString(),
  pushed: pushed.toString(),
});

/** Open rounds that were queried. */
export function stuckRounds(database: Queryable, siteId: number): Promise<StuckRound[]> {
  return store.stuckRounds(database, siteId, SHOWN_MAX);
}

/** `held`: settled, and its win is held above the provider's win cap. */
export type StuckRoundDecision = 'settled' | 'held' | 'voided' | 'not_waiting' | 'not_told';

/** Settles a round by the provider's response, or voids its open bets. */
export async function decideStuckRound(
  database: Database,
  site: Site,
  batcher: WalletBatcher,
  of: { readonly provider: string; readonly roundId: string; readonly to: 'settle' | 'void' },
): Promise<StuckRoundDecision> {
  const rounds = await store.stuckRoundsOf(database, site.id, of);
  if (rounds.length === 0) return 'not_waiting';
  const winCap = getWinCap(site, of.provider);
  const commands = rounds.flatMap((round): WalletCommand[] => {
    const deciding = of.to === 'void' ? voiding(site, round) : settling(site, round, winCap);
    // A round whose bets all have results may be open because its end was never sent.
    return deciding === undefined ? [] : [...deciding, { ...commonOf(site, round), operation: 'endRound' }];
  });
  if (commands.length === 0) return 'not_told';
  const codes: WalletOutcomeCode[] = [];
  for (const command of commands) codes.push((await batcher.submit(site.id, command)).code);
  if (codes.every((code) => code === 'OK')) {
    if (of.to === 'void') return 'voided';
    const isHeld = winCap !== undefined && commands.some((command) => isAbove(command, winCap));
    return isHeld ? 'held' : 'settled';
  }
  throw new Error(`round ${of.roundId} could not be decided: ${codes.join(', ')}`);
}

const commonOf = (site: Site, { provider, memberId, roundId, gameCode }: StuckRound) => ({
  provider,
  memberId,
  catalogue: site.catalogue,
  stakeError: undefined,
  roundId,
  gameCode,
});

function voiding(site: Site, round: StuckRound): WalletCommand[] {
  return round.bets
    .filter(({ state }) => state === 'open')
    .map(({ txId }) => ({
      ...commonOf(site, round),
      operation: 'rollback',
      txId: `${OPERATOR_VOID_PREFIX}${txId}`,
      refTxId: txId,
    }));
}

const isAbove = (command: WalletCommand, winCap: Money): boolean =>
  command.operation === 'play' && command.parts.some(({ amount }) => amount > winCap);

/**
 * The result counts as if it had arrived: with its category, the turnover and the pushed parts that the provider names.
 * Undefined without a settled response.  A round of a
 * table contains the transactions of all its players.
 */
function settling(site: Site, round: StuckRound, winCap: Money | undefined): WalletCommand[] | undefined {
  if (round.providerState !== 'settled') return undefined;
  const parts = round.transactions
    .filter(({ operation, playerId }) => operation === 'win' && playerId === round.playerId)
    .map(
      ({ txId, refTxId, amount, validBet, positions = [] }): BetWinItem => ({
        operation: 'win',
        txId,
        refTxId,
        amount: money(BigInt(amount)),
        validBet: validBet === undefined ? undefined : money(BigInt(validBet)),
        positions: positions.map(({ type, stake, pushed }) => ({
          type,
          stake: money(BigInt(stake)),
          pushed: money(BigInt(pushed)),
        })),
        isFree: false,
      }),
    );
  if (parts.length === 0) return undefined;
  const gameType = site.catalogue.findGame(round.provider, round.gameCode)?.gameType;
  const isTable = gameType === 'LIVECASINO' || gameType === 'TRADING';
  return [{ ...commonOf(site, round), operation: 'play', isTable, parts, isRoundClosed: true, winCap }];
}
