// An operator's actions about providers, their keys, wins, rollbacks and rounds, each recorded with its reason.
//
// Elsewhere: what each of them does (play), the record (audited-act.ts), the other actions (operators.ts).

import type { Database } from '@chaba/database';
import { formatBaht, type Money } from '@chaba/money';

import { issueKey, retireKey as endKey, setProvider } from '#modules/providers';
import {
  decideHeldWin,
  decideStuckRound,
  dismissOrphanWin as takeWinOffList,
  dismissRollback as takeRollbackOffList,
} from '#modules/reconciliation';
import { createWalletBatcher } from '#modules/wallet';
import type { Site } from '#modules/site';

import { runAudited, type Actor } from './audited-act.ts';

/** A transaction of a provider; the member where several have one of this name. */
type NamedTransaction = {
  readonly provider: string;
  readonly txId: string;
  readonly memberId: bigint | undefined;
};

export function setProviderOpen(
  database: Database,
  by: Actor,
  to: { readonly provider: string; readonly isOpen: boolean },
): Promise<'done'> {
  const what = { act: `provider ${to.isOpen ? 'open' : 'closed'}`, subject: `provider ${to.provider}` };
  return runAudited(database, by, what, (tx) => setProvider(tx, by.siteId, to));
}

export function setWinCap(
  database: Database,
  by: Actor,
  to: { readonly provider: string; readonly winCap: Money },
): Promise<'done'> {
  const facts = { winCap: `${formatBaht(to.winCap)} baht` };
  return runAudited(database, by, { act: 'set win cap', subject: `provider ${to.provider}`, facts }, (tx) =>
    setProvider(tx, by.siteId, to),
  );
}

export function giveKey(
  database: Database,
  by: Actor,
  site: Site,
  to: Parameters<typeof issueKey>[2],
): ReturnType<typeof issueKey> {
  return runAudited(database, by, { act: 'give key', subject: `provider ${to.provider}` }, (tx) =>
    issueKey(tx, site, to),
  );
}

/** The call to the provider follows the record: it cannot be taken back. */
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

/** Removes a rollback that changed nothing from the list: the provider and the operator agree about it. */
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

/** Removes a win from the list whose bet never came, or that could not be paid when it did. */
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

/** Each bet is decided in a transaction of its own, so the record of the decision comes first. */
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
