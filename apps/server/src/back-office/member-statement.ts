// The statement of a member in wire words: its days, its lines with the balance after each, and the head of the chain.
//
// Always true: identity is masked. Days are Bangkok's and included.
//
// Elsewhere: the lines (modules/reports/member-statement.ts).

import { type StatementFacts, STATEMENT_DAYS_MAX } from '@chaba/contract/back-office/wire-members';
import { add, type Money, subtract, zeroMoney } from '@chaba/money';

import { formatReference } from '#core/references';
import { toWireAmount } from '#core/wire-amount';
import { listMembersByIds } from '#modules/member-list';
import { loadMemberStatement, type MemberLine } from '#modules/reports';
import { loadChainHead } from '#operators/audit-chain';
import { failOperator } from '#operators/operator-error';
import { parseDay } from '#operators/subjects';
import { formatDestination, maskName } from '#operators/withdrawal-actions';

import type { BackOfficeContext } from './context.ts';

const DAY_MS = 86_400_000;
const ZONE_MS = 7 * 3_600_000;

/** The beginning of a Bangkok day. */
const toStart = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - ZONE_MS);
const toDay = (at: Date): string => new Date(at.getTime() + ZONE_MS).toISOString().slice(0, 10);

/** Reads a statement; without days that of the month so far. */
export async function readMemberStatement(
  { database }: BackOfficeContext,
  siteId: number,
  of: { readonly memberId: bigint; readonly from: string | undefined; readonly to: string | undefined },
): Promise<StatementFacts> {
  const { memberId } = of;
  const { from, to } = readDays(of, new Date());
  const [member] = await listMembersByIds(database, siteId, [memberId]);
  if (member === undefined) return failOperator('NOT_FOUND');
  const span = { memberId, from: toStart(from), to: new Date(toStart(to).getTime() + DAY_MS) };
  const statement =
    (await loadMemberStatement(database, siteId, span)) ?? failOperator('PARAMETER_INVALID', { field: 'from' });
  const { opening, closing, lines } = statement;
  const sum = (isIn: boolean): Money =>
    add(zeroMoney, ...lines.map(({ change }) => change).filter((change) => change > 0n === isIn));
  return {
    reference: formatReference('member', memberId),
    name: maskName(member),
    account: formatDestination({ bankCode: member.bankCode, account: member.bankAccount }),
    from,
    to,
    opening: toWireAmount(opening),
    closing: toWireAmount(closing),
    moneyIn: toWireAmount(sum(true)),
    moneyOut: toWireAmount(subtract(zeroMoney, sum(false))),
    lines: toLines(opening, lines),
    head: await loadChainHead(database, siteId),
    madeAt: new Date().toISOString(),
  };
}

function readDays(
  given: { readonly from: string | undefined; readonly to: string | undefined },
  now: Date,
): { readonly from: string; readonly to: string } {
  const to = parseDay(given.to ?? toDay(now));
  const from = parseDay(given.from ?? `${to.slice(0, 7)}-01`);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0 || days >= STATEMENT_DAYS_MAX) failOperator('PARAMETER_INVALID', { field: 'from' });
  return { from, to };
}

function toLines(opening: Money, lines: readonly MemberLine[]): StatementFacts['lines'] {
  let balance = opening;
  return lines.map(({ at, day, account, key, change }) => {
    balance = add(balance, change);
    return {
      at: at?.toISOString() ?? null,
      day,
      account: String(account),
      reference: key === null ? null : toReference(key),
      moneyIn: change > 0n ? toWireAmount(change) : null,
      moneyOut: change < 0n ? toWireAmount(subtract(zeroMoney, change)) : null,
      balance: toWireAmount(balance),
    };
  });
}

/** Keys of transfers of deposits and withdrawals begin with the kind and its number. */
function toReference(key: string): string | null {
  const [, kind, id = ''] = /^(deposit|withdrawal):(\d{1,18})(?::|$)/.exec(key) ?? [];
  return kind === 'deposit' || kind === 'withdrawal' ? formatReference(kind, BigInt(id)) : null;
}
