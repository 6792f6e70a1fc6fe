// Receiving accounts of a site: the accounts that members transfer to, entered and closed by operators.
//
// Always true: the first site that has an account owns its movements. A closed account is not shown to members; lines
// of its feed still count.
//
// Elsewhere: which of them a member is shown (modules/shown-accounts), bank movements on them (modules/deposits),
// audited actions (operators/account-actions.ts).

import type { Database, Transaction } from '@chaba/database';

import * as accounts from './receiving-accounts.store.ts';
import type { ReceivingAccount } from './receiving-accounts.store.ts';

export {
  findOwnedAccount,
  findReceivingAccountId,
  type ListedAccount,
  listForeignAccounts,
  listReceivingAccounts,
  listSitesOfAccount,
  listSitesOfAccounts,
  loadAccountNumber,
  type OwnedAccount,
  type Received,
  type ReceiverName,
  type ReceivingAccount,
  setCeilings,
  setPlace,
  setPromptPayId,
  sumReceived,
} from './receiving-accounts.store.ts';

/** An account as a site enters it; a wallet has no bank. */
export type NewAccount = Pick<ReceivingAccount, 'kind' | 'bankCode' | 'account' | 'holderName'>;

/** Creates the account unless it exists; the first site that has it owns its movements. Idempotent. */
export async function ensureReceivingAccount(
  tx: Transaction | Database,
  siteId: number,
  account: NewAccount,
): Promise<void> {
  await insertAccount(tx, siteId, account, { isRequested: false, shownAfterSeconds: 0 });
}

async function insertAccount(
  tx: Transaction | Database,
  siteId: number,
  account: NewAccount,
  of: { readonly isRequested: boolean; readonly shownAfterSeconds: number },
): Promise<void> {
  await accounts.insertReceivingAccount(tx, siteId, account, of);
  await accounts.insertOwner(tx, account);
}

/**
 * Creates the account or opens a closed one again; members are shown it after this time. The holder must be the one
 * that any site wrote for it. Called by an action of an operator.
 */
export async function openReceivingAccount(
  tx: Transaction,
  siteId: number,
  account: NewAccount,
  { shownAfterSeconds }: { readonly shownAfterSeconds: number },
): Promise<'opened' | 'exists' | 'holder_differs'> {
  const written = await accounts.findHolder(tx, account);
  if (written !== undefined && written.holderName !== account.holderName) return 'holder_differs';
  const listed = await accounts.listReceivingAccounts(tx, siteId);
  const known = listed.find((other) => other.bankCode === account.bankCode && other.account === account.account);
  if (known === undefined) {
    await insertAccount(tx, siteId, account, { isRequested: true, shownAfterSeconds });
    return 'opened';
  }
  const { receivingAccountId } = known;
  return (await accounts.reopenAccount(tx, siteId, { receivingAccountId, shownAfterSeconds })) ? 'opened' : 'exists';
}

/**
 * Closes the account: members are not shown it, and slips of later transfers are rejected. Lines of its feed still
 * count. Called by an audited action of an operator.
 */
export async function closeReceivingAccount(
  tx: Transaction,
  siteId: number,
  receivingAccountId: bigint,
): Promise<'closed' | 'unchanged'> {
  return (await accounts.closeAccount(tx, siteId, receivingAccountId)) ? 'closed' : 'unchanged';
}
