// Business days over HTTP: the list of days, and one day with its lines, differences and closes.
//
// Elsewhere: figures (modules/reports), shapes and groups (packages/contract/src/back-office/day-close.ts), the actions
// (modules/operators/day-actions.ts).

import { maskAccountNumber } from '@chaba/contract/banks';
import {
  type DayDetail,
  type DayDifference,
  dayGroups,
  type DayLine,
  type DayPage,
  type DayState,
  type DifferenceKind,
  differenceKinds,
  findDayGroup,
} from '@chaba/contract/back-office/day-close';
import { type Money, money } from '@chaba/money';

import { type BusinessDay, listBusinessDays, listHouseAccounts, loadBusinessDay } from '#modules/day-close';
import { toWireAmount } from '#core/wire-amount';
import { failOperator } from '#operators/operator-error';
import { formatRequest } from '#operators/actions';
import { listOpenRequests } from '#operators/requests';
import { loadChainHead } from '#operators/audit-chain';
import { parseDay } from '#operators/subjects';
import { subjectOfDay } from '#operators/day-actions';

import type { BackOfficeContext } from './context.ts';
import type { Handlers, SiteCall } from './routes.ts';

const DAYS_A_PAGE = 14;
const TAIL_DIGITS = 4;

export function createDayHandlers(context: BackOfficeContext): Pick<Handlers, 'businessDays' | 'businessDay'> {
  return {
    businessDays: (call) => readDays(context, call),
    businessDay: (call) => readDay(context, call),
  };
}

async function readDays({ database }: BackOfficeContext, { acting, query }: SiteCall): Promise<DayPage> {
  const { before } = query;
  const page = { before: before === undefined ? undefined : parseDay(before), limit: DAYS_A_PAGE };
  const days = await listBusinessDays(database, acting.siteId, page);
  return {
    rows: days.map(({ day, isCounted, differences, unexplained, isChanged, closedBy, closedAt }) => ({
      day,
      state: toState({ isCounted, isClosed: closedBy !== null }),
      differences,
      unexplained,
      isChanged,
      closedBy,
      closedAt: closedAt?.toISOString() ?? null,
    })),
    next: days.length === DAYS_A_PAGE ? (days.at(-1)?.day ?? null) : null,
  };
}

const toState = ({ isCounted, isClosed }: { readonly isCounted: boolean; readonly isClosed: boolean }): DayState => {
  if (isClosed) return 'closed';
  return isCounted ? 'open' : 'counting';
};

async function readDay({ database }: BackOfficeContext, { acting, params }: SiteCall): Promise<DayDetail> {
  const { siteId } = acting;
  const day = parseDay(params['day']);
  const found = (await loadBusinessDay(database, siteId, day)) ?? failOperator('NOT_FOUND');
  const subject = subjectOfDay(day);
  const [accounts, requests, head] = await Promise.all([
    listHouseAccounts(database, siteId),
    listOpenRequests(database, siteId, [subject]),
    loadChainHead(database, siteId),
  ]);
  const names = new Map(
    accounts.map(({ houseAccount, bankCode, account }) => [houseAccount, toAccountName({ bankCode, account })]),
  );
  const request = requests.get(subject);
  return {
    day,
    state: toState(found),
    lines: toLines(found, names),
    differences: found.differences.map((difference) => toDifference(difference, names)),
    closes: found.closes.map(({ closeNo, closedBy, closedAt, reopenedBy, reopenedAt, request: id }) => ({
      no: closeNo,
      closedBy,
      closedAt: closedAt.toISOString(),
      reopenedBy,
      reopenedAt: reopenedAt?.toISOString() ?? null,
      request: id === null ? null : formatRequest(id),
    })),
    request: request === undefined ? null : formatRequest(request),
    head,
  };
}

/** Empty: the account that pays. */
function toAccountName({
  bankCode,
  account,
}: {
  readonly bankCode: string | null;
  readonly account: string | null;
}): string {
  return account === null ? '' : `${bankCode ?? ''} ··${maskAccountNumber(account).slice(-TAIL_DIGITS)}`.trim();
}

type Names = ReadonlyMap<string, string>;

/** The name in a line or difference: what follows its first word. */
function toName(text: string, names: Names): string {
  const [kind = '', ...rest] = text.split(' ');
  const name = rest.join(' ');
  return kind === 'bank' ? (names.get(name) ?? name) : name;
}

function toLines({ lines }: BusinessDay, names: Names): DayLine[] {
  const shown = lines.map(({ line, opening, in: moved, out, closing }): DayLine => {
    const { group, isFlipped = false } = findDayGroup(line);
    const sign = (amount: Money): string => toWireAmount(isFlipped ? money(-amount) : amount);
    return {
      line,
      group,
      name: toName(line, names),
      opening: sign(opening),
      in: toWireAmount(isFlipped ? out : moved),
      out: toWireAmount(isFlipped ? moved : out),
      closing: sign(closing),
    };
  });
  return shown.toSorted((a, b) => dayGroups.indexOf(a.group) - dayGroups.indexOf(b.group) || compare(a.name, b.name));
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

function toDifference(difference: BusinessDay['differences'][number], names: Names): DayDifference {
  const { subject, state, ours, theirs, detail, explanation, explainedBy, explainedAt } = difference;
  const [kind = ''] = subject.split(' ');
  const name = toName(subject, names);
  const line = kind === 'changed' ? name : subject;
  const isFlipped = (kind === 'changed' || kind === 'account') && findDayGroup(line).isFlipped === true;
  const toAmount = (amount: Money | null): string | null =>
    amount === null ? null : toWireAmount(isFlipped ? money(-amount) : amount);
  return {
    subject,
    state,
    kind: differenceKinds.find((each): each is DifferenceKind => each === kind) ?? 'sums',
    name: kind === 'changed' ? toName(name, names) : name,
    ours: toAmount(ours),
    theirs: toAmount(theirs),
    detail,
    explanation:
      explanation === null || explainedAt === null
        ? null
        : { text: explanation, by: explainedBy ?? '', at: explainedAt.toISOString() },
  };
}
