// The code by which a member who cannot sign in sets a new password.
//
// Always true: a code is given for one open request of the member, whose number the person names. It is shown once, and
// no entry, fact or list holds it. No operator sets or reads a password.
//
// Elsewhere: requests and codes (members/password-recovery.ts).

import type { Transaction } from '@chaba/database';

import { formatReference } from '#core/references';
import { createRecoveryCode, findRecovery } from '#modules/members';

import { type ActionInput, defineAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { parseMemberRef, requireMember, subjectOfMember } from './subjects.ts';
import { maskName } from './withdrawal-actions.ts';

type CodeFor = { readonly memberId: bigint; readonly number: string };

function parseCodeFor({ member, number = '' }: ActionInput): CodeFor {
  const typed = number.replaceAll(/[\s-]/g, '');
  return {
    memberId: parseMemberRef(member),
    number: /^\d{6}$/.test(typed) ? typed : failOperator('FIELD_INVALID', { field: 'number' }),
  };
}

/** The same sentence for a wrong number, and for a request that ended. */
async function requireRecovery(tx: Transaction, siteId: number, of: CodeFor) {
  return (await findRecovery(tx, siteId, of)) ?? failOperator('FIELD_INVALID', { field: 'number' });
}

const giveCode = defineAction<CodeFor>({
  parse: parseCodeFor,
  async load(tx, siteId, of) {
    const member = await requireMember(tx, siteId, of.memberId);
    const { number, caller, createdAt } = await requireRecovery(tx, siteId, of);
    return {
      subject: subjectOfMember(member.id),
      member: member.id,
      facts: {
        reference: formatReference('member', member.id),
        member: maskName(member),
        isLocked: member.isLocked,
        number,
        caller,
        requestedAt: createdAt.toISOString(),
      },
    };
  },
  async run(tx, by, of) {
    const { requestId } = await requireRecovery(tx, by.siteId, of);
    const code = await createRecoveryCode(tx, by.siteId, { requestId, by: by.name });
    return code === undefined ? { rejection: 'NOT_WAITING' } : { outcome: 'given', secret: code };
  },
});

export const recoveryActions = { 'member.password-code': giveCode };
