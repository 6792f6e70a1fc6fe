// Members: their list, one of them, the timeline.
//
// Always true: a call of the page of a member leaves a row of who opened it.
//
// Elsewhere: the search over all kinds (search.ts), wire words (member-rows.ts), accesses (operators/page-access.ts).

import { hasPermission, type Permission } from '@chaba/contract/back-office/roles';
import type { RowPage } from '@chaba/contract/back-office/wire';
import type { MemberListRow } from '@chaba/contract/back-office/wire-members';
import { parseBaht } from '@chaba/money';

import { parseReference } from '#core/references';
import { listSiteTags, loadTags, parseTag } from '#modules/casework';
import type { EventKind } from '#modules/history';
import { listMembers, type MemberFilter, type MemberSort } from '#modules/member-list';
import { loadRestrictions } from '#modules/withdrawals';
import { type Acting } from '#operators/actions';
import { recordPageAccess } from '#operators/page-access';
import { failOperator } from '#operators/operator-error';

import type { BackOfficeContext } from './context.ts';
import { loadMemberDetail, loadTimelinePage } from './member-detail.ts';
import { readMemberStatement } from './member-statement.ts';
import type { IdentityFormat } from './identity-format.ts';
import { toMemberRow } from './member-rows.ts';
import { loadMemberWhy } from './member-why.ts';
import { type Handlers, readOptionalText, type SiteCall } from './routes.ts';
import { isAct } from './session.ts';

const CURSOR_LENGTH_MAX = 4_000;

/** Kinds of events that only some roles read. */
const HIDDEN_KINDS: readonly (readonly [Permission, readonly EventKind[]])[] = [
  ['cases.work', ['contact', 'complaint']],
  ['risk.alerts', ['alert']],
];

export function createMemberHandlers(
  context: BackOfficeContext,
): Pick<Handlers, 'tags' | 'member' | 'memberStatement' | 'timeline' | 'why'> {
  const { database } = context;
  return {
    async memberStatement({ query, ...call }) {
      const memberId = await openMember(context, call);
      return readMemberStatement(context, call.acting.siteId, { memberId, from: query['from'], to: query['to'] });
    },
    tags: ({ acting }) => listSiteTags(database, acting.siteId),
    async member(call) {
      const { siteId, roles } = call.acting;
      const memberId = await openMember(context, call);
      return loadMemberDetail(database, siteId, { memberId, mayProtect: hasPermission(roles, 'members.break') });
    },
    why: async (call) => loadMemberWhy(database, call.acting.siteId, await openMember(context, call)),
    async timeline({ body, ...call }) {
      const { siteId, roles } = call.acting;
      return loadTimelinePage(database, siteId, {
        memberId: await openMember(context, call),
        kinds: readOptionalText(body, 'kinds') ?? '',
        before: readOptionalText(body, 'before', CURSOR_LENGTH_MAX) ?? '',
        hidden: HIDDEN_KINDS.flatMap(([permission, kinds]) => (hasPermission(roles, permission) ? [] : kinds)),
      });
    },
  };
}

/** The member of a call that belongs to the page of a member. The access is recorded before anything is read. */
export async function openMember(
  { database }: BackOfficeContext,
  { acting, params, request }: Pick<SiteCall, 'acting' | 'params' | 'request'>,
): Promise<bigint> {
  const memberId = parseMember(params['member'] ?? '');
  await recordPageAccess(database, acting, { memberId, isAct: isAct(request) });
  return memberId;
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };

/** A page of the list of members; `cursor`: `value.id` of the last row. */
export async function readMembers(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  {
    filter,
    cursor,
    limit,
    format,
  }: {
    readonly filter: Readonly<Record<string, string>>;
    readonly cursor: string | undefined;
    readonly limit: number;
    readonly format: IdentityFormat;
  },
): Promise<RowPage<MemberListRow>> {
  const [key = '0', memberId = '0'] = cursor?.split('.') ?? [];
  const page = await listMembers(database, siteId, {
    sort: (filter['sort'] ?? 'newest') as MemberSort,
    filter: toFilter(filter),
    before: cursor === undefined ? undefined : { key: BigInt(key), memberId: BigInt(memberId) },
    limit,
  });
  const ids = page.members.map((member) => member.memberId);
  const restrictions = await loadRestrictions(database, siteId, ids);
  const tags = await loadTags(database, siteId, ids);
  return {
    rows: page.members.map((member) =>
      toMemberRow(member, restrictions.get(member.memberId), { tags: tags.get(member.memberId) ?? [], format }),
    ),
    next: page.next === undefined ? null : `${page.next.key}.${page.next.memberId}`,
    lookedBackTo: page.lookedBackTo?.toISOString() ?? null,
  };
}

function toFilter(filter: Readonly<Record<string, string>>): MemberFilter {
  const { state, registered, seen, deposits, referrer, tag } = filter;
  return {
    state: state as MemberFilter['state'],
    registeredDays: registered === undefined ? undefined : DAYS[registered],
    seenDays: seen === undefined ? undefined : DAYS[seen],
    depositsFrom: deposits === undefined ? undefined : parseBaht(deposits),
    tag: tag === undefined ? undefined : (parseTag(tag) ?? failOperator('PARAMETER_INVALID', { field: 'tag' })),
    referrerId: referrer === undefined ? undefined : parseMember(referrer, 'referrer'),
  };
}

/** The id of a member's reference. */
function parseMember(text: string, field = 'member'): bigint {
  return parseReference('member', text) ?? failOperator('FIELD_INVALID', { field });
}
