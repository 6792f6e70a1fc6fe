// Calls of the back office beside lists and actions, as data: method, path, who may send it.
//
// Always true: paths begin with /back-office/v1. A call of a site names its code in the path, never in the body.

import { reportParams } from './reports.ts';
import type { Permission } from './roles.ts';

export type CallEntry = {
  readonly method: 'GET' | 'POST';
  readonly path: `/back-office/v1/${string}`;
  /** `open`: no session. `session`: any session. `operator`: a role at the site of the path. Else the permission. */
  readonly auth: 'open' | 'session' | 'operator' | Permission;
  /** Fields of the body; absent: no body. */
  readonly fields?: readonly string[];
  /** Names in the query; absent: none. */
  readonly query?: readonly string[];
};

const defineCall = <const Entry extends CallEntry>(entry: Entry): Entry => entry;

const BASE = '/back-office/v1';
const SITE = `${BASE}/sites/:site`;

export const calls = {
  signIn: defineCall({
    method: 'POST',
    path: `${BASE}/sign-in`,
    auth: 'open',
    fields: ['name', 'password', 'code'],
  }),
  passkeyOptions: defineCall({ method: 'POST', path: `${BASE}/sign-in/passkey-options`, auth: 'open', fields: [] }),
  passkeySignIn: defineCall({
    method: 'POST',
    path: `${BASE}/sign-in/passkey`,
    auth: 'open',
    fields: ['response'],
  }),
  enrolmentStart: defineCall({ method: 'POST', path: `${BASE}/enrolment/start`, auth: 'open', fields: ['code'] }),
  enrol: defineCall({
    method: 'POST',
    path: `${BASE}/enrolment`,
    auth: 'open',
    fields: ['code', 'password', 'totp', 'response'],
  }),
  session: defineCall({ method: 'GET', path: `${BASE}/session`, auth: 'session' }),
  signOut: defineCall({ method: 'POST', path: `${BASE}/sign-out`, auth: 'session', fields: [] }),
  stepUpOptions: defineCall({
    method: 'POST',
    path: `${BASE}/step-up/options`,
    auth: 'session',
    fields: ['site', 'request'],
  }),
  stepUp: defineCall({ method: 'POST', path: `${BASE}/step-up`, auth: 'session', fields: ['factor'] }),
  account: defineCall({ method: 'GET', path: `${BASE}/account`, auth: 'session' }),
  endSession: defineCall({
    method: 'POST',
    path: `${BASE}/account/end-session`,
    auth: 'session',
    fields: ['id'],
  }),
  confirmCommandLine: defineCall({
    method: 'POST',
    path: `${BASE}/account/command-line`,
    auth: 'session',
    fields: ['code'],
  }),
  addPasskeyOptions: defineCall({
    method: 'POST',
    path: `${BASE}/account/passkey-options`,
    auth: 'session',
    fields: [],
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: `${BASE}/account/passkey`,
    auth: 'session',
    fields: ['response'],
  }),
  withdrawal: defineCall({
    method: 'GET',
    path: `${SITE}/withdrawals/:reference`,
    auth: 'withdrawals.view',
  }),
  // The typed text is in the body: an address with a phone number would stand in logs of edges.
  search: defineCall({ method: 'POST', path: `${SITE}/search`, auth: 'operator', fields: ['text'] }),
  tags: defineCall({ method: 'GET', path: `${SITE}/tags`, auth: 'members.view' }),
  member: defineCall({ method: 'GET', path: `${SITE}/members/:member`, auth: 'members.view' }),
  /** Money of a member over some days, for paper. */
  memberStatement: defineCall({
    method: 'GET',
    path: `${SITE}/members/:member/statement`,
    auth: 'members.statement',
    query: ['from', 'to'],
  }),
  why: defineCall({ method: 'GET', path: `${SITE}/members/:member/why`, auth: 'members.view' }),
  // The cursor is longer than a parameter of an address may be.
  timeline: defineCall({
    method: 'POST',
    path: `${SITE}/members/:member/timeline`,
    auth: 'members.view',
    fields: ['kinds', 'before'],
  }),
  promotion: defineCall({ method: 'GET', path: `${SITE}/promotions/:promotion`, auth: 'promotions.view' }),
  /** Cost, offers and card of terms that were typed; nothing is saved. */
  estimatePromotion: defineCall({
    method: 'POST',
    path: `${SITE}/promotions/:promotion/estimate`,
    auth: 'promotions.view',
    fields: ['terms'],
  }),
  /** Cashback, referral and wheel, with versions. */
  offerTerms: defineCall({ method: 'GET', path: `${SITE}/offer-terms`, auth: 'promotions.view' }),
  /** The codes of a batch as a file; recorded. */
  codeFile: defineCall({ method: 'POST', path: `${SITE}/code-batches/:batch/file`, auth: 'codes.make', fields: [] }),
  /** The members of an alert side by side. */
  alertGroup: defineCall({ method: 'GET', path: `${SITE}/alerts/:alert/group`, auth: 'risk.alerts' }),
  /** A member and the linked ones side by side. */
  memberGroup: defineCall({ method: 'GET', path: `${SITE}/members/:member/group`, auth: 'members.link' }),
  /** The rows of an import with their outcomes as a file; recorded. */
  importFile: defineCall({
    method: 'POST',
    path: `${SITE}/block-imports/:import/file`,
    auth: 'risk.blocks',
    fields: [],
  }),
  request: defineCall({ method: 'GET', path: `${SITE}/requests/:request`, auth: 'operator' }),
  decide: defineCall({
    method: 'POST',
    path: `${SITE}/requests/:request/decision`,
    auth: 'operator',
    fields: ['verdict', 'reason', 'contentHash', 'factor'],
  }),
  claim: defineCall({ method: 'POST', path: `${SITE}/claims`, auth: 'queues.work', fields: ['queue', 'item'] }),
  releaseClaim: defineCall({
    method: 'POST',
    path: `${SITE}/claims/release`,
    auth: 'queues.work',
    fields: ['queue', 'item'],
  }),
  /** The item is named by the query, because names of providers are long. */
  item: defineCall({ method: 'GET', path: `${SITE}/queues/:queue`, auth: 'operator', query: ['item'] }),
  deposit: defineCall({ method: 'GET', path: `${SITE}/deposits/:reference`, auth: 'deposits.view' }),
  candidate: defineCall({
    method: 'GET',
    path: `${SITE}/deposits/:reference/candidates/:member`,
    auth: 'deposits.view',
  }),
  complaint: defineCall({ method: 'GET', path: `${SITE}/complaints/:complaint`, auth: 'cases.work' }),
  preview: defineCall({
    method: 'POST',
    path: `${SITE}/actions/:action/preview`,
    auth: 'operator',
    fields: ['input'],
  }),
  /** The verdict of each line of a file before the action that imports it. */
  fileRows: defineCall({
    method: 'POST',
    path: `${SITE}/actions/:action/rows`,
    auth: 'deposits.import',
    fields: ['input'],
  }),
  bulk: defineCall({
    method: 'POST',
    path: `${SITE}/actions/:action/bulk`,
    auth: 'operator',
    fields: ['items', 'reason', 'key'],
  }),
  /** The settings of the site, each with its last change. */
  site: defineCall({ method: 'GET', path: `${SITE}/settings`, auth: 'site.view' }),
  /** The versions of the terms of use, and the text in force. */
  terms: defineCall({ method: 'GET', path: `${SITE}/terms`, auth: 'site.view' }),
  /** A provider with its games, also those that are not offered. */
  provider: defineCall({ method: 'GET', path: `${SITE}/providers/:provider`, auth: 'providers.view' }),
  /** Figures of money, of play, or of both. */
  dashboard: defineCall({ method: 'GET', path: `${SITE}/dashboard`, auth: 'reports.open' }),
  /** The entry of the report has its permission; the query has its parameters. */
  report: defineCall({
    method: 'GET',
    path: `${SITE}/reports/:report`,
    auth: 'operator',
    query: ['from', 'to', ...reportParams],
  }),
  /** The report as a file; recorded. */
  reportFile: defineCall({
    method: 'POST',
    path: `${SITE}/reports/:report/file`,
    auth: 'operator',
    fields: ['params'],
  }),
  handovers: defineCall({ method: 'GET', path: `${SITE}/handovers`, auth: 'queues.work' }),
  /** Views of a list that the person sees: own, shared, defaults of the roles. */
  views: defineCall({ method: 'GET', path: `${SITE}/views/:list`, auth: 'operator' }),
  saveView: defineCall({
    method: 'POST',
    path: `${SITE}/views`,
    auth: 'operator',
    fields: ['list', 'name', 'params', 'scope', 'role'],
  }),
  deleteView: defineCall({ method: 'POST', path: `${SITE}/views/:view/delete`, auth: 'operator', fields: [] }),
  /** The own jobs. The list or report of a job has its own permission. */
  exports: defineCall({ method: 'GET', path: `${SITE}/exports`, auth: 'exports.make' }),
  startExport: defineCall({
    method: 'POST',
    path: `${SITE}/exports`,
    auth: 'exports.make',
    fields: ['kind', 'name', 'params', 'key'],
  }),
  /** The own files that repeat; `params` of a report hold no days. */
  exportSchedules: defineCall({ method: 'GET', path: `${SITE}/export-schedules`, auth: 'exports.make' }),
  startSchedule: defineCall({
    method: 'POST',
    path: `${SITE}/export-schedules`,
    auth: 'exports.make',
    fields: ['kind', 'name', 'params', 'every', 'hour', 'key'],
  }),
  endSchedule: defineCall({
    method: 'POST',
    path: `${SITE}/export-schedules/:schedule/end`,
    auth: 'exports.make',
    fields: [],
  }),
  cancelExport: defineCall({
    method: 'POST',
    path: `${SITE}/exports/:export/cancel`,
    auth: 'exports.make',
    fields: [],
  }),
  /** Recorded; its parts are sent for an hour. */
  exportFile: defineCall({ method: 'POST', path: `${SITE}/exports/:export/file`, auth: 'exports.make', fields: [] }),
  exportPart: defineCall({ method: 'GET', path: `${SITE}/exports/:export/parts/:part`, auth: 'exports.make' }),
  /** The query names the day before which the page begins. */
  businessDays: defineCall({
    method: 'GET',
    path: `${SITE}/business-days`,
    auth: 'reports.money',
    query: ['before'],
  }),
  businessDay: defineCall({ method: 'GET', path: `${SITE}/business-days/:day`, auth: 'reports.money' }),
  chain: defineCall({ method: 'GET', path: `${SITE}/audit-chain`, auth: 'audit.view' }),
} as const;

export type CallName = keyof typeof calls;

export const LIST_PATH = `${SITE}/lists/:list` as const;
/** The event stream of a site: `change` when something of it changed, without data. */
export const EVENTS_PATH = `${SITE}/events` as const;
export const ACTION_PATH = `${SITE}/actions/:action` as const;

/** Fields of the body of an action. */
export const ACTION_FIELDS = ['input', 'reason', 'factsHash', 'key'] as const;

/** Sent with every call: a plain form and a page of another origin cannot set it. */
export const GUARD_HEADER = 'x-back-office';
/** Sent with calls that a person caused: they extend the session. */
export const ACT_HEADER = 'x-user-act';
