// Routes of the queues: counts, marks of items, facts before an action, one action for many rows.
//
// Always true: a mark needs the permission of its queue. Each of many rows is an action of its own with a key of its
// own: one that is rejected stops no other, and sent again nothing is done twice.
//
// Elsewhere: counts and marks (modules/review), actions (modules/operators), wire words (queue-rows.ts).

import { type ActionName, isActionName } from '@chaba/contract/back-office/actions';
import type { ActionPreview, BulkRow, ClaimFacts, QueueRow } from '@chaba/contract/back-office/queue-wire';
import { BULK_MAX, isQueueName, type QueueName, queueNames, queues } from '@chaba/contract/back-office/queues';
import { hasPermission } from '@chaba/contract/back-office/roles';
import type { FilePreview } from '@chaba/contract/back-office/wire';

import { operatorActions } from '#core/metrics';
import { isBad } from '#modules/deposits';
import { claimItem, COUNTED_MAX, listClaims, loadQueues, releaseItem } from '#modules/review';
import { type Acting, type ActionInput, performAction, previewAction } from '#operators/actions';
import { failOperator, OperatorError } from '#operators/operator-error';
import { listRequests, mayDecide } from '#operators/requests';
import { parseMark } from '#operators/queue-actions';
import { parseStatement, readStatement } from '#operators/deposit-actions';

import type { BackOfficeContext } from './context.ts';
import { toClaimFacts } from './queue-rows.ts';
import { type CallBody, getLengths, type Handlers, readInput, readText, type SiteCall } from './routes.ts';

const REQUESTS_COUNTED_MAX = 200;
/** Characters of a bad line that are shown. */
const LINE_SHOWN = 200;
const KEY_PATTERN = /^[\w-]{8,40}$/;

/** The queues that the person sees, in the order of the contract. */
export async function readQueues({ database }: BackOfficeContext, acting: Acting): Promise<QueueRow[]> {
  const { siteId } = acting;
  const [states, claims, requests] = await Promise.all([
    loadQueues(database, siteId),
    listClaims(database, siteId),
    countRequests(database, acting),
  ]);
  const workers = Map.groupBy(claims.values(), ({ item }) => item.slice(0, item.indexOf(':')));
  return states
    .filter(({ queue }) => maySeeQueue(acting, queue))
    .map(({ queue, targetMinutes = null, ...state }) => {
      const { count, oldestAt, dueAt } = queue === 'requests' ? { ...requests, dueAt: undefined } : state;
      return {
        queue,
        count: Math.min(count, COUNTED_MAX),
        isMore: count > COUNTED_MAX,
        oldestAt: oldestAt?.toISOString() ?? null,
        dueAt: dueAt?.toISOString() ?? null,
        targetMinutes,
        workers: [...new Set(workers.get(queue)?.map(({ name }) => name))],
      };
    });
}

export function maySeeQueue({ roles }: Acting, queue: QueueName): boolean {
  const { permission } = queues[queue];
  return permission === undefined || hasPermission(roles, permission);
}

/** Open requests that the person may decide. */
async function countRequests(
  database: BackOfficeContext['database'],
  acting: Acting,
): Promise<{ readonly count: number; readonly oldestAt: Date | undefined }> {
  const page = { isOpen: true, before: undefined, limit: REQUESTS_COUNTED_MAX };
  const found = (await listRequests(database, acting.siteId, page)).filter((request) => mayDecide(acting, request));
  return { count: found.length, oldestAt: found.at(-1)?.requestedAt };
}

type QueueHandlers = Pick<Handlers, 'claim' | 'releaseClaim' | 'preview' | 'fileRows' | 'bulk'>;

export function createQueueHandlers(context: BackOfficeContext): QueueHandlers {
  const { database, signIn } = context;
  return {
    async claim({ acting, body }): Promise<ClaimFacts> {
      const item = readMark(acting, body);
      const claim = await claimItem(database, acting.siteId, { item, operatorId: acting.session.operatorId });
      return toClaimFacts(claim, acting);
    },
    async releaseClaim({ acting, body }) {
      const item = readMark(acting, body);
      await releaseItem(database, acting.siteId, { item, operatorId: acting.session.operatorId });
      return {};
    },
    async preview({ acting, params, body }): Promise<ActionPreview> {
      const action = requireAction(params['action']);
      return previewAction(signIn, acting, action, readInput(body, 'input', getLengths(action)));
    },
    async fileRows({ acting, params, body }): Promise<FilePreview> {
      const action = requireAction(params['action']);
      if (action !== 'deposit.import-statement') return failOperator('NOT_FOUND');
      const statement = parseStatement(readInput(body, 'input', getLengths(action)));
      const { rows, facts } = await readStatement(database, acting.siteId, statement);
      const bad = rows.flatMap((row) => {
        const { no, text, reading } = row;
        return reading.ok || !isBad(row) ? [] : [{ no, text: text.slice(0, LINE_SHOWN), reason: reading.reason }];
      });
      return { facts, bad };
    },
    bulk: (call) => runMany(context, call),
  };
}

function readMark(acting: Acting, body: CallBody): string {
  const queue = readText(body, 'queue', 40);
  if (!isQueueName(queue) || !queueNames.includes(queue)) return failOperator('FIELD_INVALID', { field: 'queue' });
  if (!maySeeQueue(acting, queue)) failOperator('PERMISSION_MISSING');
  return parseMark(queue, readText(body, 'item', 200));
}

function requireAction(name = ''): ActionName {
  return isActionName(name) ? name : failOperator('NOT_FOUND');
}

/** Runs one action for each row, one after the other. */
async function runMany({ signIn }: BackOfficeContext, { acting, params, body }: SiteCall): Promise<BulkRow[]> {
  const action = requireAction(params['action']);
  const key = readText(body, 'key', 40);
  if (!KEY_PATTERN.test(key)) failOperator('FIELD_INVALID', { field: 'key' });
  const reason = readText(body, 'reason', 1_000);
  const done: BulkRow[] = [];
  for (const { input, factsHash } of readItems(body)) {
    const [subject = ''] = Object.values(input);
    const request = { input, reason, factsHash, key: `${key}-${subject}`, isAloneOnly: true };
    done.push(await runOne(() => performAction(signIn, acting, action, request), subject));
  }
  return done;
}

async function runOne(work: () => Promise<{ readonly outcome: string }>, subject: string): Promise<BulkRow> {
  try {
    const { outcome } = await work();
    operatorActions.inc('done');
    return { subject, outcome, code: null, reasons: [] };
  } catch (error) {
    if (!(error instanceof OperatorError) || error.code === 'STEP_UP_REQUIRED') throw error;
    operatorActions.inc('refused');
    return { subject, outcome: null, code: error.code, reasons: error.params.reasons ?? [] };
  }
}

type BulkItem = { readonly input: ActionInput; readonly factsHash: string | undefined };

function readItems(body: CallBody): readonly BulkItem[] {
  const { items } = body;
  if (!Array.isArray(items) || items.length === 0 || items.length > BULK_MAX) {
    return failOperator('FIELD_INVALID', { field: 'items' });
  }
  return items.map((item: unknown): BulkItem => {
    if (typeof item !== 'object' || item === null) return failOperator('FIELD_INVALID', { field: 'items' });
    const given = item as CallBody;
    for (const field of Object.keys(given)) {
      if (field !== 'input' && field !== 'factsHash') failOperator('FIELD_UNKNOWN', { field });
    }
    const input = readInput(given, 'input');
    const isNamed = Object.values(input).every((text) => /^[\w-]{1,20}$/.test(text));
    if (!isNamed) failOperator('FIELD_INVALID', { field: 'input' });
    return { input, factsHash: given['factsHash'] === undefined ? undefined : readText(given, 'factsHash', 64) };
  });
}
