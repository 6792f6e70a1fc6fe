// Module words to wire words: rows and details of the back office.
//
// Always true: names and account numbers of members leave masked; amounts are decimal texts, times ISO texts.

import { type ActionName, DEFAULT_LIMIT, limitedActions } from '@chaba/contract/back-office/actions';
import { type Grade, listGrades, type Role, roles } from '@chaba/contract/back-office/roles';
import { actions } from '@chaba/contract/back-office/actions';
import type { ItemMarks } from '@chaba/contract/back-office/queue-wire';
import type {
  AuditRow,
  LimitRow,
  OperatorRow,
  RequestDetail,
  RequestRow,
  SessionFacts,
  WithdrawalDetail,
  WithdrawalRow,
} from '@chaba/contract/back-office/wire';

import type { BackOfficeConfig } from '#core/config';
import { VERSION } from '#core/instance';
import { formatReference } from '#core/references';
import type { Member } from '#modules/members';
import type { Review, Withdrawal, WithdrawalCheck } from '#modules/withdrawals';
import { toWireAmount } from '#core/wire-amount';
import { type ApprovalRequest, type Acting, formatRequest, hashFacts } from '#operators/actions';
import { type ChainEntry } from '#operators/audit-chain';
import { type ListedOperator, type StoredLimit } from '#operators/people';
import { mayDecide } from '#operators/requests';
import { type OperatorSession } from '#operators/sign-in';
import { toWithdrawalFacts } from '#operators/withdrawal-actions';

import type { IdentityFormat } from './identity-format.ts';

/** Rules that play mode relaxes; the page names each. */
const RELAXATIONS = ['demo-operators', 'plain-http'] as const;

export function toSessionFacts(
  session: OperatorSession,
  config: BackOfficeConfig,
  kinds: { readonly hasPasskey: boolean; readonly hasTotp: boolean },
): SessionFacts {
  const sites = Map.groupBy(session.roles, ({ siteCode }) => siteCode);
  return {
    operator: { name: session.name, displayName: session.displayName, isDemo: session.isDemo },
    factor: session.factor,
    ...kinds,
    sites: [...sites].map(([code, held]) => ({
      code,
      name: held[0]?.siteName ?? code,
      roles: held.map(({ role }) => role),
    })),
    idleSeconds: Math.max(0, Math.floor(session.idleLeft)),
    endsInSeconds: Math.max(0, Math.floor(session.lifeLeft)),
    stepUpSeconds: Math.max(0, Math.floor(session.stepUpLeft)),
    mode: config.mode,
    relaxations: config.mode === 'play' ? RELAXATIONS : [],
    version: `${VERSION} ${config.commit}`,
  };
}

export function toWithdrawalRow(
  withdrawal: Withdrawal,
  member: Member,
  more: {
    readonly reasons?: readonly string[];
    readonly request: bigint | undefined;
    readonly format: IdentityFormat;
  },
): Omit<WithdrawalRow, keyof ItemMarks> {
  return {
    reference: formatReference('withdrawal', withdrawal.withdrawalId),
    createdAt: withdrawal.createdAt.toISOString(),
    amount: toWireAmount(withdrawal.amount),
    state: withdrawal.state,
    memberId: String(withdrawal.memberId),
    member: more.format.name(member),
    destination: more.format.account(withdrawal),
    reasons: more.reasons ?? (withdrawal.waitReason === null ? withdrawal.reviewReasons : [withdrawal.waitReason]),
    request: more.request === undefined ? null : formatRequest(more.request),
  };
}

export function toWithdrawalDetail(
  review: Review,
  member: Member,
  more: {
    readonly request: bigint | undefined;
    readonly needsSecondPerson: boolean;
    readonly graceEnd: Date | undefined;
    readonly checks: readonly WithdrawalCheck[];
  },
): WithdrawalDetail {
  const { withdrawal, position, history, decision } = review;
  const facts = toWithdrawalFacts(review, member);
  return {
    facts,
    factsHash: hashFacts(facts),
    createdAt: withdrawal.createdAt.toISOString(),
    decidedBy: decision.decidedBy,
    closedAt: decision.closedAt?.toISOString() ?? null,
    position: {
      playable: toWireAmount(position.playable),
      parked: toWireAmount(position.parked.main),
      owed: toWireAmount(position.debt),
      openRounds: position.inPlay.openRounds,
      isLocked: position.isLocked,
      lines: position.requirements.map(({ source, required, progress }) => ({
        source,
        required: toWireAmount(required),
        progress: toWireAmount(progress),
      })),
    },
    history: {
      totalDeposit: toWireAmount(member.totalDeposit),
      totalWithdraw: toWireAmount(member.totalWithdraw),
      ...history,
      registeredAt: member.registeredAt.toISOString(),
      isNameVerified: member.isNameVerified,
    },
    request: more.request === undefined ? null : formatRequest(more.request),
    needsSecondPerson: more.needsSecondPerson,
    graceSeconds: toGraceSeconds(review, more.graceEnd),
    why: more.checks.map(({ reason, isAgainst, figures }) => ({
      check: reason,
      isPassed: !isAgainst,
      figures: Object.fromEntries(
        Object.entries(figures).map(([name, value]) => [
          name,
          typeof value === 'bigint' ? toWireAmount(value) : String(value),
        ]),
      ),
    })),
  };
}

/** Only the approval of an operator can be taken back. */
function toGraceSeconds({ withdrawal, decision }: Review, graceEnd: Date | undefined): number | null {
  if (graceEnd === undefined || withdrawal.state !== 'approved' || decision.decidedBy === null) return null;
  return Math.max(0, Math.ceil((graceEnd.getTime() - Date.now()) / 1_000));
}

export function toRequestRow(request: ApprovalRequest, acting: Acting): RequestRow {
  const { reason } = JSON.parse(request.content) as { readonly reason: string };
  return {
    request: formatRequest(request.requestId),
    action: request.action as ActionName,
    subject: request.subject,
    requestedBy: request.requesterName,
    requestedAt: request.requestedAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    reason,
    isOwn: request.requestedBy === acting.session.operatorId,
    canDecide: request.verdict === null && !request.isExpired && mayDecide(acting, request),
    verdict: request.verdict,
    decidedBy: request.deciderName,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    decisionReason: request.decisionReason,
  };
}

export function toRequestDetail(
  request: ApprovalRequest,
  acting: Acting,
  deciders: { readonly roles: readonly Role[]; readonly signedIn: readonly string[] },
): RequestDetail {
  const content = JSON.parse(request.content) as Pick<RequestDetail, 'input' | 'facts'>;
  return {
    ...toRequestRow(request, acting),
    contentHash: request.contentHash.toString('hex'),
    input: content.input,
    facts: content.facts,
    decidingRoles: deciders.roles,
    signedIn: deciders.signedIn,
  };
}

export function toOperatorRow(row: ListedOperator): OperatorRow {
  const { name, displayName, roles, isDemo, passkeys, hasTotp, sessions, seenAt } = row;
  return {
    name,
    displayName,
    roles,
    isDemo,
    passkeys,
    hasTotp,
    sessions,
    state: getOperatorState(row),
    seenAt: seenAt?.toISOString() ?? null,
  };
}

function getOperatorState(row: ListedOperator): OperatorRow['state'] {
  if (row.isDisabled) return 'disabled';
  if (row.isLocked) return 'locked';
  return row.passkeys > 0 || row.hasTotp || row.isDemo ? 'active' : 'invited';
}

/** The limits in force: those of the site, else the default, for each role that has one. */
export function toLimitRows(stored: readonly StoredLimit[]): LimitRow[] {
  return limitedActions.flatMap((action) =>
    roles
      .filter((role) => listGrades([role], actions[action].permission).some(([, grade]) => isBounded(grade, action)))
      .map((role) => {
        const own = stored.find((each) => each.role === role && each.action === action);
        return own
          ? { role, action, amount: toWireAmount(own.amount), day: toWireAmount(own.day), isDefault: false }
          : { role, action, ...DEFAULT_LIMIT, isDefault: true };
      }),
  );
}

/** Whether the limit bounds what a role of this grade does alone, or what it may request. */
const isBounded = (grade: Grade, action: ActionName): boolean =>
  grade === (actions[action].people === 'limit' ? 'limit' : 'request');

export function toAuditRow(entry: ChainEntry): AuditRow {
  const content = JSON.parse(entry.content) as Partial<Record<keyof AuditRow, string>> & {
    readonly actedMs: number;
    readonly before?: AuditRow['before'];
    readonly after?: AuditRow['after'];
  };
  return {
    sequence: String(entry.sequence),
    actedAt: new Date(content.actedMs).toISOString(),
    operator: content.operator ?? '',
    role: content.role ?? '',
    channel: content.channel ?? '',
    action: content.action ?? '',
    subject: content.subject ?? '',
    reason: content.reason ?? '',
    outcome: content.outcome ?? '',
    code: content.code ?? null,
    request: content.request ?? null,
    factor: content.factor ?? null,
    before: content.before ?? null,
    after: content.after ?? null,
    hash: entry.hash,
  };
}
