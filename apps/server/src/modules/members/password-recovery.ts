// Recovery of a lost password by a code that an operator gives.
//
//     browser ──phone──▶ request with a number ──operator──▶ code ──browser, new password──▶ used
//                          └──30 minutes──▶ over               └──10 minutes, or six tries──▶ removed
//
// Always true: a request looks the same for every phone. A code is stored as its Argon2id hash, works once, for the
// browser that made the request alone, and is returned to the operator once. No person sets or reads the
// password of another. A new password ends all sessions and devices; a person reviews withdrawals for 72 hours.
//
// Elsewhere: the action of the operator (operators/recovery-actions.ts), the review (withdrawals/withdrawal-rules.ts).

import { createHash, randomBytes, randomInt } from 'node:crypto';

import { RECOVERY_CODE_ALPHABET, RECOVERY_CODE_LENGTH } from '@chaba/contract/constraints';
import type { Queryable, Transaction } from '@chaba/database';

import type { Context } from '#core/context';
import { fail } from '#core/domain-error';
import { recordSecurityEvent } from '#modules/security';
import { checkNewPassword, hashPassword, isPasswordRight } from '#modules/passwords';
import { describeCaller, type RiskSignals } from '#modules/risk-signals';
import { type EndGameSessions, endOtherSessions } from '#modules/sessions';

import { consumeCheckAttempt, RECOVERY } from './attempt-limits.ts';
import { findMemberById, findMemberByPhone, setPasswordHash } from './members.store.ts';
import * as store from './password-recovery.store.ts';

export type { RecoveryRequest } from './password-recovery.store.ts';

const REQUEST_MINUTES = 30;
const CODE_MINUTES = 10;
/** Wrong codes before the code is removed. */
const TRIES_MAX = 5;
const TOKEN_BYTES = 32;
const NUMBER_MAX = 1_000_000;
const NUMBER_DIGITS = 6;
/** Of one member; older ones are not found. */
const OPEN_READ_MAX = 5;

export type StartedRecovery = { readonly token: string; readonly number: string; readonly expiresAt: Date };

/** Makes a request; the token binds it to this browser. */
export async function startRecovery(
  { database, config }: Context,
  siteId: number,
  given: RiskSignals & { readonly phone: string; readonly userAgent: string },
): Promise<StartedRecovery> {
  if (config.isRateLimited) {
    const attempt = await consumeCheckAttempt({ database, config }, siteId, RECOVERY, given);
    if (!attempt.isAllowed) fail('TOO_MANY_REQUESTS', attempt);
  }
  const member = await findMemberByPhone(database, siteId, given.phone);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { number, expiresAt } = await store.insertRequest(database, siteId, {
    number: String(randomInt(NUMBER_MAX)).padStart(NUMBER_DIGITS, '0'),
    memberId: member?.id,
    tokenHash: hashToken(token),
    caller: describeCaller(config, siteId, given),
    minutes: REQUEST_MINUTES,
  });
  return { token, number, expiresAt };
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The open request of a member with this number. */
export async function findRecovery(
  database: Queryable,
  siteId: number,
  { memberId, number }: { readonly memberId: bigint; readonly number: string },
): Promise<store.RecoveryRequest | undefined> {
  const open = await store.listOpenRequests(database, siteId, { memberId, limit: OPEN_READ_MAX });
  return open.find((request) => request.number === number);
}

/** Makes the code of an open request, which replaces an earlier one; undefined: the request ended. */
export async function createRecoveryCode(
  tx: Transaction,
  siteId: number,
  { requestId, by }: { readonly requestId: bigint; readonly by: string },
): Promise<string | undefined> {
  const code = Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_CODE_ALPHABET[randomInt(RECOVERY_CODE_ALPHABET.length)],
  ).join('');
  const codeHash = await hashPassword(code, 'known');
  const isSaved = await store.saveCode(tx, siteId, { requestId, codeHash, by, minutes: CODE_MINUTES });
  return isSaved ? code : undefined;
}

/** The code as it was made: letters that look like digits are read as these. */
function normalizeCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

export type NewPassword = {
  readonly token: string;
  readonly code: string;
  readonly password: string;
  readonly confirmedPassword: string;
  readonly endGames: EndGameSessions;
};

/** Sets the new password of the member whose request this browser made. A wrong code counts before it is compared. */
export async function completeRecovery({ database }: Context, siteId: number, given: NewPassword): Promise<void> {
  const { token, password, confirmedPassword, endGames } = given;
  checkNewPassword(password, confirmedPassword, undefined);
  const tried = await store.countTry(database, siteId, { tokenHash: hashToken(token), triesMax: TRIES_MAX });
  if (tried === undefined) return fail('RECOVERY_CODE_WRONG');
  const { requestId, memberId, codeHash } = tried;
  // Without a code or a member the same work is done.
  const isRight = await isPasswordRight(normalizeCode(given.code), codeHash ?? undefined, 'stranger');
  if (!isRight || memberId === null || codeHash === null) return fail('RECOVERY_CODE_WRONG');
  const member = await findMemberById(database, siteId, memberId);
  checkNewPassword(password, confirmedPassword, member?.phone);
  const passwordHash = await hashPassword(password, 'known');
  await database.transaction(async (tx) => {
    if (!(await store.consumeCode(tx, siteId, { requestId, codeHash }))) fail('RECOVERY_CODE_WRONG');
    await setPasswordHash(tx, siteId, memberId, passwordHash);
    await endOtherSessions(tx, siteId, memberId, undefined);
    await recordSecurityEvent(tx, siteId, { kind: 'password_changed', memberId, subject: 'recovery' });
    await endGames(tx, siteId, memberId);
  });
}
