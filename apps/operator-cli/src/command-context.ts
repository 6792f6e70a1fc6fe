// Input of every command: database, settings, site and parsed options; helpers that validate arguments of several
// commands.

import type { Database } from '@chaba/database';
import type { Config } from '@chaba/server/core/config';
import { findMember, findMemberByPhone, type Member } from '@chaba/server/modules/members';
import { type Actor, REASON_LENGTH_MAX, REASON_LENGTH_MIN } from '@chaba/server/modules/operators';
import type { Site } from '@chaba/server/modules/site';

import { UsageError } from './site-settings.ts';

export type CommandContext = InstallationContext & { readonly site: Site };

/** The context of a command that concerns no site or all. */
export type InstallationContext = {
  readonly database: Database;
  readonly config: Config;
  readonly given: CommandOptions;
};

export type CommandOptions = {
  readonly words: readonly string[];
  readonly reason: string | undefined;
  /** `--notice`: the reason that members read. */
  readonly notice: string | undefined;
  readonly operator: string;
  readonly member: string | undefined;
  /** `--confirm`, required for irreversible actions. */
  readonly isConfirmed: boolean;
  /** `--cost`: list the cost of promotions instead of their terms. */
  readonly isCost: boolean;
  /** `--host`: by the right of the host, without a person of the back office. */
  readonly isHost: boolean;
  /** `--head`: a recorded head of an audit chain. */
  readonly head: string | undefined;
  readonly siteCode: string | undefined;
};

export function requireActor({ site, given }: CommandContext): Actor {
  return { siteId: site.id, ...requireReason(given) };
}

/** The operator and the reason of an action. */
export function requireReason({ reason = '', operator }: CommandOptions): Omit<Actor, 'siteId'> {
  if (reason.length < REASON_LENGTH_MIN || reason.length > REASON_LENGTH_MAX) {
    throw new UsageError('Every action needs a reason: --reason "…", 3 to 500 characters.', 2);
  }
  return { operator, reason };
}

/** Splits a word of the form `name=value`. */
export function parseTerm(word: string): readonly [name: string, value: string] {
  const sign = word.indexOf('=');
  if (sign < 1) throw new UsageError(`"${word}" is no term: write name=value.`, 2);
  return [word.slice(0, sign), word.slice(sign + 1)];
}

export function requireTerm<Term>(terms: Readonly<Record<string, Term>>, name: string): Term {
  const term = Object.hasOwn(terms, name) ? terms[name] : undefined;
  if (term === undefined) {
    throw new UsageError(`There is no term "${name}": it is one of ${Object.keys(terms).join(', ')}.`, 2);
  }
  return term;
}

/** Checks a calendar day in the form 2026-01-31. */
export function parseDay(typed: string | undefined): string {
  const day = typed ?? '';
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = /^2\d{3}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isDay) throw new UsageError('Name the day as 2026-01-31.', 2);
  return day;
}

/** Loads the member with this phone number. */
export async function requireMember({ database, site }: CommandContext, phone: string | undefined): Promise<Member> {
  const digits = (phone ?? '').replace(/[\s-]/g, '');
  if (!/^\d{10}$/.test(digits)) throw new UsageError('Name a member by the phone number, ten digits.', 2);
  const member = await findMemberByPhone(database, site.id, digits);
  if (!member) throw new UsageError(`No member of ${site.code} has the phone number ${digits}.`);
  return member;
}

/** Phone number and name of a member, for lists. */
export async function loadMemberName(database: Database, siteId: number, memberId: bigint): Promise<string> {
  const member = await findMember(database, siteId, memberId);
  return member ? `${member.phone} ${member.firstName} ${member.lastName}` : `member ${memberId}`;
}
