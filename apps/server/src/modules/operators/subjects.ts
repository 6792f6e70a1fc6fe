// Names in the inputs of actions: members, providers, amounts, numbers, days.
//
// Always true: an input that names nothing of the site is FIELD_INVALID or NOT_FOUND.

import { daySchema } from '@chaba/contract/amounts';
import type { Queryable, Transaction } from '@chaba/database';
import { type Money, parseBaht } from '@chaba/money';

import { parseReference } from '#core/references';
import { findMember, type Member } from '#modules/members';
import { loadSite } from '#modules/site';

import { failOperator } from './operator-error.ts';

const ID = /^\d{1,18}$/;
const NOTICE_LENGTH_MIN = 3;
const NOTICE_LENGTH_MAX = 120;

/** "M12": a member by id. Telephones are looked up before, because inputs are stored. */
export const formatMemberRef = (memberId: bigint): string => `M${memberId}`;

export function parseMemberRef(text = ''): bigint {
  const digits = text.replace(/^M/i, '');
  return ID.test(digits) ? BigInt(digits) : failOperator('FIELD_INVALID', { field: 'member' });
}

/** Empty: no member is named. */
export const parseOptionalMemberRef = (text = ''): bigint | undefined =>
  text === '' ? undefined : parseMemberRef(text);

export async function requireMember(tx: Queryable, siteId: number, memberId: bigint): Promise<Member> {
  return (await findMember(tx, siteId, memberId)) ?? failOperator('NOT_FOUND');
}

export const subjectOfMember = (memberId: bigint): string => `member ${memberId}`;

export function parseId(field: string, text = ''): bigint {
  return ID.test(text) ? BigInt(text) : failOperator('FIELD_INVALID', { field });
}

export function parseMovement(field: string, text = ''): bigint {
  return parseReference('deposit', text) ?? failOperator('FIELD_INVALID', { field });
}

export function parsePositiveAmount(field: string, text = ''): Money {
  const amount = parseBaht(text);
  return amount === undefined || amount === 0n ? failOperator('FIELD_INVALID', { field }) : amount;
}

/** True for a calendar day from 2000 to 2999 in the form 2026-01-31. */
export const isDay = (text: string): boolean => daySchema.safeParse(text).success;

export function parseDay(text = ''): string {
  return isDay(text) ? text : failOperator('FIELD_INVALID', { field: 'day' });
}

const ISO_TIME = /^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A moment as an ISO text with its zone. */
export function parseTime(field: string, text = ''): Date {
  const at = new Date(text);
  return ISO_TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(at.getTime())
    ? at
    : failOperator('FIELD_INVALID', { field });
}

/** A name of a provider, round, transaction or key as another side made it. */
export function parseName(field: string, text = ''): string {
  const isFine = text.length >= 1 && text.length <= 200 && !/\p{Cc}/u.test(text) && text.isWellFormed();
  return isFine ? text : failOperator('FIELD_INVALID', { field });
}

/** A text that members read. Empty: none. */
export function parseNotice(text = ''): string | undefined {
  if (text === '') return undefined;
  const isFine = text.length >= NOTICE_LENGTH_MIN && text.length <= NOTICE_LENGTH_MAX && !/\p{Cc}/u.test(text);
  return isFine ? text : failOperator('FIELD_INVALID', { field: 'notice' });
}

/** A text of some lines, without spaces around it. Empty where that is allowed. */
export function parseLines(
  field: string,
  text: string | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): string {
  const lines = (text ?? '').replaceAll('\r\n', '\n').trim();
  const isFine = lines.length >= min && lines.length <= max && !/[^\P{Cc}\n]/u.test(lines) && lines.isWellFormed();
  return isFine ? lines : failOperator('FIELD_INVALID', { field });
}

/** One of the words of a list. */
export function parseWord<const Word extends string>(
  field: string,
  text: string | undefined,
  words: readonly Word[],
): Word {
  return words.find((word) => word === text) ?? failOperator('FIELD_INVALID', { field });
}

/** The site with its catalogue, and the provider of this code. */
export async function requireProvider(tx: Transaction, siteId: number, provider: string) {
  const site = await loadSite(tx, siteId);
  const found = site.catalogue.findProvider(provider);
  return found === undefined ? failOperator('NOT_FOUND') : { site, provider: found };
}
