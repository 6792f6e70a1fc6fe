// Routes of a site: lists, details, actions and decisions.
//
// Always true: a list reads at most a page; an action and a decision go through `performAction` and `decideRequest`.
//
// Elsewhere: registration and permissions (routes.ts), wire words (rows.ts).

import { IDLE_SECONDS, isActionName } from '@chaba/contract/back-office/actions';
import { ACTION_FIELDS, ACTION_PATH, LIST_PATH } from '@chaba/contract/back-office/calls';
import {
  findWrongFilter,
  isListName,
  type ListEntry,
  type ListName,
  lists,
  PAGE_ROWS,
} from '@chaba/contract/back-office/lists';
import { isColumn, listColumns, listHiddenFields, splitColumns } from '@chaba/contract/back-office/list-columns';
import type { DepositQueue } from '@chaba/contract/back-office/queue-wire';
import { type ItemQueue, itemQueues, type QueueName } from '@chaba/contract/back-office/queues';
import { hasPermission } from '@chaba/contract/back-office/roles';
import type { ActionOutcome, FactorProof, RowPage, WithdrawalRow } from '@chaba/contract/back-office/wire';
import type { FastifyInstance } from 'fastify';

import { operatorActions } from '#core/metrics';
import { formatReference } from '#core/references';
import { loadMembers } from '#modules/members';
import {
  payouts,
  explainReview,
  listRecentWithdrawals,
  listUnsentWithdrawals,
  listWaitingWithdrawals,
  loadWithdrawals,
  type Withdrawal,
} from '#modules/withdrawals';
import {
  type ActionResult,
  type Acting,
  decideRequest,
  needsSecondPerson,
  parseRequest,
  performAction,
} from '#operators/actions';
import { failOperator, OperatorError } from '#operators/operator-error';
import { listEntries, verifyChain } from '#operators/audit-chain';
import { listLimits, listOperators } from '#operators/people';
import { listOpenRequests, listRequests, loadDeciders, loadRequest, maySee } from '#operators/requests';
import { parseWithdrawal, requireReview } from '#operators/withdrawal-actions';

import { readComplaints, readContacts, readReplies } from './case.routes.ts';
import { readAccess } from './access-rows.ts';
import type { BackOfficeContext } from './context.ts';
import { readProtection } from './protection.routes.ts';
import { readAccounts } from './account-rows.ts';
import { type IdentityFormat, masked } from './identity-format.ts';
import { readAdjustments } from './adjustment-rows.ts';
import { readDeposits, readItems } from './queue-lists.ts';
import { readQueues } from './queue.routes.ts';
import { loadMarks, sortPutOff, toItemMarks } from './queue-rows.ts';
import { readMembers } from './members.routes.ts';
import { readBlocks, readImports, readRiskRules } from './risk.routes.ts';
import { readBatches, readCodes } from './code.routes.ts';
import { readPromotions } from './offers.routes.ts';
import {
  type CallBody,
  getLengths,
  type Handlers,
  readInput,
  readOptionalText,
  readText,
  registerSiteRoute,
  type SiteCall,
} from './routes.ts';
import {
  toAuditRow,
  toLimitRows,
  toOperatorRow,
  toRequestDetail,
  toRequestRow,
  toWithdrawalDetail,
  toWithdrawalRow,
} from './rows.ts';
import { search, SEARCH_LENGTH_MAX } from './search.ts';
import { readProviders } from './games.routes.ts';
import { readAnnouncements } from './site-settings.routes.ts';
import { getCaller } from './session.ts';

/** A key that no other dialog makes. */
const KEY_PATTERN = /^[\w-]{8,64}$/;

type Filter = Readonly<Record<string, string>>;
type ListReader = (
  context: BackOfficeContext,
  acting: Acting,
  given: {
    readonly filter: Filter;
    readonly before: bigint | undefined;
    readonly cursor: string | undefined;
    /** Rows of a page. */
    readonly limit: number;
    readonly format: IdentityFormat;
  },
) => Promise<RowPage<unknown>>;

/** Lists of the queues without a page of their own. */
const itemReaders = Object.fromEntries(
  itemQueues.map((queue): [ItemQueue, ListReader] => [
    queue,
    (context, acting, { before, limit }) => readItems(context, acting, { queue, before, limit }),
  ]),
) as Readonly<Record<ItemQueue, ListReader>>;

const readers: Readonly<Record<keyof typeof lists, ListReader>> = {
  ...itemReaders,
  deposits: (context, acting, { filter, before, limit }) =>
    readDeposits(context, acting, { queue: (filter['queue'] ?? 'waiting') as DepositQueue, before, limit }),
  async queues(context, acting) {
    return { rows: await readQueues(context, acting), next: null };
  },
  withdrawals: readWithdrawals,
  members: readMembers,
  adjustments: readAdjustments,
  complaints: readComplaints,
  contacts: readContacts,
  replies: readReplies,
  blocks: readBlocks,
  'block-imports': readImports,
  'risk-rules': readRiskRules,
  protection: readProtection,
  codes: readCodes,
  'code-batches': readBatches,
  promotions: readPromotions,
  announcements: readAnnouncements,
  providers: readProviders,
  requests: readRequests,
  accounts: readAccounts,
  async operators({ database }, { siteId }) {
    return { rows: (await listOperators(database, siteId)).map(toOperatorRow), next: null };
  },
  async limits({ database }, { siteId }) {
    return { rows: toLimitRows(await listLimits(database, siteId)), next: null };
  },
  'access-log': readAccess,
  audit: readAudit,
};

/** The handlers of the calls that name a site. */
export function createSiteHandlers(
  context: BackOfficeContext,
): Pick<Handlers, 'withdrawal' | 'request' | 'decide' | 'chain' | 'search'> {
  const { database } = context;
  return {
    withdrawal: (call) => readWithdrawal(context, call),
    async request({ acting, params }) {
      const request = await loadRequest(database, acting.siteId, parseRequest(params['request'] ?? ''));
      if (!maySee(acting, request)) failOperator('PERMISSION_MISSING');
      const deciders = await loadDeciders(database, acting.siteId, { request, idleSeconds: IDLE_SECONDS });
      return toRequestDetail(request, acting, deciders);
    },
    async decide({ request, acting, params, body }) {
      const verdict = readText(body, 'verdict');
      if (verdict !== 'approved' && verdict !== 'rejected' && verdict !== 'withdrawn') {
        return failOperator('FIELD_INVALID', { field: 'verdict' });
      }
      const caller = getCaller(request, context.config, context.getOrigins());
      return toOutcome(
        await decideRequest(context.signIn, acting, caller, {
          requestId: parseRequest(params['request'] ?? ''),
          verdict,
          reason: readText(body, 'reason', 1_000),
          contentHash: readText(body, 'contentHash', 64),
          proof: readFactor(body['factor']),
        }),
      );
    },
    search: ({ acting, body }) => search(context, acting, readText(body, 'text', SEARCH_LENGTH_MAX)),
    async chain({ acting }) {
      const { entries, head, problems } = await verifyChain(database, acting.siteId);
      return { entries: String(entries), head, isWhole: problems.length === 0, problems };
    },
  };
}

async function readWithdrawal({ database }: BackOfficeContext, { acting, params }: SiteCall) {
  const { siteId } = acting;
  const withdrawalId = parseWithdrawal(params['reference'] ?? '');
  const { review, member } = await requireReview(database, siteId, withdrawalId);
  const reference = formatReference('withdrawal', withdrawalId);
  const [requests, isTwo, graceEnd, checks] = await Promise.all([
    listOpenRequests(database, siteId, [reference]),
    needsSecondPerson(database, acting, { name: 'withdrawal.approve', amount: review.withdrawal.amount }),
    payouts.loadGraceEnd(database, siteId, withdrawalId),
    database.transaction((tx) => explainReview(tx, siteId, review)),
  ]);
  return toWithdrawalDetail(review, member, {
    request: requests.get(reference),
    needsSecondPerson: isTwo,
    graceEnd,
    checks,
  });
}

/** The routes of all lists and all actions. */
export function registerSiteRoutes(app: FastifyInstance, context: BackOfficeContext): void {
  registerSiteRoute(app, context, { method: 'GET', path: LIST_PATH }, async ({ acting, params, query }) => {
    const name = params['list'] ?? '';
    return isListName(name) ? readList(context, acting, { name, query }) : failOperator('NOT_FOUND');
  });
  const action = { method: 'POST', path: ACTION_PATH, fields: ACTION_FIELDS } as const;
  registerSiteRoute(app, context, action, (call) => runAction(context, call));
}

type ListQuery = { readonly name: ListName; readonly query: Filter };

/** Permission, filters and cursor of a list; fails with the name of what the list does not have. */
export function checkList(
  { roles }: Acting,
  { name, query }: ListQuery,
): { readonly filter: Filter; readonly cursor: string | undefined } {
  const entry: ListEntry = lists[name];
  if (entry.permission !== undefined && !hasPermission(roles, entry.permission)) {
    failOperator('PERMISSION_MISSING', { permission: entry.permission });
  }
  const { before, ...filter } = query;
  const wrong = findWrongFilter(name, filter);
  if (wrong !== undefined) {
    failOperator(wrong.isUnknown ? 'FIELD_UNKNOWN' : 'PARAMETER_INVALID', { field: wrong.field });
  }
  return { filter, cursor: parseCursor(entry, before) };
}

/**
 * Filters and chosen columns of a view or a file of a list. Undefined columns: those of the page. A column of another
 * role is left out.
 */
export function checkTable(
  acting: Acting,
  { name, query }: ListQuery,
): { readonly filter: Filter; readonly columns: readonly string[] | undefined } {
  const { columns: text, before, ...filter } = query;
  if (before !== undefined) failOperator('PARAMETER_INVALID', { field: 'before' });
  checkList(acting, { name, query: filter });
  if (text === undefined) return { filter, columns: undefined };
  const ids = splitColumns(text);
  if (ids === undefined || !ids.every((id) => isColumn(name, id))) {
    return failOperator('PARAMETER_INVALID', { field: 'columns' });
  }
  return { filter, columns: ids.filter((id) => listColumns(name, acting.roles).some((column) => column.id === id)) };
}

/** Rows without the fields that the roles do not see. */
function hideFields(name: ListName, { roles }: Acting, page: RowPage<unknown>): RowPage<unknown> {
  const hidden = new Set(listHiddenFields(name, roles));
  if (hidden.size === 0) return page;
  const rows = (page.rows as readonly object[]).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !hidden.has(field))),
  );
  return { ...page, rows };
}

/** A page of a list. */
export async function readList(
  context: BackOfficeContext,
  acting: Acting,
  {
    limit = PAGE_ROWS,
    format = masked,
    ...of
  }: ListQuery & { readonly limit?: number; readonly format?: IdentityFormat },
): Promise<RowPage<unknown>> {
  const { filter, cursor } = checkList(acting, of);
  const entry: ListEntry = lists[of.name];
  const id = entry.isSorted === true ? undefined : cursor;
  const page = await readers[of.name](context, acting, {
    filter,
    cursor,
    before: id === undefined ? undefined : BigInt(id),
    limit,
    format,
  });
  return hideFields(of.name, acting, page);
}

async function runAction(context: BackOfficeContext, { acting, params, body }: SiteCall): Promise<unknown> {
  const name = params['action'] ?? '';
  if (!isActionName(name)) return failOperator('NOT_FOUND');
  try {
    const result = await performAction(context.signIn, acting, name, {
      input: readInput(body, 'input', getLengths(name)),
      reason: readText(body, 'reason', 1_000),
      factsHash: readOptionalText(body, 'factsHash', 64),
      key: readKey(body),
    });
    operatorActions.inc(result.outcome === 'requested' ? 'requested' : 'done');
    return toOutcome(result);
  } catch (error) {
    if (error instanceof OperatorError) operatorActions.inc('refused');
    throw error;
  }
}

/** The page reads the new rows itself. */
function toOutcome({ outcome, request, secret, after }: ActionResult): ActionOutcome {
  const { outcomes: lines, import: job } = after ?? {};
  return {
    outcome,
    ...(request === undefined ? {} : { request }),
    ...(secret === undefined ? {} : { secret }),
    ...(Array.isArray(lines) ? { counts: countLines(lines) } : {}),
    ...(typeof job === 'string' ? { import: job } : {}),
  };
}

function countLines(outcomes: readonly string[]): Readonly<Record<string, number>> {
  const groups = Map.groupBy(outcomes, (outcome) => outcome);
  return Object.fromEntries([...groups].map(([outcome, lines]) => [outcome, lines.length]));
}

function readKey(body: CallBody): string | undefined {
  const key = readOptionalText(body, 'key', 64);
  return key === undefined || KEY_PATTERN.test(key) ? key : failOperator('FIELD_INVALID', { field: 'key' });
}

export function readFactor(value: unknown): FactorProof {
  if (typeof value !== 'object' || value === null) return failOperator('FIELD_INVALID', { field: 'factor' });
  const factor = value as Readonly<Record<string, unknown>>;
  const { kind } = factor;
  if (kind === 'totp') return { kind, code: readText(factor, 'code', 10) };
  if (kind === 'demo') return { kind, password: readText(factor, 'password', 100) };
  if (kind === 'passkey' && typeof factor['response'] === 'object') {
    return { kind, response: factor['response'], nonce: readOptionalText(factor, 'nonce', 50) };
  }
  return failOperator('FIELD_INVALID', { field: 'factor' });
}

function parseCursor({ isSorted }: ListEntry, before: string | undefined): string | undefined {
  const pattern = isSorted === true ? /^\d{1,18}\.\d{1,18}$/ : /^\d{1,18}$/;
  return before === undefined || pattern.test(before) ? before : failOperator('PARAMETER_INVALID', { field: 'before' });
}

type Item = { readonly withdrawal: Withdrawal; readonly reasons?: readonly string[] };

/** The queue to which the marks of each chip belong. */
const MARKED: Readonly<Record<string, QueueName>> = {
  stuck: 'payouts',
  disputed: 'disputes',
};

async function readWithdrawals(
  context: BackOfficeContext,
  acting: Acting,
  {
    filter,
    before,
    limit,
    format,
  }: {
    readonly filter: Filter;
    readonly before: bigint | undefined;
    readonly limit: number;
    readonly format: IdentityFormat;
  },
): Promise<RowPage<WithdrawalRow>> {
  const { database } = context;
  const { siteId } = acting;
  const chip = filter['queue'] ?? 'waiting';
  const { items, next } = await listQueue(context, siteId, { queue: chip, before, limit });
  const references = items.map(({ withdrawal }) => formatReference('withdrawal', withdrawal.withdrawalId));
  const [requests, members, marks] = await Promise.all([
    listOpenRequests(database, siteId, references),
    loadMembers(
      database,
      siteId,
      items.map(({ withdrawal }) => withdrawal.memberId),
    ),
    loadMarks(context, siteId),
  ]);
  const rows = items.flatMap(({ withdrawal, reasons }) => {
    const member = members.get(withdrawal.memberId);
    if (!member) return [];
    const item = formatReference('withdrawal', withdrawal.withdrawalId);
    return {
      ...toWithdrawalRow(withdrawal, member, {
        request: requests.get(item),
        format,
        ...(reasons === undefined ? {} : { reasons }),
      }),
      ...toItemMarks(marks, acting, { queue: MARKED[chip] ?? 'withdrawals', item }),
    };
  });
  return { rows: sortPutOff(rows), next };
}

/** Waiting queues are short and shown whole, at most 200; the recent ones are paged by id. */
async function listQueue(
  { database }: BackOfficeContext,
  siteId: number,
  { queue, before, limit }: { readonly queue: string; readonly before: bigint | undefined; readonly limit: number },
): Promise<{ readonly items: readonly Item[]; readonly next: string | null }> {
  switch (queue) {
    case 'unsent':
      return {
        items: (await listUnsentWithdrawals(database, siteId)).map((withdrawal) => ({ withdrawal })),
        next: null,
      };
    case 'stuck': {
      const stuck = await payouts.listStuck(database, siteId);
      return joinItems(database, siteId, stuck, ({ state, attempts, lastResponse }) => [
        `${state} ${attempts}`,
        lastResponse ?? 'no_answer',
      ]);
    }
    case 'disputed': {
      const disputes = await payouts.listDisputes(database, siteId);
      return joinItems(database, siteId, disputes, ({ recordedState, latestResult }) => [
        `${recordedState} ${latestResult}`,
      ]);
    }
    case 'recent': {
      const found = await listRecentWithdrawals(database, siteId, { before, limit });
      const last = found.length === limit ? found.at(-1) : undefined;
      return { items: found.map((withdrawal) => ({ withdrawal })), next: last ? String(last.withdrawalId) : null };
    }
    default:
      return {
        items: (await listWaitingWithdrawals(database, siteId)).map((withdrawal) => ({ withdrawal })),
        next: null,
      };
  }
}

async function joinItems<Row extends { readonly withdrawalId: bigint }>(
  database: BackOfficeContext['database'],
  siteId: number,
  rows: readonly Row[],
  describe: (row: Row) => readonly string[],
): Promise<{ readonly items: readonly Item[]; readonly next: null }> {
  const ids = rows.map(({ withdrawalId }) => withdrawalId);
  const found = new Map((await loadWithdrawals(database, siteId, ids)).map((each) => [each.withdrawalId, each]));
  const items = rows.flatMap((row) => {
    const withdrawal = found.get(row.withdrawalId);
    return withdrawal ? [{ withdrawal, reasons: describe(row) }] : [];
  });
  return { items, next: null };
}

async function readRequests(
  { database }: BackOfficeContext,
  acting: Acting,
  { filter, before, limit }: { readonly filter: Filter; readonly before: bigint | undefined; readonly limit: number },
): Promise<RowPage<unknown>> {
  const isOpen = (filter['state'] ?? 'open') === 'open';
  const found = await listRequests(database, acting.siteId, { isOpen, before, limit });
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    rows: found.filter((request) => maySee(acting, request)).map((request) => toRequestRow(request, acting)),
    next: last ? String(last.requestId) : null,
  };
}

/** Own entries for everybody, all entries with the permission. */
async function readAudit(
  { database }: BackOfficeContext,
  { siteId, roles, session }: Acting,
  { filter, before, limit }: { readonly filter: Filter; readonly before: bigint | undefined; readonly limit: number },
): Promise<RowPage<unknown>> {
  const isAll = hasPermission(roles, 'audit.view');
  const { action, subject, outcome } = filter;
  const operator = isAll ? filter['operator'] : session.name;
  const found = await listEntries(database, siteId, { operator, action, subject, outcome, before, limit });
  const last = found.length === limit ? found.at(-1) : undefined;
  return { rows: found.map(toAuditRow), next: last ? String(last.sequence) : null };
}
