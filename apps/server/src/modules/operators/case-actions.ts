// Actions about contacts, complaints and canned replies.
//
// Always true: the summary of a contact and of a new complaint is the reason of its action. A complaint is owned by an
// operator whose role at the site works on cases, or by nobody.
//
// Elsewhere: their rules (modules/casework), words of the fields (packages/contract/src/back-office/cases.ts).

import { IDLE_SECONDS } from '@chaba/contract/back-office/actions';
import {
  CASE_TEXT_LENGTH_MAX,
  CASE_TEXT_LENGTH_MIN,
  CHAT_URL_LENGTH_MAX,
  CHAT_URL_START,
  type ComplaintCategory,
  complaintCategories,
  type ComplaintOutcome,
  complaintOutcomes,
  type ContactChannel,
  contactChannels,
  type ContactDirection,
  contactDirections,
  DEADLINE_DAYS,
  findUnknownPlaceholder,
  REPLIES_MAX,
  REPLY_NAME_LENGTH_MAX,
  REPLY_NAME_LENGTH_MIN,
} from '@chaba/contract/back-office/cases';
import { hasPermission } from '@chaba/contract/back-office/roles';
import type { Queryable, Transaction } from '@chaba/database';

import { formatReference, parseReference } from '#core/references';
import * as casework from '#modules/casework';
import * as complaints from '#modules/complaints';
import { loadTarget } from '#modules/review';

import { type ActionEffect, type ActionInput, type By, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import * as people from './people.store.ts';
import { parseId, parseLines, parseMemberRef, parseWord, requireMember, subjectOfMember } from './subjects.ts';
import { maskName } from './withdrawal-actions.ts';

const DAY_MINUTES = 1_440;
/** Of a complaint without a target of the site. */
const DEADLINE_MINUTES = 7 * DAY_MINUTES;

const TEXT = { min: CASE_TEXT_LENGTH_MIN, max: CASE_TEXT_LENGTH_MAX };

export function parseComplaint(text = ''): bigint {
  return parseReference('complaint', text) ?? failOperator('FIELD_INVALID', { field: 'complaint' });
}

const subjectOfComplaint = (complaintId: bigint): string => `complaint ${formatReference('complaint', complaintId)}`;

// ── contacts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type NewContact = {
  readonly memberId: bigint;
  readonly channel: ContactChannel;
  readonly direction: ContactDirection;
  readonly chatUrl: string | null;
};

function parseChat(text = ''): string | null {
  const chat = text.trim();
  if (chat === '') return null;
  const isFine = chat.startsWith(CHAT_URL_START) && URL.canParse(chat) && !/[\s"'<>\\]/.test(chat);
  return isFine && chat.length <= CHAT_URL_LENGTH_MAX ? chat : failOperator('FIELD_INVALID', { field: 'chat' });
}

const recordContact = defineAction<NewContact>({
  parse: ({ member, channel, direction, chat }) => ({
    memberId: parseMemberRef(member),
    channel: parseWord('channel', channel, contactChannels),
    direction: parseWord('direction', direction, contactDirections),
    chatUrl: parseChat(chat),
  }),
  async load(tx, siteId, { memberId, channel, direction }) {
    const member = await requireMember(tx, siteId, memberId);
    return {
      subject: subjectOfMember(memberId),
      member: memberId,
      facts: { reference: formatReference('member', memberId), member: maskName(member), channel, direction },
    };
  },
  async run(tx, by, contact) {
    const written = { ...contact, summary: by.reason, writtenBy: by.name };
    const contactId = await complaints.recordContact(tx, by.siteId, written);
    return { outcome: 'written', after: { contact: String(contactId) } };
  },
});

// ── complaints ───────────────────────────────────────────────────────────────────────────────────────────────────────

type NewComplaint = {
  readonly memberId: bigint;
  readonly category: ComplaintCategory;
  readonly channel: ContactChannel;
  /** Undefined: the target of the queue. */
  readonly days: number | undefined;
};

async function loadDeadline(tx: Queryable, siteId: number): Promise<number> {
  return (await loadTarget(tx, siteId, 'complaints')) ?? DEADLINE_MINUTES;
}

const openComplaint = defineAction<NewComplaint>({
  parse({ member, category, channel, days = '' }) {
    const wanted = DEADLINE_DAYS.find((each) => String(each) === days);
    if (days !== '' && wanted === undefined) failOperator('FIELD_INVALID', { field: 'days' });
    return {
      memberId: parseMemberRef(member),
      category: parseWord('category', category, complaintCategories),
      channel: parseWord('channel', channel, contactChannels),
      days: wanted,
    };
  },
  async load(tx, siteId, { memberId, category, channel }) {
    const member = await requireMember(tx, siteId, memberId);
    return {
      subject: subjectOfMember(memberId),
      member: memberId,
      facts: { reference: formatReference('member', memberId), member: maskName(member), category, channel },
    };
  },
  async run(tx, by, { days, ...complaint }) {
    const minutes = days === undefined ? await loadDeadline(tx, by.siteId) : days * DAY_MINUTES;
    const written = { ...complaint, summary: by.reason, openedBy: by.name, minutes };
    const complaintId = await complaints.openComplaint(tx, by.siteId, written);
    return { outcome: 'opened', after: { complaint: formatReference('complaint', complaintId) } };
  },
});

async function loadComplaint(tx: Transaction, siteId: number, complaintId: bigint): Promise<LoadedAction> {
  const found = (await complaints.findComplaint(tx, siteId, complaintId)) ?? failOperator('NOT_FOUND');
  const member = await requireMember(tx, siteId, found.memberId);
  return {
    subject: subjectOfComplaint(complaintId),
    member: found.memberId,
    facts: {
      reference: formatReference('complaint', complaintId),
      member: maskName(member),
      category: found.category,
      state: found.state,
      due: found.dueAt.toISOString(),
      owner: found.owner,
      isEscalated: found.isEscalated,
      answer: found.answer,
    },
  };
}

async function change(
  tx: Transaction,
  by: By,
  complaintId: bigint,
  to: complaints.ComplaintChange,
): Promise<ActionEffect> {
  const result = await complaints.changeComplaint(tx, by.siteId, complaintId, to);
  if (result === 'not_waiting') return { rejection: 'NOT_WAITING' };
  return result === 'no_answer' ? { rejection: 'BLOCKED', reasons: [result] } : { outcome: to.to };
}

type Assigning = { readonly complaintId: bigint; readonly operator: string };

/** Operators whose roles at the site work on cases. */
export async function loadCaseWorkers(
  database: Queryable,
  siteId: number,
): Promise<readonly Pick<people.ListedOperator, 'operatorId' | 'name'>[]> {
  const all = await people.listOperators(database, siteId, IDLE_SECONDS);
  return all.filter(({ isDisabled, roles }) => !isDisabled && hasPermission(roles, 'cases.work'));
}

async function findWorker(tx: Transaction, siteId: number, name: string): Promise<string> {
  const found = (await loadCaseWorkers(tx, siteId)).find((each) => each.name === name);
  return found?.operatorId ?? failOperator('FIELD_INVALID', { field: 'operator' });
}

const assign = defineAction<Assigning>({
  parse: ({ complaint, operator = '' }) => ({ complaintId: parseComplaint(complaint), operator }),
  async load(tx, siteId, { complaintId, operator }) {
    if (operator !== '') await findWorker(tx, siteId, operator);
    const loaded = await loadComplaint(tx, siteId, complaintId);
    return { ...loaded, facts: { ...loaded.facts, newOwner: operator === '' ? null : operator } };
  },
  async run(tx, by, { complaintId, operator }) {
    const operatorId = operator === '' ? undefined : await findWorker(tx, by.siteId, operator);
    return change(tx, by, complaintId, { to: 'owned', operatorId });
  },
});

const parseOnly = ({ complaint }: ActionInput): bigint => parseComplaint(complaint);

const escalate = defineAction<bigint>({
  parse: parseOnly,
  load: loadComplaint,
  run: (tx, by, complaintId) => change(tx, by, complaintId, { to: 'escalated' }),
});

const answer = defineAction<{ readonly complaintId: bigint; readonly answer: string }>({
  parse: ({ complaint, answer: text }) => ({
    complaintId: parseComplaint(complaint),
    answer: parseLines('answer', text, TEXT),
  }),
  async load(tx, siteId, { complaintId, answer: text }) {
    const loaded = await loadComplaint(tx, siteId, complaintId);
    return { ...loaded, facts: { ...loaded.facts, newAnswer: text } };
  },
  run: (tx, by, { complaintId, answer: text }) => change(tx, by, complaintId, { to: 'answered', answer: text }),
});

const close = defineAction<{ readonly complaintId: bigint; readonly outcome: ComplaintOutcome }>({
  parse: ({ complaint, outcome }) => ({
    complaintId: parseComplaint(complaint),
    outcome: parseWord('outcome', outcome, complaintOutcomes),
  }),
  async load(tx, siteId, { complaintId, outcome }) {
    const loaded = await loadComplaint(tx, siteId, complaintId);
    return { ...loaded, facts: { ...loaded.facts, outcome } };
  },
  run: (tx, by, { complaintId, outcome }) => change(tx, by, complaintId, { to: 'closed', outcome, by: by.name }),
});

const reopen = defineAction<bigint>({
  parse: parseOnly,
  load: loadComplaint,
  run: async (tx, by, complaintId) =>
    change(tx, by, complaintId, { to: 'reopened', minutes: await loadDeadline(tx, by.siteId) }),
});

// ── canned replies ───────────────────────────────────────────────────────────────────────────────────────────────────

type Reply = {
  /** Undefined: a new one. */
  readonly replyId: bigint | undefined;
  readonly name: string;
  readonly topic: ComplaintCategory;
  readonly th: string;
  readonly en: string;
};

function parseReplyText(field: string, text: string | undefined, min: number): string {
  const lines = parseLines(field, text, { min, max: CASE_TEXT_LENGTH_MAX });
  const unknown = findUnknownPlaceholder(lines);
  return unknown === undefined ? lines : failOperator('FIELD_INVALID', { field: `{${unknown}}` });
}

const subjectOfReply = (name: string): string => `reply ${name}`;

const saveReply = defineAction<Reply>({
  parse: ({ reply = '', name, topic, th, en }) => ({
    replyId: reply === '' ? undefined : parseId('reply', reply),
    name: parseLines('name', name, { min: REPLY_NAME_LENGTH_MIN, max: REPLY_NAME_LENGTH_MAX }).replaceAll('\n', ' '),
    topic: parseWord('topic', topic, complaintCategories),
    th: parseReplyText('th', th, CASE_TEXT_LENGTH_MIN),
    en: parseReplyText('en', en, 0),
  }),
  async load(tx, siteId, { replyId, name, topic, th, en }) {
    const before =
      replyId === undefined
        ? undefined
        : ((await casework.findReply(tx, siteId, replyId)) ?? failOperator('NOT_FOUND'));
    const present = before === undefined ? {} : { replyName: before.name, replyTh: before.th, replyEn: before.en };
    return {
      subject: subjectOfReply(before?.name ?? name),
      facts: { ...present, newName: name, category: topic, newTh: th, newEn: en },
    };
  },
  async run(tx, by, reply) {
    const saved = await casework.saveReply(tx, by.siteId, { ...reply, changedBy: by.name });
    if (saved === 'taken') return failOperator('FIELD_INVALID', { field: 'name' });
    if (saved === 'full') return { rejection: 'BLOCKED', reasons: [`> ${REPLIES_MAX}`] };
    return { outcome: 'saved', after: { reply: String(saved) } };
  },
});

const removeReply = defineAction<bigint>({
  parse: ({ reply }) => parseId('reply', reply),
  async load(tx, siteId, replyId) {
    const { name, th, en } = (await casework.findReply(tx, siteId, replyId)) ?? failOperator('NOT_FOUND');
    return { subject: subjectOfReply(name), facts: { replyName: name, replyTh: th, replyEn: en } };
  },
  async run(tx, by, replyId) {
    const isRemoved = await casework.removeReply(tx, by.siteId, { replyId, by: by.name });
    return isRemoved ? { outcome: 'removed' } : { rejection: 'NOT_WAITING' };
  },
});

export const caseActions = {
  'contact.record': recordContact,
  'complaint.open': openComplaint,
  'complaint.assign': assign,
  'complaint.escalate': escalate,
  'complaint.answer': answer,
  'complaint.close': close,
  'complaint.reopen': reopen,
  'reply.save': saveReply,
  'reply.remove': removeReply,
};
