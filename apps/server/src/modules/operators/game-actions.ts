// Operator actions about providers, their games and keys, wins, rollbacks and rounds, each with an audit entry.
//
// Elsewhere: the decisions themselves (play), the audit entry (audited-action.ts), the other actions (operators.ts).

import type { Database } from '@chaba/database';
import { formatBaht, type Money } from '@chaba/money';

import * as catalogue from '#modules/catalogue';
import { issueKey, retireKey as endKey } from '#modules/providers';
import {
  applySpinDecisions,
  decideHeldWin,
  decideStuckRound,
  dismissOrphanWin as takeWinOffList,
  dismissRollback as takeRollbackOffList,
  recordSpinDecision,
  type SpinDecision,
} from '#modules/reconciliation';
import { createWalletBatcher } from '#modules/wallet';
import type { Site } from '#modules/site';

import { runAudited, type Actor } from './audited-action.ts';

/** A transaction of a provider. `memberId` is required when several members have the same `txId`. */
type NamedTransaction = {
  readonly provider: string;
  readonly txId: string;
  readonly memberId: bigint | undefined;
};

export function setProviderOpen(
  database: Database,
  by: Actor,
  to: {
    readonly provider: string;
    readonly isOpen: boolean;
    readonly closedBy?: 'operator' | 'studio';
    /** The reason that members read. */
    readonly notice?: string;
  },
): Promise<'done'> {
  const { closedBy, notice } = to;
  const facts = { ...(closedBy && { closedBy }), ...(notice !== undefined && { notice }) };
  const what = { act: `provider ${to.isOpen ? 'open' : 'closed'}`, subject: `provider ${to.provider}`, facts };
  return runAudited(database, by, what, (tx) => catalogue.setProvider(tx, by.siteId, to));
}

export function setWinCap(
  database: Database,
  by: Actor,
  to: { readonly provider: string; readonly winCap: Money },
): Promise<'done'> {
  const facts = { winCap: `${formatBaht(to.winCap)} baht` };
  return runAudited(database, by, { act: 'set win cap', subject: `provider ${to.provider}`, facts }, (tx) =>
    catalogue.setProvider(tx, by.siteId, to),
  );
}

export function addProvider(
  database: Database,
  by: Actor,
  to: Parameters<typeof catalogue.addProvider>[2],
): ReturnType<typeof catalogue.addProvider> {
  const { provider, ...facts } = to;
  return runAudited(database, by, { act: 'add provider', subject: `provider ${provider}`, facts }, (tx) =>
    catalogue.addProvider(tx, by.siteId, to),
  );
}

export function changeProvider(
  database: Database,
  by: Actor,
  to: Parameters<typeof catalogue.changeProvider>[2],
): ReturnType<typeof catalogue.changeProvider> {
  const { provider, ...facts } = to;
  return runAudited(database, by, { act: 'change provider', subject: `provider ${provider}`, facts }, (tx) =>
    catalogue.changeProvider(tx, by.siteId, to),
  );
}

export function importGames(
  database: Database,
  by: Actor,
  of: Parameters<typeof catalogue.importGames>[2],
): ReturnType<typeof catalogue.importGames> {
  const facts = (result: catalogue.GamesImported) => ({ ...result });
  return runAudited(database, by, { act: 'import games', subject: `provider ${of.provider}`, facts }, (tx) =>
    catalogue.importGames(tx, by.siteId, of),
  );
}

/** Carries out the difference between the games of a site and the provider's own list. */
export function syncGames(
  database: Database,
  by: Actor,
  of: Parameters<typeof catalogue.syncGames>[2],
): Promise<'done'> {
  const { provider, returned, withdrawn } = of;
  const facts = { added: of.added.map(({ gameCode }) => gameCode), returned, withdrawn };
  return runAudited(database, by, { act: 'sync games', subject: `provider ${provider}`, facts }, (tx) =>
    catalogue.syncGames(tx, by.siteId, of),
  );
}

export function createKey(
  database: Database,
  by: Actor,
  site: Site,
  to: Parameters<typeof issueKey>[2],
): ReturnType<typeof issueKey> {
  return runAudited(database, by, { act: 'give key', subject: `provider ${to.provider}` }, (tx) =>
    issueKey(tx, site, to),
  );
}

/** Writes the audit entry before the provider is called, because the call cannot be undone. */
export async function recordKeyHandover(database: Database, by: Actor, provider: string): Promise<void> {
  await runAudited(database, by, { act: 'hand key over', subject: `provider ${provider}` }, async () => 'done');
}

export function retireKey(
  database: Database,
  by: Actor,
  site: Site,
  of: { readonly provider: string; readonly keyId: string },
): ReturnType<typeof endKey> {
  const what = { act: 'retire key', subject: `provider ${of.provider}`, facts: { keyId: of.keyId } };
  return runAudited(database, by, what, (tx) => endKey(tx, site, of));
}

export function decideWin(
  database: Database,
  by: Actor,
  { state, ...win }: NamedTransaction & { readonly state: 'released' | 'refused' },
): ReturnType<typeof decideHeldWin> {
  return runAudited(database, by, { act: `win ${state}`, subject: `${win.provider} ${win.txId}` }, (tx) =>
    decideHeldWin(tx, { siteId: by.siteId, ...win, state }),
  );
}

/** Removes a rollback that changed nothing from the list, after the operator settled it with the provider. */
export function dismissRollback(
  database: Database,
  by: Actor,
  of: NamedTransaction,
): ReturnType<typeof takeRollbackOffList> {
  const what = {
    act: 'dismiss rollback',
    subject: `${of.provider} ${of.txId}`,
    facts: (found: Awaited<ReturnType<typeof takeRollbackOffList>>) =>
      typeof found === 'string' ? {} : { bet: found.refTxId, round: found.roundId },
  };
  return runAudited(database, by, what, (tx) => takeRollbackOffList(tx, by.siteId, of));
}

/** Removes an orphan win that expired, or that could not be paid when its bet arrived, from the list. */
export function dismissOrphanWin(
  database: Database,
  by: Actor,
  of: NamedTransaction,
): ReturnType<typeof takeWinOffList> {
  const what = {
    act: 'forget win',
    subject: `${of.provider} ${of.txId}`,
    facts: (win: Awaited<ReturnType<typeof takeWinOffList>>) =>
      typeof win === 'string' ? {} : { round: win.roundId, amount: `${formatBaht(win.amount)} baht`, was: win.state },
  };
  return runAudited(database, by, what, (tx) => takeWinOffList(tx, by.siteId, of));
}

/** Writes the audit entry first, because each bet is decided in a transaction of its own. */
export async function decideRound(
  database: Database,
  by: Actor,
  site: Site,
  of: Parameters<typeof decideStuckRound>[3],
): ReturnType<typeof decideStuckRound> {
  await runAudited(
    database,
    by,
    { act: `${of.to} round`, subject: `${of.provider} ${of.roundId}` },
    async () => 'done',
  );
  return decideStuckRound(database, site, createWalletBatcher(database), of);
}

/** Settles or voids the waiting free spins of a round. `notice`: the reason that the member reads. */
export async function decideFreeSpins(
  database: Database,
  by: Actor,
  site: Site,
  of: SpinDecision & { readonly provider: string; readonly roundId: string; readonly memberId: bigint | undefined },
): Promise<Awaited<ReturnType<typeof recordSpinDecision>>> {
  const { decision, amount, notice } = of;
  const what = {
    act: `free spins ${decision}`,
    subject: `${of.provider} ${of.roundId}`,
    facts: (round: Awaited<ReturnType<typeof recordSpinDecision>>) => ({
      notice,
      amount: `${formatBaht(amount)} baht`,
      ...(typeof round === 'string' ? {} : { spins: round.spins, game: round.gameCode }),
    }),
  };
  const round = await runAudited(database, by, what, (tx) => recordSpinDecision(tx, by.siteId, of));
  if (typeof round !== 'string') await applySpinDecisions(database, site, createWalletBatcher(database));
  return round;
}
