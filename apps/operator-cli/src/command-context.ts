// Input of every command: database, settings, site and parsed options; helpers that validate arguments of several
// commands.

import type { Database } from '@chaba/database';
import type { Config } from '@chaba/server/core/config';
import { findMember, findMemberByPhone, type Member } from '@chaba/server/modules/members';
import { formatMemberRef } from '@chaba/server/modules/operators';
import type { Site } from '@chaba/server/modules/site';

import { UsageError } from './usage-error.ts';

export type CommandContext = InstallationContext & { readonly site: Site };

export type CommandEnvironment = Readonly<Record<string, string | undefined>>;

/** The context of a command that concerns no site or all. */
export type InstallationContext = {
  readonly database: Database;
  readonly config: Config;
  /** Undefined: that of the process. */
  readonly environment: CommandEnvironment | undefined;
  readonly given: CommandOptions;
};

export type CommandOptions = {
  readonly words: readonly string[];
  readonly reason: string | undefined;
  /** `--notice`: the reason that members read. */
  readonly notice: string | undefined;
  /** `--operator`: a demo operator of play mode. */
  readonly operator: string | undefined;
  /** `--code`: six digits of the authenticator app, a factor used again. */
  readonly code: string | undefined;
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

const REASON_LENGTH_MIN = 3;
const REASON_LENGTH_MAX = 500;

/** The reason of an action. */
export function requireReason({ reason = '' }: CommandOptions): string {
  if (reason.length < REASON_LENGTH_MIN || reason.length > REASON_LENGTH_MAX) {
    throw new UsageError('Every action needs a reason: --reason "…", 3 to 500 characters.', 2);
  }
  return reason;
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

/** The member of `--member` as an input names one; empty: none. Telephones are not stored in inputs. */
export async function findMemberRef(context: CommandContext): Promise<string> {
  const { member } = context.given;
  return member === undefined ? '' : formatMemberRef((await requireMember(context, member)).id);
}

/** Phone number and name of a member, for lists. */
export async function loadMemberName(database: Database, siteId: number, memberId: bigint): Promise<string> {
  const member = await findMember(database, siteId, memberId);
  return member ? `${member.phone} ${member.firstName} ${member.lastName}` : `member ${memberId}`;
}
