// Contacts, complaints and canned replies as data: channels, categories, outcomes, lengths, placeholders.
//
// Always true: a placeholder of a reply is one of this list; a page fills it with a fact of the member or complaint.
//
// Elsewhere: their actions (case-actions.ts), shapes (case-wire.ts), rules (modules/casework).

export const contactChannels = ['phone', 'line', 'other'] as const;
export type ContactChannel = (typeof contactChannels)[number];

export const contactDirections = ['in', 'out'] as const;
export type ContactDirection = (typeof contactDirections)[number];

export const complaintCategories = [
  'deposit',
  'withdrawal',
  'bonus',
  'game',
  'account',
  'conduct',
  'protection',
  'other',
] as const;
export type ComplaintCategory = (typeof complaintCategories)[number];

export const complaintOutcomes = ['upheld', 'partly', 'rejected', 'withdrawn'] as const;
export type ComplaintOutcome = (typeof complaintOutcomes)[number];

/** Chips of the page; `open`: all open ones, the first deadline first. */
export const complaintChips = ['open', 'mine', 'unassigned', 'overdue', 'escalated', 'closed'] as const;
export type ComplaintChip = (typeof complaintChips)[number];

/** Days of a deadline that an operator may choose; without a choice the target of the queue holds. */
export const DEADLINE_DAYS = [1, 3, 7, 14, 30] as const;

export const CASE_TEXT_LENGTH_MIN = 3;
export const CASE_TEXT_LENGTH_MAX = 500;
export const CHAT_URL_START = 'https://chat.line.biz/';
export const CHAT_URL_LENGTH_MAX = 300;
export const REPLY_NAME_LENGTH_MIN = 2;
export const REPLY_NAME_LENGTH_MAX = 60;
export const REPLIES_MAX = 200;

export const replyPlaceholders = ['name', 'member', 'complaint', 'deadline', 'site', 'operator'] as const;
export type ReplyPlaceholder = (typeof replyPlaceholders)[number];

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The first placeholder of a text that no page can fill; undefined: all are known. */
export function findUnknownPlaceholder(text: string): string | undefined {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return names.find((name) => !replyPlaceholders.some((each) => each === name));
}

/** The text with its placeholders filled; one without a value stays, so that a person sees it. */
export function fillReply(text: string, values: Readonly<Partial<Record<ReplyPlaceholder, string>>>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => values[name as ReplyPlaceholder] ?? whole);
}
