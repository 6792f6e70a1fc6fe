// Actions about members at the telephone: end of sessions, notes, tags, a reveal, the identity by two people.
//
// Always true: facts and entries hold masked identity only. A reveal is recorded before the value leaves, and the value
// is stored nowhere. The new identity of a request is read by `change_member_identity` alone, which needs its approval.
//
// Elsewhere: locks and breaks (member-actions.ts), the rule of people (actions.ts), notes and tags (modules/casework),
// the function (packages/database).

import { cleanAccountNumber, isAccountNumber, isListedBank } from '@chaba/contract/banks';
import { cleanPhone, isPhone } from '@chaba/contract/phones';
import { type Transaction, violatedConstraint } from '@chaba/database';

import { formatReference } from '#core/references';
import * as casework from '#modules/casework';
import { endOtherSessions } from '#modules/sessions';
import { findTakenIdentity, type Member } from '#modules/members';
import { parsePersonName } from '#modules/names';
import { requestKick } from '#modules/providers';
import { recordSecurityEvent } from '#modules/security';

import { type ActionFacts, type ActionInput, defineAction, type LoadedAction } from './actions.ts';
import * as approvals from './approvals.store.ts';
import { failOperator } from './operator-error.ts';
import { parseMemberRef, requireMember, subjectOfMember } from './subjects.ts';
import { formatDestination, maskName } from './withdrawal-actions.ts';

/** "08x-xxx-5678" */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 2)}x-xxx-${phone.slice(6)}`;
}

const parseMember = ({ member }: ActionInput): bigint => parseMemberRef(member);

function toLoaded(member: Member, more: ActionFacts = {}): LoadedAction {
  const reference = formatReference('member', member.id);
  return {
    subject: subjectOfMember(member.id),
    member: member.id,
    facts: { reference, member: maskName(member), isLocked: member.isLocked, ...more },
  };
}

const loadMemberFacts = async (tx: Transaction, siteId: number, memberId: bigint): Promise<LoadedAction> =>
  toLoaded(await requireMember(tx, siteId, memberId));

const endSessions = defineAction<bigint>({
  parse: parseMember,
  load: loadMemberFacts,
  async run(tx, by, memberId) {
    const { ended } = await endOtherSessions(tx, by.siteId, memberId, undefined);
    await requestKick(tx, by.siteId, memberId);
    return { outcome: 'ended', after: { sessions: ended } };
  },
});

const REVEALED = ['phone', 'account', 'name'] as const;
type RevealedField = (typeof REVEALED)[number];

const reveal = defineAction<{ readonly memberId: bigint; readonly field: RevealedField }>({
  parse: (input) => ({
    memberId: parseMember(input),
    field: REVEALED.find((each) => each === input['field']) ?? failOperator('FIELD_INVALID', { field: 'field' }),
  }),
  load: async (tx, siteId, { memberId, field }) => toLoaded(await requireMember(tx, siteId, memberId), { field }),
  async run(tx, by, { memberId, field }) {
    const member = await requireMember(tx, by.siteId, memberId);
    const values = {
      phone: member.phone,
      account: `${member.bankCode} ${member.bankAccount}`,
      name: `${member.firstName} ${member.lastName}`,
    };
    return { outcome: 'revealed', after: { field }, secret: values[field] };
  },
});

/** The reason of the action is the text of the note. */
const note = defineAction<{ readonly memberId: bigint; readonly isPinned: boolean }>({
  parse: (input) => ({ memberId: parseMember(input), isPinned: input['pinned'] === 'yes' }),
  load: (tx, siteId, { memberId }) => loadMemberFacts(tx, siteId, memberId),
  async run(tx, by, { memberId, isPinned }) {
    const written = { memberId, text: by.reason, isPinned, writtenBy: by.name };
    const noteId = await casework.writeNote(tx, by.siteId, written);
    return { outcome: 'written', after: { note: String(noteId), isPinned } };
  },
});

type NoteChange = { readonly noteId: bigint; readonly to: 'pinned' | 'plain' | 'removed' };
const NOTE_STATES = ['pinned', 'plain', 'removed'] as const;

const changeNote = defineAction<NoteChange>({
  parse: ({ note: id = '', to }) => ({
    noteId: /^\d{1,18}$/.test(id) ? BigInt(id) : failOperator('FIELD_INVALID', { field: 'note' }),
    to: NOTE_STATES.find((each) => each === to) ?? failOperator('FIELD_INVALID', { field: 'to' }),
  }),
  async load(tx, siteId, { noteId, to }) {
    const found = (await casework.findNote(tx, siteId, noteId)) ?? failOperator('NOT_FOUND');
    return toLoaded(await requireMember(tx, siteId, found.memberId), { note: found.text, to });
  },
  async run(tx, by, { noteId, to }) {
    const isChanged = await casework.changeNote(tx, by.siteId, { noteId, to, by: by.name });
    return isChanged ? { outcome: to } : { rejection: 'NOT_WAITING' };
  },
});

type Tagging = { readonly memberId: bigint; readonly tag: string };

const parseTagging = (input: ActionInput): Tagging => ({
  memberId: parseMember(input),
  tag: casework.parseTag(input['tag'] ?? '') ?? failOperator('FIELD_INVALID', { field: 'tag' }),
});

async function loadTagging(tx: Transaction, siteId: number, { memberId, tag }: Tagging): Promise<LoadedAction> {
  const tags = (await casework.loadTags(tx, siteId, [memberId])).get(memberId) ?? [];
  return toLoaded(await requireMember(tx, siteId, memberId), { tag, tags });
}

const addTag = defineAction<Tagging>({
  parse: parseTagging,
  load: loadTagging,
  async run(tx, by, { memberId, tag }) {
    const tags = (await casework.loadTags(tx, by.siteId, [memberId])).get(memberId) ?? [];
    if (tags.length >= casework.TAGS_MAX) return failOperator('FIELD_INVALID', { field: 'tag' });
    const isAdded = await casework.addTag(tx, by.siteId, { memberId, tag, by: by.name });
    return isAdded ? { outcome: 'tagged' } : { rejection: 'NOT_WAITING' };
  },
});

const removeTag = defineAction<Tagging>({
  parse: parseTagging,
  load: loadTagging,
  async run(tx, by, of) {
    return (await casework.removeTag(tx, by.siteId, of)) ? { outcome: 'untagged' } : { rejection: 'NOT_WAITING' };
  },
});

/** Empty texts leave a value as it is. */
type NewIdentity = {
  readonly memberId: bigint;
  readonly firstName: string;
  readonly lastName: string;
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly phone: string;
};

/** The stored request is read by SQL, so each text has its final form already. */
function parseIdentity(input: ActionInput): NewIdentity {
  const { memberId = '', firstName = '', lastName = '', bankCode = '', bankAccount = '', phone = '' } = input;
  if (!/^\d{1,18}$/.test(memberId)) failOperator('FIELD_INVALID', { field: 'memberId' });
  if (phone !== '' && (!isPhone(phone) || cleanPhone(phone) !== phone)) {
    failOperator('FIELD_INVALID', { field: 'phone' });
  }
  if ((bankCode === '') !== (bankAccount === '')) failOperator('FIELD_INVALID', { field: 'bankAccount' });
  if (bankCode !== '' && !isListedBank(bankCode)) failOperator('FIELD_INVALID', { field: 'bankCode' });
  const isAccount = isAccountNumber(bankAccount) && cleanAccountNumber(bankAccount) === bankAccount;
  if (bankAccount !== '' && !isAccount) failOperator('FIELD_INVALID', { field: 'bankAccount' });
  if ((firstName === '') !== (lastName === '')) failOperator('FIELD_INVALID', { field: 'lastName' });
  if (firstName !== '') {
    const name = parsePersonName({ firstName, lastName });
    if (name?.firstName !== firstName || name.lastName !== lastName) {
      failOperator('FIELD_INVALID', { field: 'firstName' });
    }
  }
  if (phone === '' && bankCode === '' && firstName === '') failOperator('FIELD_INVALID', { field: 'phone' });
  return { memberId: BigInt(memberId), firstName, lastName, bankCode, bankAccount, phone };
}

const identity = defineAction<NewIdentity>({
  parse: parseIdentity,
  async load(tx, siteId, wanted) {
    const member = await requireMember(tx, siteId, wanted.memberId);
    const taken = await findTakenIdentity(tx, siteId, wanted);
    if (taken !== undefined) failOperator('FIELD_INVALID', { field: taken });
    const { phone, bankCode, bankAccount, firstName, lastName } = wanted;
    return toLoaded(member, {
      phone: maskPhone(member.phone),
      destination: formatDestination({ bankCode: member.bankCode, account: member.bankAccount }),
      newPhone: phone === '' ? null : maskPhone(phone),
      newDestination: bankCode === '' ? null : formatDestination({ bankCode, account: bankAccount }),
      newName: firstName === '' ? null : maskName({ firstName, lastName }),
    });
  },
  async run(tx, by, { memberId }) {
    if (by.requestId === undefined) return failOperator('PERMISSION_MISSING');
    try {
      await approvals.changeMemberIdentity(tx, by.siteId, by.requestId);
    } catch (error) {
      // Another member took the phone or the account meanwhile.
      if (violatedConstraint(error)?.startsWith('member_site_id') !== true) throw error;
      return failOperator('SUBJECT_CHANGED');
    }
    await endOtherSessions(tx, by.siteId, memberId, undefined);
    await requestKick(tx, by.siteId, memberId);
    await recordSecurityEvent(tx, by.siteId, { kind: 'identity_changed', memberId });
    return { outcome: 'changed' };
  },
  executesItself: true,
});

export const caseworkActions = {
  'member.end-sessions': endSessions,
  'member.reveal': reveal,
  'member.note': note,
  'member.change-note': changeNote,
  'member.tag': addTag,
  'member.untag': removeTag,
  'member.identity': identity,
};
