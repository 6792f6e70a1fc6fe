// Contacts with members, and complaints with a deadline, an owner and an answer.
//
//     open ──answer──▶ open, answered ──close──▶ closed ──reopen──▶ open, with a new deadline
//       └──close as withdrawn by the member──▶ closed
//
// Always true: a contact never changes. A complaint ends with an answer, unless the member withdrew it. Its row is
// locked before it changes, so that of two operators one is told that nothing is left to do.
//
// Elsewhere: the actions (operators/case-actions.ts), their place in the timeline (history), canned replies (casework).

import type { ComplaintOutcome } from '@chaba/contract/back-office/cases';
import type { Queryable, Transaction } from '@chaba/database';

import * as store from './complaints.store.ts';
import type { Complaint, Contact } from './complaints.store.ts';

export {
  type Complaint,
  type ComplaintPage,
  type Contact,
  findComplaint,
  insertComplaint as openComplaint,
  insertContact as recordContact,
  listComplaints,
  listContacts,
} from './complaints.store.ts';

const CONTACTS_SHOWN = 10;

/** The last contacts with a member, newest first. */
export function listContactsOf(database: Queryable, siteId: number, memberId: bigint): Promise<Contact[]> {
  return store.listContactsOfMember(database, siteId, { memberId, limit: CONTACTS_SHOWN });
}

export type ComplaintChange =
  | { readonly to: 'owned'; readonly operatorId: string | undefined }
  | { readonly to: 'escalated' }
  | { readonly to: 'answered'; readonly answer: string }
  | { readonly to: 'closed'; readonly outcome: ComplaintOutcome; readonly by: string }
  | { readonly to: 'reopened'; readonly minutes: number };

/** `not_waiting`: the state of the complaint allows no such change; `no_answer`: it cannot end without an answer. */
export async function changeComplaint(
  tx: Transaction,
  siteId: number,
  complaintId: bigint,
  change: ComplaintChange,
): Promise<'changed' | 'not_waiting' | 'no_answer'> {
  const complaint = await store.lockComplaint(tx, siteId, complaintId);
  if (!complaint || !isPossible(complaint, change)) return 'not_waiting';
  switch (change.to) {
    case 'owned':
      await store.setOwner(tx, siteId, { complaintId, operatorId: change.operatorId });
      break;
    case 'escalated':
      await store.setEscalated(tx, siteId, complaintId);
      break;
    case 'answered':
      await store.setAnswer(tx, siteId, { complaintId, answer: change.answer });
      break;
    case 'closed':
      if (change.outcome !== 'withdrawn' && complaint.answer === null) return 'no_answer';
      await store.setClosed(tx, siteId, { complaintId, outcome: change.outcome, by: change.by });
      break;
    case 'reopened':
      await store.setReopened(tx, siteId, { complaintId, minutes: change.minutes });
      break;
  }
  return 'changed';
}

function isPossible({ state, isEscalated }: Complaint, { to }: ComplaintChange): boolean {
  if (to === 'reopened') return state === 'closed';
  return state === 'open' && !(to === 'escalated' && isEscalated);
}
