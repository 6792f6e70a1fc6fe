// Details of one of the member's rounds, queried from its provider when they are shown.
//
// Always true: only the member's own rounds are queried; transactions of other players are not shown. Without a
// response only our own row is shown. Queried outside any transaction, never stored.
//
// Elsewhere: clients (providers/provider-client.ts), stuck rounds (reconciliation/stuck-rounds.ts).

import type { Database } from '@chaba/database';
import { add, type Money, zeroMoney } from '@chaba/money';

import type { Log } from '#core/context';
import { fail } from '#core/domain-error';
import { loadMember } from '#modules/members';
import type { Site } from '#modules/site';
import {
  type Fact,
  filterEffectiveTransactions,
  type ProviderClientFactory,
  type ProviderRound,
  type ProviderTransaction,
} from '#modules/provider-protocol';

import { betById } from './play.ts';

export type RoundDetails = {
  readonly state: Exclude<ProviderRound['state'], 'unknown'>;
  readonly stake: Money;
  readonly payout: Money;
  readonly facts: readonly Fact[];
};

export async function roundDetailsOf(
  {
    database,
    clients,
    log,
  }: { readonly database: Database; readonly clients: ProviderClientFactory; readonly log: Log },
  site: Site,
  of: { readonly memberId: bigint; readonly betId: string },
): Promise<RoundDetails> {
  const round = await betById(database, site.id, of);
  const { playerId } = await loadMember(database, site.id, of.memberId);
  const { provider, roundId } = round;
  let details: ProviderRound | undefined;
  try {
    details = await (await clients(site, provider))?.roundDetails(roundId);
  } catch (error) {
    log.warn({ err: error, provider, roundId }, 'round details not available');
    fail('PROVIDER_UNAVAILABLE');
  }
  // A transaction of another player is no response about this member.
  if (!details || details.state === 'unknown') fail('PROVIDER_ROUND_NOT_FOUND');
  if (details.calls.some((call) => call.playerId !== playerId)) fail('PROVIDER_ROUND_NOT_FOUND');
  return { state: details.state, ...figuresOf(details.calls), facts: details.facts };
}

/** Sums without cancelled transactions and granted stakes; a win counts as last corrected. */
function figuresOf(calls: readonly ProviderTransaction[]): Pick<RoundDetails, 'stake' | 'payout'> {
  const corrected = new Map(
    calls
      .filter(({ operation, isCancelled }) => operation === 'adjust' && !isCancelled)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ refTxId, amount }) => [refTxId, amount]),
  );
  const sumOf = (wanted: 'bet' | 'win') =>
    add(
      zeroMoney,
      ...filterEffectiveTransactions(calls)
        .filter(({ operation, isFree }) => operation === wanted && !(wanted === 'bet' && isFree))
        .map(({ txId, amount }) => corrected.get(txId) ?? amount ?? zeroMoney),
    );
  return { stake: sumOf('bet'), payout: sumOf('win') };
}
