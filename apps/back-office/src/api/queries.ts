// Reads of the pages, and the reads that an action makes stale. The only file with query keys.

import type { ActionName } from '@chaba/contract/back-office/actions';
import type { BlockRow, ImportFile, ImportRow } from '@chaba/contract/back-office/blocks';
import type { AdjustmentRow } from '@chaba/contract/back-office/adjustments';
import type { ComplaintDetail, ComplaintRow, ContactRow, ReplyRow } from '@chaba/contract/back-office/case-wire';
import { ACTION_PATH, calls, LIST_PATH } from '@chaba/contract/back-office/calls';
import type { DayDetail, DayPage } from '@chaba/contract/back-office/day-close';
import type { HandoverRow, ViewRow } from '@chaba/contract/back-office/shifts';
import type { ExportFile, ExportPart, ExportRow, ScheduleRow } from '@chaba/contract/back-office/exports';
import type { ListName } from '@chaba/contract/back-office/lists';
import type {
  ActionPreview,
  BulkRow,
  ClaimFacts,
  DepositCandidateFacts,
  DepositDetail,
  DepositRow,
  ItemDetail,
  ItemRow,
  QueueRow,
} from '@chaba/contract/back-office/queue-wire';
import type { ProtectionRow } from '@chaba/contract/back-office/protection-wire';
import type {
  CodeBatchRow,
  CodeFile,
  ItemCodeRow,
  OfferTermsFacts,
  PromotionDetail,
  PromotionEstimate,
  PromotionRow,
} from '@chaba/contract/back-office/offer-wire';
import type { DashboardFacts, ReportAnswer, ReportFile } from '@chaba/contract/back-office/report-wire';
import type { ReportName } from '@chaba/contract/back-office/reports';
import type { GroupComparison, RiskRuleRow } from '@chaba/contract/back-office/risk';
import type {
  AnnouncementRow,
  ProviderDetail,
  ListedProvider,
  SiteSettings,
  TermsDetail,
} from '@chaba/contract/back-office/site-wire';
import type { ItemQueue, QueueName } from '@chaba/contract/back-office/queues';
import type {
  AccessRow,
  AccountRow,
  FilePreview,
  ActionOutcome,
  AuditRow,
  ChainState,
  FactorProof,
  LimitRow,
  OperatorRow,
  OwnAccount,
  RowPage,
  RequestDetail,
  RequestRow,
  SessionFacts,
  WithdrawalDetail,
  WithdrawalRow,
} from '@chaba/contract/back-office/wire';
import type {
  MemberDetail,
  MemberListRow,
  MemberWhy,
  SearchAnswer,
  StatementFacts,
  TimelinePage,
} from '@chaba/contract/back-office/wire-members';
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';

import { CallError, endSession, fillPath, mayHaveSession, noteSession, send, sendCall } from './api.ts';
import { noteFirstRead } from './first-reads.ts';

const LIVE_MS = 2_500;
const SESSION_MS = 20_000;
const TRIES_MAX = 2;

type Filter = Readonly<Record<string, string>>;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      refetchOnWindowFocus: true,
      // Without a network a read fails with its sentence instead of waiting.
      networkMode: 'always',
      retry: (count, error) => count < TRIES_MAX && error instanceof CallError && error.code === undefined,
    },
  },
});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => {
    if (!mayHaveSession()) throw endSession();
    return send<SessionFacts>('session');
  },
  refetchInterval: SESSION_MS,
  retry: false,
});

/** Entries of the host that the sign-in named; read and closed on the page. */
export const hostEntriesQuery = queryOptions({ queryKey: ['host-entries'], queryFn: () => 0, enabled: false });

/** Takes over the session of a sign-in. What another person read before is forgotten. */
export function openSession(session: SessionFacts): void {
  noteSession(true);
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  if (before !== undefined && before.operator.name !== session.operator.name) {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  }
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** The rows of each list. */
export type RowOf = { readonly [Queue in ItemQueue]: ItemRow } & {
  queues: QueueRow;
  deposits: DepositRow;
  withdrawals: WithdrawalRow;
  members: MemberListRow;
  complaints: ComplaintRow;
  contacts: ContactRow;
  replies: ReplyRow;
  blocks: BlockRow;
  'block-imports': ImportRow;
  'risk-rules': RiskRuleRow;
  protection: ProtectionRow;
  accounts: AccountRow;
  adjustments: AdjustmentRow;
  promotions: PromotionRow;
  codes: ItemCodeRow;
  'code-batches': CodeBatchRow;
  announcements: AnnouncementRow;
  providers: ListedProvider;
  requests: RequestRow;
  operators: OperatorRow;
  limits: LimitRow;
  'access-log': AccessRow;
  audit: AuditRow;
};

/** A list in pages; the key holds the whole question, so that an answer belongs to the filter it was sent for. */
export function listQuery<Name extends ListName>(site: string, list: Name, filter: Filter = {}, isLive = true) {
  return infiniteQueryOptions({
    queryKey: ['list', site, list, filter],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...filter, ...(pageParam === '' ? {} : { before: pageParam }) });
      const listPath = fillPath(LIST_PATH, { site, list });
      const path = query.size === 0 ? listPath : `${listPath}?${query.toString()}`;
      if (pageParam === '') noteFirstRead(path);
      return sendCall<RowPage<RowOf[Name]>>('GET', path);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: isLive ? LIVE_MS : false,
  });
}

/** All queues that the person sees. */
export const queuesQuery = (site: string) =>
  queryOptions({
    queryKey: ['queues', site],
    queryFn: async () => {
      const { rows } = await sendCall<RowPage<QueueRow>>('GET', fillPath(LIST_PATH, { site, list: 'queues' }));
      return rows;
    },
    refetchInterval: LIVE_MS,
  });

/** The settings of the site. */
export const siteQuery = (site: string) =>
  queryOptions({ queryKey: ['site', site], queryFn: () => send<SiteSettings>('site', { params: { site } }) });

/** A provider with its games. */
export const providerQuery = (site: string, provider: string) =>
  queryOptions({
    queryKey: ['provider', site, provider],
    queryFn: () => send<ProviderDetail>('provider', { params: { site, provider } }),
  });

/** The versions of the terms of use. */
export const termsQuery = (site: string) =>
  queryOptions({ queryKey: ['terms', site], queryFn: () => send<TermsDetail>('terms', { params: { site } }) });

const FIGURES_MS = 15_000;

export const dashboardQuery = (site: string) =>
  queryOptions({
    queryKey: ['dashboard', site],
    queryFn: () => send<DashboardFacts>('dashboard', { params: { site } }),
    staleTime: FIGURES_MS,
    refetchInterval: FIGURES_MS,
  });

/** A report in pages; most have one. */
export const reportQuery = (site: string, report: ReportName, params: Filter) =>
  infiniteQueryOptions({
    queryKey: ['report', site, report, params],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...params, ...(pageParam === '' ? {} : { before: pageParam }) });
      return sendCall<ReportAnswer>('GET', `${fillPath(calls.report.path, { site, report })}?${query.toString()}`);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: FIGURES_MS,
  });

export const sendReportFile = (site: string, report: ReportName, params: Filter): Promise<ReportFile> =>
  send<ReportFile>('reportFile', { params: { site, report }, body: { params } });

/** Notes of shifts, the newest first. */
export const handoversQuery = (site: string) =>
  queryOptions({
    queryKey: ['handovers', site],
    queryFn: () => send<readonly HandoverRow[]>('handovers', { params: { site } }),
    refetchInterval: FIGURES_MS,
  });

export const viewsQuery = (site: string, list: ListName) =>
  queryOptions({
    queryKey: ['views', site, list],
    queryFn: () => send<readonly ViewRow[]>('views', { params: { site, list } }),
    staleTime: FIGURES_MS,
  });

export function sendSaveView(
  site: string,
  body: {
    readonly list: ListName;
    readonly name: string;
    readonly params: Filter;
    readonly scope: string;
    readonly role: string;
  },
): Promise<readonly ViewRow[]> {
  return send<readonly ViewRow[]>('saveView', { params: { site }, body });
}

export function sendDeleteView(site: string, view: string): Promise<unknown> {
  return send('deleteView', { params: { site, view }, body: {} });
}

/** The own exports. */
export const exportsQuery = (site: string) =>
  queryOptions({
    queryKey: ['exports', site],
    queryFn: () => send<readonly ExportRow[]>('exports', { params: { site } }),
    refetchInterval: LIVE_MS,
  });

export function sendStartExport(
  site: string,
  body: { readonly kind: 'list' | 'report'; readonly name: string; readonly params: Filter; readonly key: string },
): Promise<ExportRow> {
  return send<ExportRow>('startExport', { params: { site }, body });
}

export const schedulesQuery = (site: string) =>
  queryOptions({
    queryKey: ['export-schedules', site],
    queryFn: () => send<readonly ScheduleRow[]>('exportSchedules', { params: { site } }),
  });

export function sendStartSchedule(
  site: string,
  body: Pick<ScheduleRow, 'kind' | 'name' | 'params' | 'every'> & { readonly hour: string; readonly key: string },
): Promise<ScheduleRow> {
  return send<ScheduleRow>('startSchedule', { params: { site }, body });
}

export function sendEndSchedule(site: string, schedule: string): Promise<readonly ScheduleRow[]> {
  return send<readonly ScheduleRow[]>('endSchedule', { params: { site, schedule }, body: {} });
}

export function sendCancelExport(site: string, id: string): Promise<ExportRow> {
  return send<ExportRow>('cancelExport', { params: { site, export: id }, body: {} });
}

export function sendExportFile(site: string, id: string): Promise<ExportFile> {
  return send<ExportFile>('exportFile', { params: { site, export: id }, body: {} });
}

export function sendExportPart(site: string, id: string, part: number): Promise<ExportPart> {
  return send<ExportPart>('exportPart', { params: { site, export: id, part: String(part) } });
}

/** Days that are over, the newest first. */
export const businessDaysQuery = (site: string) =>
  infiniteQueryOptions({
    queryKey: ['business-days', site],
    queryFn: ({ pageParam }) => {
      const path = fillPath(calls.businessDays.path, { site });
      return sendCall<DayPage>('GET', pageParam === '' ? path : `${path}?before=${pageParam}`);
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: FIGURES_MS,
  });

export const businessDayQuery = (site: string, day: string) =>
  queryOptions({
    queryKey: ['business-day', site, day],
    queryFn: () => send<DayDetail>('businessDay', { params: { site, day } }),
    refetchInterval: FIGURES_MS,
  });

/** An item of a queue without a page of its own. */
export const itemQuery = (site: string, queue: ItemQueue, item: string) =>
  queryOptions({
    queryKey: ['item', site, queue, item],
    queryFn: () => {
      const path = fillPath(calls.item.path, { site, queue });
      return sendCall<ItemDetail>('GET', `${path}?${new URLSearchParams({ item }).toString()}`);
    },
    refetchInterval: LIVE_MS,
  });

export const depositQuery = (site: string, reference: string) =>
  queryOptions({
    queryKey: ['deposit', site, reference],
    queryFn: () => send<DepositDetail>('deposit', { params: { site, reference } }),
    refetchInterval: LIVE_MS,
  });

/** A member by whole telephone number or number, with what speaks for and against. */
export function sendCandidate(site: string, reference: string, member: string): Promise<DepositCandidateFacts> {
  return send<DepositCandidateFacts>('candidate', { params: { site, reference, member } });
}

type Mark = { readonly queue: QueueName; readonly item: string };

/** Claims an item or keeps the claim; returns the holder. */
export function sendClaim(site: string, mark: Mark): Promise<ClaimFacts> {
  return send<ClaimFacts>('claim', { params: { site }, body: mark });
}

export function sendRelease(site: string, mark: Mark): Promise<unknown> {
  return send('releaseClaim', { params: { site }, body: mark });
}

/** The facts of an action as they are now. */
function sendPreview(
  site: string,
  action: ActionName,
  input: Readonly<Record<string, string>>,
): Promise<ActionPreview> {
  return send<ActionPreview>('preview', { params: { site, action }, body: { input } });
}

/** The verdict of each line of a file that this action imports. */
export function sendFileRows(
  site: string,
  action: ActionName,
  input: Readonly<Record<string, string>>,
): Promise<FilePreview> {
  return send<FilePreview>('fileRows', { params: { site, action }, body: { input } });
}

/** One action for some rows; each is done or rejected by itself. */
export async function sendBulk(
  site: string,
  action: ActionName,
  body: {
    readonly items: readonly { readonly input: Readonly<Record<string, string>> }[];
    readonly reason: string;
    readonly key: string;
  },
): Promise<readonly BulkRow[]> {
  const rows = await send<readonly BulkRow[]>('bulk', { params: { site, action }, body });
  finishAct(
    site,
    body.items.flatMap(({ input }) => Object.values(input)),
  );
  return rows;
}

/** Number of open requests that this person may decide. */
export const decidableQuery = (site: string) =>
  queryOptions({
    queryKey: ['decidable', site],
    queryFn: async () => {
      const path = `${fillPath(LIST_PATH, { site, list: 'requests' })}?state=open`;
      const { rows } = await sendCall<RowPage<RequestRow>>('GET', path);
      return rows.filter(({ canDecide }) => canDecide).length;
    },
    refetchInterval: LIVE_MS,
  });

export const withdrawalQuery = (site: string, reference: string) =>
  queryOptions({
    queryKey: ['withdrawal', site, reference],
    queryFn: () => send<WithdrawalDetail>('withdrawal', { params: { site, reference } }),
    refetchInterval: LIVE_MS,
  });

export const requestQuery = (site: string, request: string) =>
  queryOptions({
    queryKey: ['request', site, request],
    queryFn: () => send<RequestDetail>('request', { params: { site, request } }),
    refetchInterval: LIVE_MS,
  });

export const promotionQuery = (site: string, promotion: string) =>
  queryOptions({
    queryKey: ['promotion', site, promotion],
    queryFn: () => send<PromotionDetail>('promotion', { params: { site, promotion } }),
    refetchInterval: LIVE_MS,
  });

export const offerTermsQuery = (site: string) =>
  queryOptions({
    queryKey: ['offer-terms', site],
    queryFn: () => send<OfferTermsFacts>('offerTerms', { params: { site } }),
    refetchInterval: LIVE_MS,
  });

export const sendCodeFile = (site: string, batch: string): Promise<CodeFile> =>
  send<CodeFile>('codeFile', { params: { site, batch }, body: {} });

/** The members of an alert side by side. */
export const alertGroupQuery = (site: string, alert: string) =>
  queryOptions({
    queryKey: ['alert-group', site, alert],
    queryFn: () => send<GroupComparison>('alertGroup', { params: { site, alert } }),
  });

/** A member and the linked ones side by side. */
export const memberGroupQuery = (site: string, member: string) =>
  queryOptions({
    queryKey: ['member-group', site, member],
    queryFn: () => send<GroupComparison>('memberGroup', { params: { site, member } }),
  });

export const sendImportFile = (site: string, id: string): Promise<ImportFile> =>
  send<ImportFile>('importFile', { params: { site, import: id }, body: {} });

/** Facts of an action that is not open yet. */
export const previewQuery = (site: string, action: ActionName, input: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['preview', site, action, input],
    queryFn: () => sendPreview(site, action, input),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Figures of typed terms; the answer belongs to the terms that it was sent for. */
export const estimateQuery = (site: string, promotion: string, terms: string) =>
  queryOptions({
    queryKey: ['estimate', site, promotion, terms],
    queryFn: () => send<PromotionEstimate>('estimatePromotion', { params: { site, promotion }, body: { terms } }),
    retry: false,
    staleTime: FIGURES_MS,
  });

export const memberQuery = (site: string, member: string) =>
  queryOptions({
    queryKey: ['member', site, member],
    queryFn: () => send<MemberDetail>('member', { params: { site, member } }),
    refetchInterval: LIVE_MS,
  });

export const complaintQuery = (site: string, complaint: string) =>
  queryOptions({
    queryKey: ['complaint', site, complaint],
    queryFn: () => send<ComplaintDetail>('complaint', { params: { site, complaint } }),
    refetchInterval: LIVE_MS,
  });

/** The statement of a member; without days that of the month so far. */
export const memberStatementQuery = (site: string, member: string, days: Filter) =>
  queryOptions({
    queryKey: ['member-statement', site, member, days],
    queryFn: () => {
      const path = fillPath(calls.memberStatement.path, { site, member });
      return sendCall<StatementFacts>('GET', `${path}?${new URLSearchParams(days).toString()}`);
    },
    retry: false,
  });

export const whyQuery = (site: string, member: string) =>
  queryOptions({
    queryKey: ['why', site, member],
    queryFn: () => send<MemberWhy>('why', { params: { site, member } }),
  });

export const tagsQuery = (site: string) =>
  queryOptions({ queryKey: ['tags', site], queryFn: () => send<readonly string[]>('tags', { params: { site } }) });

/** The timeline in pages; `kinds`: words apart by spaces, empty: all. */
export const timelineQuery = (site: string, member: string, kinds: string) =>
  infiniteQueryOptions({
    queryKey: ['timeline', site, member, kinds],
    queryFn: ({ pageParam }) =>
      send<TimelinePage>('timeline', { params: { site, member }, body: { kinds, before: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });

export const searchQuery = (site: string, text: string) =>
  queryOptions({
    queryKey: ['search', site, text],
    queryFn: () => send<SearchAnswer>('search', { params: { site }, body: { text } }),
    enabled: text !== '',
    staleTime: 10_000,
    // A source without an answer in time is queried again, so a busy database hides no hit.
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.unanswered.length > 0 ? 1_000 : false),
    // A typed text may name a person: it is forgotten with the window.
    gcTime: 30_000,
  });

export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => send<OwnAccount>('account') });

export const chainQuery = (site: string) =>
  queryOptions({
    queryKey: ['chain', site],
    queryFn: () => send<ChainState>('chain', { params: { site } }),
    enabled: false,
  });

/** Names that an action of this window sent or received, and when it was over, in milliseconds. */
type Act = { readonly names: readonly string[]; readonly at: number };
const actListeners = new Set<(act: Act) => void>();

/** Calls a listener after each action of this window. Returns its end. */
export function subscribeActs(listener: (act: Act) => void): () => void {
  actListeners.add(listener);
  return () => void actListeners.delete(listener);
}

/** After an action everything of the site may have changed. Not awaited: the next row is found among those shown. */
function finishAct(site: string, names: readonly string[]): void {
  for (const listener of actListeners) listener({ names, at: Date.now() });
  void invalidateSite(site);
}

export type ActionSending = {
  readonly input: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly factsHash?: string | undefined;
  /** Kept over retries: a repeated key returns the first outcome. */
  readonly key: string;
};

export async function sendAction(site: string, action: ActionName, sending: ActionSending): Promise<ActionOutcome> {
  const { factsHash, ...body } = sending;
  const outcome = await sendCall<ActionOutcome & { readonly secret?: string }>(
    'POST',
    fillPath(ACTION_PATH, { site, action }),
    factsHash === undefined ? body : { ...body, factsHash },
  );
  const { request } = outcome;
  finishAct(site, [...Object.values(sending.input), ...(request === undefined ? [] : [request])]);
  return outcome;
}

export async function sendDecision(
  site: string,
  request: string,
  body: {
    readonly verdict: 'approved' | 'rejected' | 'withdrawn';
    readonly reason: string;
    readonly contentHash: string;
    readonly factor: FactorProof;
  },
): Promise<ActionOutcome & { readonly secret?: string }> {
  const outcome = await send<ActionOutcome & { readonly secret?: string }>('decide', {
    params: { site, request },
    body,
  });
  finishAct(site, [request]);
  return outcome;
}

/** Everything of the site may have changed. */
export async function invalidateSite(site: string): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === site && queryKey[0] !== 'chain' });
}
