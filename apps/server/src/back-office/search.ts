// The search over all kinds: what is typed decides which sources are read, side by side.
//
// Always true: a person finds only kinds that the roles may see. A source that does not answer in time is named
// and delays no other. At most eight hits of a kind.
//
// Elsewhere: the search for members (modules/members).

import { hasPermission } from '@chaba/contract/back-office/roles';
import type { Found, FoundKind, SearchAnswer } from '@chaba/contract/back-office/wire-members';

import { formatReference, parseReference } from '#core/references';
import { movements, findDeposit } from '#modules/deposits';
import { searchMembers } from '#modules/member-list';
import { loadWithdrawals } from '#modules/withdrawals';
import { toWireAmount } from '#core/wire-amount';
import { type Acting, parseRequest } from '#operators/actions';
import { loadRequest, maySee } from '#operators/requests';
import { formatDestination, maskName } from '#operators/withdrawal-actions';
import { maskPhone } from '#operators/casework-actions';

import type { BackOfficeContext } from './context.ts';

const SOURCE_MS = 120;
export const SEARCH_LENGTH_MAX = 80;
const REFERENCE = /^[WwDdRrMm]\d{1,18}$/;
const BANK_REFERENCE = /^(?=.*\d)[A-Za-z0-9]{12,64}$/;

type Source = { readonly kind: FoundKind; readonly find: () => Promise<readonly Found[]> };

/** Hits of a typed text, by kind. */
export async function search(context: BackOfficeContext, acting: Acting, typed: string): Promise<SearchAnswer> {
  const text = typed.trim();
  if (text === '') return { found: [], unanswered: [] };
  const answers = await Promise.all(listSources(context, acting, text).map(findInTime));
  return {
    found: answers.flatMap((answer) => answer.found),
    unanswered: answers.flatMap(({ kind, isUnanswered }) => (isUnanswered ? [kind] : [])),
  };
}

function listSources({ database }: BackOfficeContext, acting: Acting, text: string): readonly Source[] {
  const { siteId, roles } = acting;
  const letter = REFERENCE.test(text) ? text.charAt(0).toUpperCase() : '';
  const seesMembers = hasPermission(roles, 'members.view');
  const seesWithdrawals = hasPermission(roles, 'withdrawals.view');
  const seesDeposits = hasPermission(roles, 'deposits.view');
  const sources: (Source & { readonly isOffered: boolean })[] = [
    {
      kind: 'member',
      isOffered: seesMembers && (letter === '' || letter === 'M'),
      find: async () =>
        (await searchMembers(database, siteId, text)).map((member) => ({
          kind: 'member',
          reference: formatReference('member', member.memberId),
          title: maskName(member),
          detail: `${maskPhone(member.phone)} · ${formatDestination({ ...member, account: member.bankAccount })}`,
          member: formatReference('member', member.memberId),
        })),
    },
    {
      kind: 'withdrawal',
      isOffered: seesWithdrawals && letter === 'W',
      find: () => findWithdrawals(database, siteId, text),
    },
    { kind: 'deposit', isOffered: seesDeposits && letter === 'D', find: () => findDeposits(database, siteId, text) },
    {
      kind: 'transfer',
      isOffered: seesDeposits && letter === '' && BANK_REFERENCE.test(text),
      find: () => findTransfers(database, siteId, text),
    },
    { kind: 'request', isOffered: letter === 'R', find: () => findRequests(database, acting, text) },
  ];
  return sources.filter(({ isOffered }) => isOffered);
}

async function findInTime({
  kind,
  find,
}: Source): Promise<{ readonly kind: FoundKind; readonly found: readonly Found[]; readonly isUnanswered: boolean }> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, SOURCE_MS, undefined);
  const found = await Promise.race([find(), over]);
  clearTimeout(timer);
  return { kind, found: found ?? [], isUnanswered: found === undefined };
}

type Database = BackOfficeContext['database'];

async function findWithdrawals(database: Database, siteId: number, text: string): Promise<readonly Found[]> {
  const id = parseReference('withdrawal', text);
  const found = id === undefined ? [] : await loadWithdrawals(database, siteId, [id]);
  return found.map((withdrawal) => ({
    kind: 'withdrawal',
    reference: formatReference('withdrawal', withdrawal.withdrawalId),
    title: toWireAmount(withdrawal.amount),
    detail: withdrawal.state,
    member: formatReference('member', withdrawal.memberId),
  }));
}

async function findDeposits(database: Database, siteId: number, text: string): Promise<readonly Found[]> {
  const id = parseReference('deposit', text);
  const deposit = id === undefined ? undefined : await findDeposit(database, siteId, id);
  if (deposit === undefined) return [];
  return [
    {
      kind: 'deposit',
      reference: formatReference('deposit', deposit.depositId),
      title: toWireAmount(deposit.amount),
      detail: deposit.state,
      member: formatReference('member', deposit.memberId),
    },
  ];
}

async function findTransfers(database: Database, siteId: number, text: string): Promise<readonly Found[]> {
  const found = await movements.listByReference(database, siteId, text);
  return found.map(({ movementId, depositId, memberId, amount, state }) => ({
    kind: 'transfer',
    reference: formatReference('deposit', depositId ?? movementId),
    title: toWireAmount(amount),
    detail: state,
    member: memberId === null ? null : formatReference('member', memberId),
  }));
}

async function findRequests(database: Database, acting: Acting, text: string): Promise<readonly Found[]> {
  const request = await loadRequest(database, acting.siteId, parseRequest(text.toUpperCase())).catch(() => undefined);
  if (request === undefined || !maySee(acting, request)) return [];
  return [
    { kind: 'request', reference: text.toUpperCase(), title: request.action, detail: request.subject, member: null },
  ];
}
