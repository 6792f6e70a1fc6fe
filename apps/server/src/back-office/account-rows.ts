// The list of receiving accounts: what members are shown, and today's sums beside the ceilings.
//
// Always true: numbers of the site's own accounts are shown in full, because operators compare them with the bank.
//
// Elsewhere: what a member is shown (shown-accounts/shown-accounts.ts), actions (operators/account-actions.ts).

import type { AccountRow, RowPage } from '@chaba/contract/back-office/wire';
import type { Money } from '@chaba/money';

import { type CountedAccount, listCountedAccounts } from '#modules/shown-accounts';
import { toWireAmount } from '#core/wire-amount';
import { type Acting, formatRequest } from '#operators/actions';
import { formatAccount } from '#operators/account-actions';
import { listOpenRequests } from '#operators/requests';

import type { BackOfficeContext } from './context.ts';

const PERCENT = 100n;

export async function readAccounts(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  { filter }: { readonly filter: Readonly<Record<string, string>> },
): Promise<RowPage<AccountRow>> {
  const accounts = await listCountedAccounts(database, siteId);
  const subjectOf = (account: CountedAccount): string => `account ${formatAccount(account)}`;
  const requests = await listOpenRequests(database, siteId, accounts.map(subjectOf));
  const rows = accounts
    .filter(({ activeTo }) => filter['state'] === undefined || (activeTo === null) === (filter['state'] === 'open'))
    .map((account) => toAccountRow(account, requests.get(subjectOf(account))));
  return { rows, next: null };
}

function toAccountRow(account: CountedAccount, request: bigint | undefined): AccountRow {
  const { today, total, dayMax, totalMax, nextPromptPay } = account;
  const toCeiling = (ceiling: Money | null): string | null => (ceiling === null ? null : toWireAmount(ceiling));
  const used = [toPercent(today, dayMax), toPercent(total, totalMax)].filter((percent) => percent !== undefined);
  return {
    id: String(account.receivingAccountId),
    account: formatAccount(account),
    bankCode: account.bankCode,
    holder: account.holderName,
    promptPay: account.promptPayId,
    nextPromptPay: nextPromptPay === null ? null : { id: nextPromptPay.id, from: nextPromptPay.from.toISOString() },
    state: getState(account),
    shownFrom: account.shownFrom.toISOString(),
    closedAt: account.activeTo?.toISOString() ?? null,
    place: account.sortOrder,
    rotation: account.rotation,
    today: toWireAmount(today),
    dayMax: toCeiling(dayMax),
    total: toWireAmount(total),
    totalMax: toCeiling(totalMax),
    usedPercent: used.length === 0 ? null : Math.max(...used),
    request: request === undefined ? null : formatRequest(request),
  };
}

function getState({ activeTo, shownFrom, isFull }: CountedAccount): AccountRow['state'] {
  if (activeTo !== null) return 'closed';
  if (shownFrom.getTime() > Date.now()) return 'coming';
  return isFull ? 'full' : 'open';
}

const toPercent = (sum: Money, ceiling: Money | null): number | undefined =>
  ceiling === null ? undefined : Number((sum * PERCENT) / ceiling);
