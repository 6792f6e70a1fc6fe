// One action of an operator, for every caller: parsed, checked, done or requested, and recorded.
//
//     input ──parse──▶ load ──┬─ alone, within the limit ──▶ run ──▶ entry
//                             └─ else ──▶ request ──second person──▶ load again ──▶ run ──▶ entry
//
// Always true: the action and its entry are one transaction, the entry last. A repeated key returns the stored outcome.
// An execution loads the facts again: other facts than those that were approved move nothing. A rejected action changed
// nothing and has an entry of its own.
//
// Elsewhere: the entries of all actions (packages/contract/src/back-office/actions.ts), their effects
// (withdrawal-actions.ts, people-actions.ts), keys of the second person (packages/database/migrations).

import { createHash } from 'node:crypto';

import {
  type ActionEntry,
  type ActionName,
  actions as entries,
  DEFAULT_LIMIT,
  isActionName,
  REASON_LENGTH_MAX,
  REASON_LENGTH_MIN,
} from '@chaba/contract/back-office/actions';
import type { BackOfficeErrorCode } from '@chaba/contract/back-office/error-codes';
import type { QueueName } from '@chaba/contract/back-office/queues';
import { findActingRole, findDecidingRole, type Role } from '@chaba/contract/back-office/roles';
import type { FactorProof } from '@chaba/contract/back-office/wire';
import type { Database, Queryable, Transaction } from '@chaba/database';
import { add, formatBaht, type Money, parseBaht, zeroMoney } from '@chaba/money';

import { assert } from '#core/domain-error';
import type { Config } from '#core/config';
import { publish } from '#core/pubsub';
import { loadTarget, QUEUE_TOPIC } from '#modules/review';
import { InputError } from '#modules/operator-input';

import { appendEntry, type ChainRecord, findEntryByKey } from './audit-chain.ts';
import * as approvals from './approvals.store.ts';
import { failOperator, OperatorError } from './operator-error.ts';
import * as people from './people.store.ts';
import { type Acting, loadRequest, maySee } from './requests.ts';
import { type OperatorCaller, requireStepUp, type SignInContext, consumeFactor } from './sign-in.ts';

export type { ApprovalRequest } from './approvals.store.ts';
export type { Acting } from './requests.ts';

export type ActionInput = Readonly<Record<string, string>>;
export type ActionFacts = Readonly<Record<string, unknown>>;

/** The subject of an action as it is now: shown before, recorded, and compared at an execution. */
export type LoadedAction = {
  readonly subject: string;
  readonly facts: ActionFacts;
  readonly member?: bigint;
  /** Counts against the limit of the role. */
  readonly amount?: Money;
  /** The queue that the item leaves, and since when it was there. */
  readonly waiting?: { readonly queue: QueueName; readonly since: Date };
  /** The action makes a limit stricter or a switch safer: one person is enough. */
  readonly isTightening?: boolean;
};

/**
 * `rejection`: nothing may stay changed. `secret`: shown once and never recorded. `finish`: work that is no part of the
 * transaction, such as a call of another side; it runs after the commit, and its facts are returned and not recorded.
 */
export type ActionEffect =
  | {
      readonly outcome: string;
      readonly after?: ActionFacts;
      readonly secret?: string;
      readonly finish?: (database: Database) => Promise<ActionFacts>;
    }
  | { readonly rejection: BackOfficeErrorCode; readonly reasons?: readonly string[] };

export type By = {
  readonly siteId: number;
  /** Empty: the host. */
  readonly operatorId: string;
  readonly name: string;
  /** Of the action, or of its request. */
  readonly reason: string;
  readonly requestId: bigint | undefined;
  readonly config: Config;
};

export type ActionDefinition<Input> = {
  readonly parse: (input: ActionInput) => Input;
  readonly load: (tx: Transaction, siteId: number, input: Input) => Promise<LoadedAction>;
  readonly run: (tx: Transaction, by: By, input: Input) => Promise<ActionEffect>;
  /** The effect writes the execution of its request, by a function that needs the approval. */
  readonly executesItself?: true;
};

type AnyDefinition = {
  readonly executesItself: boolean;
  readonly load: (tx: Transaction, siteId: number, input: ActionInput) => Promise<LoadedAction>;
  readonly run: (tx: Transaction, by: By, input: ActionInput) => Promise<ActionEffect>;
};

/** Hides the type of the parsed input, so that actions of different inputs stand in one table. */
export function defineAction<Input>({ parse, load, run, executesItself }: ActionDefinition<Input>): AnyDefinition {
  return {
    executesItself: executesItself === true,
    load: (tx, siteId, input) => withSentence(async () => load(tx, siteId, parse(input))),
    run: (tx, by, input) => withSentence(async () => run(tx, by, parse(input))),
  };
}

/** The sentence about an input becomes a rejection of its field, or of the term that is wrong. */
export function failInput({ term = 'value', message }: InputError): never {
  return failOperator('FIELD_INVALID', { field: term, reasons: [message] });
}

async function withSentence<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputError) return failInput(error);
    throw error;
  }
}

export type Definitions = Readonly<Record<ActionName, AnyDefinition>>;

export type ActionRequest = {
  readonly input: ActionInput;
  readonly reason: string;
  /** Hash of the facts that the person saw; other facts are SUBJECT_CHANGED. */
  readonly factsHash?: string | undefined;
  readonly key?: string | undefined;
  /** Rejected where a second person decides: one of many actions makes no request. */
  readonly isAloneOnly?: boolean;
};

export type ActionResult = {
  readonly outcome: string;
  readonly request?: string;
  readonly secret?: string;
  /** Facts of what was done; absent for a request and for a repeated key. */
  readonly after?: ActionFacts;
};

/** The result of a transaction, and what runs after its commit. */
export type Finishing = {
  readonly result: ActionResult;
  readonly finish?: (database: Database) => Promise<ActionFacts>;
};

export async function finishAction(database: Database, { result, finish }: Finishing): Promise<ActionResult> {
  if (finish === undefined) return result;
  return { ...result, after: { ...result.after, ...(await finish(database)) } };
}

export function toFinishing(
  effect: Extract<ActionEffect, { outcome: string }>,
  more: Partial<ActionResult> = {},
): Finishing {
  const { outcome, after, secret, finish } = effect;
  return {
    result: {
      outcome,
      ...more,
      ...(secret === undefined ? {} : { secret }),
      ...(after === undefined ? {} : { after }),
    },
    ...(finish === undefined ? {} : { finish }),
  };
}

/** Pub/sub: something of a site changed that other windows show. The subject is the site's id. */
export { QUEUE_TOPIC } from '#modules/review';

export const formatRequest = (requestId: bigint): string => `R${requestId}`;

export function parseRequest(text: string): bigint {
  const [, digits] = /^R(\d{1,18})$/.exec(text) ?? [];
  return digits === undefined ? failOperator('NOT_FOUND') : BigInt(digits);
}

export function hashFacts(facts: ActionFacts): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

export type ActionContext = SignInContext & { readonly definitions: Definitions; readonly config: Config };

/** Does an action, or requests it where a second person decides. */
export async function performAction(
  context: ActionContext,
  by: Acting,
  name: ActionName,
  request: ActionRequest,
): Promise<ActionResult> {
  const entry: ActionEntry = entries[name];
  const acting = findActingRole(by.roles, entry.permission);
  const reason = request.reason.trim();
  try {
    if (acting === undefined) failOperator('PERMISSION_MISSING', { permission: entry.permission });
    checkFields(entry, request.input);
    if (reason.length < REASON_LENGTH_MIN || reason.length > REASON_LENGTH_MAX) failOperator('REASON_LENGTH');
    if (entry.needsStepUp) requireStepUp(by.session);
    const done = await context.database.transaction((tx) =>
      performInTransaction(tx, context, { by, name, request: { ...request, reason }, acting }),
    );
    return await finishAction(context.database, done);
  } catch (error) {
    const stored = await findStoredOutcome(context.database, by, { name, key: request.key });
    if (stored !== undefined) return stored;
    if (error instanceof OperatorError) await recordRejection(context, by, { name, request, error });
    throw error;
  }
}

type Performing = {
  readonly by: Acting;
  readonly name: ActionName;
  readonly request: ActionRequest;
  readonly acting: NonNullable<ReturnType<typeof findActingRole>>;
};

async function performInTransaction(
  tx: Transaction,
  context: ActionContext,
  { by, name, request, acting }: Performing,
): Promise<Finishing> {
  const { siteId } = by;
  const stored = await findStoredOutcome(tx, by, { name, key: request.key });
  if (stored !== undefined) return { result: stored };
  await requireRole(tx, by, acting.role);
  const definition = context.definitions[name];
  const loaded = await definition.load(tx, siteId, request.input);
  const factsHash = hashFacts(loaded.facts);
  if (request.factsHash !== undefined && request.factsHash !== factsHash) {
    failOperator('SUBJECT_CHANGED', { facts: loaded.facts, factsHash });
  }
  const entry = {
    ...describe(context, by, acting.role),
    action: name,
    subject: loaded.subject,
    member: loaded.member,
    reason: request.reason,
    before: loaded.facts,
    key: request.key,
    ...(await measureWait(tx, siteId, loaded.waiting)),
  };
  const isAlone = await mayActAlone(tx, by, { name, acting, loaded });
  if (!isAlone && request.isAloneOnly === true) failOperator('SECOND_PERSON_REQUIRED');
  if (!isAlone) {
    await requireWithinLimit(tx, by, { name, role: acting.role, amount: loaded.amount });
    const requestId = await propose(tx, by, { name, role: acting.role, request, loaded });
    await appendEntry(tx, siteId, { ...entry, outcome: 'requested', request: formatRequest(requestId) });
    announce(tx, siteId);
    return { result: { outcome: 'requested', request: formatRequest(requestId) } };
  }
  const effect = await definition.run(
    tx,
    toBy(context, by, { requestId: undefined, reason: request.reason }),
    request.input,
  );
  if ('rejection' in effect) failOperator(effect.rejection, { reasons: effect.reasons ?? [] });
  await appendEntry(tx, siteId, { ...entry, outcome: 'done', after: { outcome: effect.outcome, ...effect.after } });
  announce(tx, siteId);
  return toFinishing(effect);
}

const MINUTE_S = 60;
const SECOND_MS = 1_000;

/** Seconds that an item was in its queue, and the target of the queue, for the report of operators. */
async function measureWait(
  tx: Transaction,
  siteId: number,
  waiting: LoadedAction['waiting'],
): Promise<Pick<ChainRecord, 'waitedSeconds' | 'targetSeconds'>> {
  if (waiting === undefined) return {};
  const minutes = await loadTarget(tx, siteId, waiting.queue);
  return {
    waitedSeconds: Math.max(0, Math.round((Date.now() - waiting.since.getTime()) / SECOND_MS)),
    ...(minutes === undefined ? {} : { targetSeconds: minutes * MINUTE_S }),
  };
}

/** The role is read again inside the transaction: it, or the person's access, may have ended since. */
async function requireRole(tx: Transaction, { siteId, session }: Acting, role: Role): Promise<void> {
  const held = { operatorId: session.operatorId, role };
  if (!(await people.lockRole(tx, siteId, held))) failOperator('PERMISSION_MISSING');
}

/** Nothing is done for a person who was disabled or lost the role meanwhile; the request can be rejected. */
async function requireRequester(tx: Transaction, siteId: number, request: approvals.ApprovalRequest): Promise<void> {
  const held = { operatorId: request.requestedBy, role: request.requestedRole };
  if (!(await people.lockRole(tx, siteId, held))) failOperator('REQUESTER_GONE');
}

async function mayActAlone(
  tx: Transaction,
  by: Acting,
  {
    name,
    acting,
    loaded,
  }: { readonly name: ActionName; readonly acting: Performing['acting']; readonly loaded: LoadedAction },
): Promise<boolean> {
  const { people: rule, permission }: ActionEntry = entries[name];
  if (loaded.isTightening === true) return true;
  if (acting.grade === 'tighten') failOperator('PERMISSION_MISSING', { permission });
  if (rule === 'two' || acting.grade === 'request') return false;
  if (rule === 'alone' || acting.grade === 'alone') return true;
  const amount = loaded.amount ?? zeroMoney;
  const of = { operatorId: by.session.operatorId, action: name };
  const limit = await loadLimit(tx, by.siteId, { role: acting.role, action: name });
  const sum = add(await people.lockDaySum(tx, by.siteId, of), amount);
  if (amount > limit.amount || sum > limit.day) return false;
  await people.addToDaySum(tx, by.siteId, { ...of, amount });
  return true;
}

/** Counts the amount of a request against the day of its person, where the limit bounds requests too. */
async function requireWithinLimit(
  tx: Transaction,
  by: Acting,
  {
    name,
    role,
    amount = zeroMoney,
  }: { readonly name: ActionName; readonly role: Role; readonly amount?: Money | undefined },
): Promise<void> {
  const { isRequestLimited }: ActionEntry = entries[name];
  if (isRequestLimited !== true) return;
  const limit = await loadLimit(tx, by.siteId, { role, action: name });
  const of = { operatorId: by.session.operatorId, action: name };
  const sum = add(await people.lockDaySum(tx, by.siteId, of), amount);
  if (amount > limit.amount || sum > limit.day) {
    failOperator('LIMIT_EXCEEDED', { limit: formatBaht(limit.amount), day: formatBaht(limit.day) });
  }
  await people.addToDaySum(tx, by.siteId, { ...of, amount });
}

/** The limit of a role for an action: that of the site, else the default. */
export async function loadLimit(
  database: Queryable,
  siteId: number,
  { role, action }: { readonly role: Role; readonly action: string },
): Promise<{ readonly amount: Money; readonly day: Money }> {
  const stored = (await people.listLimits(database, siteId)).find(
    (each) => each.role === role && each.action === action,
  );
  return stored ?? { amount: parseLimit(DEFAULT_LIMIT.amount), day: parseLimit(DEFAULT_LIMIT.day) };
}

function parseLimit(text: string): Money {
  const amount = parseBaht(text);
  assert(amount !== undefined, 'the default limit is an amount');
  return amount;
}

/** True where the amount needs a second person now; for display before the action. */
export async function needsSecondPerson(
  database: Queryable,
  by: Acting,
  { name, amount }: { readonly name: ActionName; readonly amount: Money },
): Promise<boolean> {
  const entry: ActionEntry = entries[name];
  const acting = findActingRole(by.roles, entry.permission);
  if (acting === undefined) return false;
  if (entry.people === 'two' || acting.grade === 'request') return true;
  if (entry.people === 'alone' || acting.grade === 'alone') return false;
  const of = { operatorId: by.session.operatorId, action: name };
  const limit = await loadLimit(database, by.siteId, { role: acting.role, action: name });
  const sum = add((await people.readDaySum(database, by.siteId, of)) ?? zeroMoney, amount);
  return amount > limit.amount || sum > limit.day;
}

/** The facts of an action as they are now, and whether a second person decides; nothing is done. */
export async function previewAction(
  context: ActionContext,
  by: Acting,
  name: ActionName,
  input: ActionInput,
): Promise<{ readonly facts: ActionFacts; readonly factsHash: string; readonly isTwo: boolean }> {
  const entry: ActionEntry = entries[name];
  const acting = findActingRole(by.roles, entry.permission);
  if (acting === undefined) return failOperator('PERMISSION_MISSING', { permission: entry.permission });
  checkFields(entry, input);
  const {
    facts,
    amount = zeroMoney,
    isTightening = false,
  } = await context.database.transaction((tx) => context.definitions[name].load(tx, by.siteId, input));
  if (acting.grade === 'tighten' && !isTightening) failOperator('PERMISSION_MISSING', { permission: entry.permission });
  const isTwo = !isTightening && (await needsSecondPerson(context.database, by, { name, amount }));
  return { facts, factsHash: hashFacts(facts), isTwo };
}

async function propose(
  tx: Transaction,
  by: Acting,
  of: {
    readonly name: ActionName;
    readonly role: Role;
    readonly request: ActionRequest;
    readonly loaded: LoadedAction;
  },
): Promise<bigint> {
  const { name, request, loaded } = of;
  const open = await approvals.listOpenBySubject(tx, by.siteId, [loaded.subject]);
  if (open.size > 0) failOperator('REQUEST_EXISTS');
  const content = JSON.stringify({
    action: name,
    subject: loaded.subject,
    input: request.input,
    facts: loaded.facts,
    reason: request.reason,
  });
  return approvals.insertRequest(tx, by.siteId, {
    content,
    requestedBy: by.session.operatorId,
    requestedRole: of.role,
    hours: entries[name].requestHours,
  });
}

function checkFields(entry: ActionEntry, input: ActionInput): void {
  for (const field of Object.keys(input)) if (!entry.fields.includes(field)) failOperator('FIELD_UNKNOWN', { field });
  for (const field of entry.fields) if (input[field] === undefined) failOperator('FIELD_INVALID', { field });
}

function toBy({ config }: ActionContext, { siteId, session }: Acting, of: Pick<By, 'requestId' | 'reason'>): By {
  return { siteId, operatorId: session.operatorId, name: session.name, config, ...of };
}

/** Records that a file with data of the site left it; the entry stands before the file is sent. */
export function recordFile(
  database: Database,
  by: Acting,
  { file, rows, ...of }: Omit<FileEntry, 'facts'> & { readonly file: string; readonly rows: number },
): Promise<void> {
  return database.transaction((tx) => appendFileEntry(tx, by, { ...of, facts: { file, rows: String(rows) } }));
}

type FileEntry = {
  readonly action: string;
  readonly subject: string;
  readonly mode: Config['mode'];
  readonly facts: ActionFacts;
};

/** The entry of what a person did with a file or a view, in the transaction of the act. */
export async function appendFileEntry(
  tx: Transaction,
  { siteId, session, roles, channel }: Acting,
  { action, subject, mode, facts }: FileEntry,
): Promise<void> {
  await appendEntry(tx, siteId, {
    operator: session.name,
    role: roles.join(' '),
    channel: channel ?? 'web',
    session: session.sessionId,
    network: session.network,
    // A job has the factor of the entry that started it.
    ...(channel === 'job' ? {} : { factor: session.factor }),
    ...(mode === 'play' ? { mode } : {}),
    action,
    subject,
    outcome: 'done',
    after: facts,
  });
}

type Described = Pick<ChainRecord, 'operator' | 'role' | 'channel' | 'session' | 'network' | 'factor' | 'mode'>;

function describe({ mode }: ActionContext, { session, channel }: Acting, role: string): Described {
  return {
    operator: session.name,
    role,
    channel: channel ?? 'web',
    session: session.sessionId,
    network: session.network,
    factor: session.factor,
    ...(mode === 'play' ? { mode } : {}),
  };
}

async function findStoredOutcome(
  database: Queryable,
  by: Acting,
  { name, key }: { readonly name: ActionName; readonly key: string | undefined },
): Promise<ActionResult | undefined> {
  if (key === undefined) return undefined;
  const found = await findEntryByKey(database, by.siteId, { operator: by.session.name, key });
  if (!found) return undefined;
  const { action, outcome, request, after } = JSON.parse(found.content) as {
    readonly action: string;
    readonly outcome: string;
    readonly request?: string;
    readonly after?: { readonly outcome?: string };
  };
  if (action !== name) return failOperator('FIELD_INVALID', { field: 'key' });
  return { outcome: after?.outcome ?? outcome, ...(request === undefined ? {} : { request }) };
}

/** Rejections that get an audit entry; a missing step-up and an invalid field get none. */
const RECORDED: ReadonlySet<BackOfficeErrorCode> = new Set([
  'PERMISSION_MISSING',
  'SUBJECT_CHANGED',
  'ALREADY_DECIDED',
  'NOT_WAITING',
  'BLOCKED',
  'SUBMITTED',
  'OWN_REQUEST',
  'REQUEST_EXPIRED',
  'REQUESTER_GONE',
  'LOCKS_OUT_DECIDER',
  'LIMIT_EXCEEDED',
]);

async function recordRejection(
  context: ActionContext,
  by: Acting,
  of: {
    readonly name: string;
    readonly request: ActionRequest;
    readonly error: OperatorError;
    readonly subject?: string;
  },
): Promise<void> {
  const { name, request, error } = of;
  if (!RECORDED.has(error.code)) return;
  // The first field of an entry is a reference or a name, whatever order the body has.
  const [first = ''] = isActionName(name) ? entries[name].fields : [];
  const subject = request.input[first] ?? name;
  await context.database.transaction((tx) =>
    appendEntry(tx, by.siteId, {
      ...describe(context, by, by.roles.join(' ')),
      action: name,
      // Half a character at the cut cannot be stored.
      subject: (of.subject ?? subject.slice(0, 60)).toWellFormed(),
      reason: request.reason.slice(0, REASON_LENGTH_MAX).toWellFormed(),
      outcome: 'refused',
      code: error.code,
    }),
  );
}

/** Sends a change to the other windows after the commit. */
export function announce(tx: Transaction, siteId: number): void {
  tx.afterCommit(() => publish(QUEUE_TOPIC, String(siteId)));
}

// ── decisions of the second person ──

export type DecisionRequest = {
  readonly requestId: bigint;
  readonly verdict: 'approved' | 'rejected' | 'withdrawn';
  readonly reason: string;
  /** Hash of the content that the person saw. */
  readonly contentHash: string;
  readonly proof: FactorProof;
};

/** Decides a request of another person, or withdraws an own one. The factor proves this content. */
export async function decideRequest(
  context: ActionContext,
  by: Acting,
  caller: OperatorCaller,
  decision: DecisionRequest,
): Promise<ActionResult> {
  const subject = `request ${formatRequest(decision.requestId)}`;
  const reason = decision.reason.trim();
  try {
    if (reason.length < REASON_LENGTH_MIN || reason.length > REASON_LENGTH_MAX) failOperator('REASON_LENGTH');
    const request = await loadRequest(context.database, by.siteId, decision.requestId);
    if (!maySee(by, request)) failOperator('PERMISSION_MISSING');
    checkOpen(request, decision);
    const role = requireDecider(by, request, decision.verdict);
    // Outside the transaction: a used factor stays used.
    const used = await consumeFactor(context, caller, {
      session: by.session,
      proof: decision.proof,
      decision: { siteId: by.siteId, request: formatRequest(request.requestId), contentHash: request.contentHash },
    });
    const done = await context.database.transaction((tx) =>
      decideInTransaction(tx, context, { by, decision: { ...decision, reason }, role, used }),
    );
    return await finishAction(context.database, done);
  } catch (error) {
    if (error instanceof OperatorError) {
      const request = { input: {}, reason };
      await recordRejection(context, by, { name: `request.${decision.verdict}`, request, error, subject });
    }
    throw error;
  }
}

/** Neither decided nor expired, and of the content that the person saw. */
function checkOpen(request: approvals.ApprovalRequest, { contentHash }: Pick<DecisionRequest, 'contentHash'>): void {
  if (request.verdict !== null) failOperator('ALREADY_DECIDED', { by: request.deciderName ?? '' });
  if (request.isExpired) failOperator('REQUEST_EXPIRED');
  if (request.contentHash.toString('hex') !== contentHash) failOperator('SUBJECT_CHANGED');
}

function requireDecider(by: Acting, request: approvals.ApprovalRequest, verdict: DecisionRequest['verdict']): Role {
  assert(isActionName(request.action), 'a stored request names an action');
  const { permission }: ActionEntry = entries[request.action];
  const isOwn = request.requestedBy === by.session.operatorId;
  if (verdict === 'withdrawn') {
    const [role] = by.roles;
    return isOwn && role !== undefined ? role : failOperator('PERMISSION_MISSING', { permission });
  }
  if (isOwn) failOperator('OWN_REQUEST');
  return findDecidingRole(by.roles, permission) ?? failOperator('PERMISSION_MISSING', { permission });
}

async function decideInTransaction(
  tx: Transaction,
  context: ActionContext,
  of: {
    readonly by: Acting;
    readonly decision: DecisionRequest;
    readonly role: Role;
    readonly used: Awaited<ReturnType<typeof consumeFactor>>;
  },
): Promise<Finishing> {
  const { by, decision, role, used } = of;
  const { siteId, session } = by;
  await requireRole(tx, by, role);
  const request = await loadRequest(tx, siteId, decision.requestId);
  checkOpen(request, decision);
  if (decision.verdict === 'approved') await requireRequester(tx, siteId, request);
  const isFirst = await approvals.insertDecision(tx, siteId, {
    request,
    decidedBy: session.operatorId,
    decidedRole: role,
    verdict: decision.verdict,
    reason: decision.reason,
    ...used,
  });
  if (!isFirst) failOperator('ALREADY_DECIDED');
  const content = JSON.parse(request.content) as StoredContent;
  const effect = decision.verdict === 'approved' ? await execute(tx, context, { by, request, content }) : undefined;
  await appendEntry(tx, siteId, {
    ...describe(context, by, role),
    factor: used.factor,
    action: `request.${decision.verdict}`,
    subject: `request ${formatRequest(request.requestId)}`,
    reason: decision.reason,
    outcome: 'done',
    request: formatRequest(request.requestId),
    before: { action: request.action, subject: request.subject, requestedBy: request.requesterName, ...content.facts },
    ...(effect === undefined ? {} : { after: { outcome: effect.outcome, ...effect.after } }),
    ...(await measureWait(tx, siteId, { queue: 'requests', since: request.requestedAt })),
  });
  announce(tx, siteId);
  return toFinishing(effect ?? { outcome: decision.verdict }, { request: formatRequest(request.requestId) });
}

/** The content of a stored request. */
type StoredContent = { readonly input: ActionInput; readonly facts: ActionFacts; readonly reason: string };

async function execute(
  tx: Transaction,
  context: ActionContext,
  of: {
    readonly by: Acting;
    readonly request: approvals.ApprovalRequest;
    readonly content: StoredContent;
  },
): Promise<Extract<ActionEffect, { outcome: string }>> {
  const { by, request, content } = of;
  assert(isActionName(request.action), 'a stored request names an action');
  const definition = context.definitions[request.action];
  const { facts } = await definition.load(tx, by.siteId, content.input);
  const factsHash = hashFacts(facts);
  if (factsHash !== hashFacts(content.facts)) failOperator('SUBJECT_CHANGED', { facts, factsHash });
  if (!definition.executesItself) await approvals.insertExecution(tx, by.siteId, request);
  const effect = await definition.run(
    tx,
    toBy(context, by, { requestId: request.requestId, reason: content.reason }),
    content.input,
  );
  return 'rejection' in effect ? failOperator(effect.rejection, { reasons: effect.reasons ?? [] }) : effect;
}
