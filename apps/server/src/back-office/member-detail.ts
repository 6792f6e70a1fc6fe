// One member on one screen: identity, money, why not, limits, links, and the timeline in wire words.
//
// Always true: identity is masked. Why a withdrawal or a bonus is refused comes from the functions that decide it.
//
// Elsewhere: their rules (withdrawals/withdrawal-rules.ts, promotions/grants.ts).

import type { MemberDetail, MemberLimitRow, TimelinePage, TimelineRow } from '@chaba/contract/back-office/wire-members';
import { add, baht, type Money, subtract } from '@chaba/money';

import { formatReference } from '#core/references';
import { explainDepositBonus } from '#modules/promotions';
import { listNotes, loadTags } from '#modules/casework';
import { loadDepositLimits, loadPlayLimits, loadTimeLimit } from '#modules/limits';
import { type EventKind, eventKinds, loadTimeline, type TimelineCursor, type TimelineEvent } from '#modules/history';
import { type LinkedMember, listMembersByIds, loadLinks } from '#modules/member-list';
import { loadMember } from '#modules/members';
import type { Position } from '#modules/position';
import { fromThreshold, listHarmAlerts } from '#modules/risk';
import { loadRestrictions } from '#modules/withdrawals';
import { toWireAmount } from '#core/wire-amount';
import { failOperator } from '#operators/operator-error';
import { formatDestination, maskName } from '#operators/withdrawal-actions';
import { formatRequest } from '#operators/actions';
import { listOpenRequests } from '#operators/requests';
import { maskPhone } from '#operators/casework-actions';
import { subjectOfMember } from '#operators/subjects';

import type { BackOfficeContext } from './context.ts';
import { toMemberState, toReason } from './member-rows.ts';

type Database = BackOfficeContext['database'];

/** Everything that the page of a member shows but the timeline; NOT_FOUND for a stranger. */
export async function loadMemberDetail(
  database: Database,
  siteId: number,
  { memberId, mayProtect }: { readonly memberId: bigint; readonly mayProtect: boolean },
): Promise<MemberDetail> {
  const [listed] = await listMembersByIds(database, siteId, [memberId]);
  if (listed === undefined) return failOperator('NOT_FOUND');
  const member = await loadMember(database, siteId, memberId);
  const reference = formatReference('member', memberId);
  const [restrictions, bonus, limits, links, requests, notes, tags, harm] = await Promise.all([
    loadRestrictions(database, siteId, [memberId]),
    explainBonus(database, siteId, memberId),
    loadLimits(database, siteId, memberId),
    loadLinks(database, siteId, { memberId, referrerId: member.referrerId }),
    listOpenRequests(database, siteId, [subjectOfMember(memberId)]),
    listNotes(database, siteId, memberId),
    loadTags(database, siteId, [memberId]),
    mayProtect ? listHarmAlerts(database, siteId, memberId) : [],
  ]);
  const restriction = restrictions.get(memberId) ?? failOperator('NOT_FOUND');
  const { position, reasons } = restriction;
  const request = requests.get(subjectOfMember(memberId));
  return {
    memberId: String(memberId),
    reference,
    tags: tags.get(memberId) ?? [],
    notes: notes.map(({ noteId, text, isPinned, writtenBy, createdAt }) => ({
      id: String(noteId),
      text,
      isPinned,
      writtenBy,
      createdAt: createdAt.toISOString(),
    })),
    name: maskName(listed),
    phone: maskPhone(listed.phone),
    account: formatDestination({ bankCode: listed.bankCode, account: listed.bankAccount }),
    playerId: member.playerId,
    state: toMemberState(listed),
    breakUntil: position.playBreak?.until?.toISOString() ?? null,
    isNameVerified: member.isNameVerified,
    acceptsBonus: member.acceptsBonus,
    registeredAt: listed.registeredAt.toISOString(),
    seenAt: listed.seenAt.toISOString(),
    deposits: toWireAmount(listed.totalDeposit),
    withdrawals: toWireAmount(listed.totalWithdraw),
    position: toPosition(position),
    leaving: position.leaving
      ? {
          reference: formatReference('withdrawal', position.leaving.withdrawalId),
          amount: toWireAmount(position.leaving.amount),
          state: position.leaving.state,
        }
      : null,
    withdrawReasons: reasons.map(toReason),
    bonus,
    limits,
    harm: harm.map(({ rule, figure, threshold, foundAt }) => ({
      rule,
      figure: fromThreshold(rule, figure),
      threshold: fromThreshold(rule, threshold),
      foundAt: foundAt.toISOString(),
    })),
    linked: links.linked.map(toLinked),
    friends: links.friends,
    second: links.second,
    request: request === undefined ? null : formatRequest(request),
  };
}

function toPosition(position: Position): MemberDetail['position'] {
  const { playable, inPlay, winsHeld, parked, debt, disputed, requirements } = position;
  return {
    playable: toWireAmount(playable),
    inPlay: toWireAmount(add(inPlay.own, inPlay.bonus)),
    openRounds: inPlay.openRounds,
    held: toWireAmount(add(winsHeld.held, winsHeld.orphan)),
    main: toWireAmount(parked.main),
    cashback: toWireAmount(parked.cashback),
    affiliate: toWireAmount(parked.affiliate),
    residual: toWireAmount(parked.residual),
    coins: String(parked.coins),
    spins: String(parked.spins),
    owed: toWireAmount(debt),
    frozen: toWireAmount(disputed.frozen),
    lines: requirements.map(({ source, required, progress, cap, bonus, createdAt, expiresAt }) => ({
      source,
      required: toWireAmount(required),
      progress: toWireAmount(progress),
      remaining: toWireAmount(subtract(required, progress)),
      cap: cap === undefined ? null : toWireAmount(cap),
      bonus: toWireAmount(bonus),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  };
}

const EXAMPLE_DEPOSIT = baht(100);

/** The promotions for the last deposit, or for an example. */
async function explainBonus(database: Database, siteId: number, memberId: bigint): Promise<MemberDetail['bonus']> {
  const { events } = await loadTimeline(database, siteId, { memberId, kinds: ['deposit'], before: undefined });
  const [last] = events;
  const amount = last?.amount ?? EXAMPLE_DEPOSIT;
  const of = { memberId, amount, ...(last === undefined ? {} : { depositId: last.id }) };
  const { obstacle, granted, promotions } = await explainDepositBonus(database, siteId, of);
  return {
    amount: toWireAmount(amount),
    deposit: last === undefined ? null : formatReference('deposit', last.id),
    obstacle: obstacle ?? null,
    granted: granted ?? null,
    promotions: promotions.map(({ promotion, against, offer }) => ({
      id: promotion.id,
      title: promotion.title,
      against:
        against === undefined
          ? null
          : {
              code: against,
              params: { minimum: toWireAmount(promotion.minimumDeposit), amount: toWireAmount(amount) },
            },
      bonus: offer === undefined ? null : toWireAmount(offer.bonus),
    })),
  };
}

async function loadLimits(database: Database, siteId: number, memberId: bigint): Promise<readonly MemberLimitRow[]> {
  const of = { siteId, memberId };
  const [deposits, plays, time] = await Promise.all([
    loadDepositLimits(database, of),
    loadPlayLimits(database, of),
    loadTimeLimit(database, of),
  ]);
  const toUsed = (used: Money | null): string | null => (used === null ? null : toWireAmount(used));
  const rows = [
    ...deposits.map((limit) => ({ kind: 'deposit' as const, ...limit, used: toUsed(limit.used) })),
    ...plays.map((limit) => ({
      kind: limit.span === 'bet' ? ('stake' as const) : ('loss' as const),
      ...limit,
      used: toUsed(limit.lost),
    })),
  ].flatMap(({ kind, span, amount, used, pending }) =>
    amount === null ? [] : [{ kind, span, most: toWireAmount(amount), used, isLoosening: pending !== null }],
  );
  if (time.amount === null) return rows;
  const played = time.playedMs === null ? null : String(Math.floor(time.playedMs / 60_000));
  const isLoosening = time.pending !== null;
  return [...rows, { kind: 'time', span: time.span, most: String(time.amount), used: played, isLoosening }];
}

function toLinked(member: LinkedMember): MemberDetail['linked'][number] {
  return {
    reference: formatReference('member', member.memberId),
    name: maskName(member),
    relation: member.relation,
    state: toMemberState(member),
    deposits: toWireAmount(member.totalDeposit),
    registeredAt: member.registeredAt.toISOString(),
  };
}

/** A page of the timeline; `kinds` empty: all but the hidden ones. */
export async function loadTimelinePage(
  database: Database,
  siteId: number,
  of: {
    readonly memberId: bigint;
    readonly kinds: string;
    readonly before: string;
    readonly hidden: readonly EventKind[];
  },
): Promise<TimelinePage> {
  const { memberId } = of;
  const before = of.before === '' ? undefined : readCursor(of.before);
  const kinds = readKinds(of.kinds).filter((kind) => !of.hidden.includes(kind));
  const { events, next } = await loadTimeline(database, siteId, { memberId, kinds, before });
  return { events: events.map(toTimelineRow), next: next === undefined ? null : writeCursor(next) };
}

function readKinds(text: string): readonly EventKind[] {
  if (text === '') return eventKinds;
  return text
    .split(' ')
    .map((name) => eventKinds.find((kind) => kind === name) ?? failOperator('FIELD_INVALID', { field: 'kinds' }));
}

function toTimelineRow(event: TimelineEvent): TimelineRow {
  const { kind, at, id, code, amount, data, sitting } = event;
  const texts = Object.entries(data).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    kind,
    id: String(id),
    at: at.toISOString(),
    code,
    amount: amount === null ? null : toWireAmount(amount),
    reference: toReference(kind, id),
    data:
      sitting === undefined
        ? Object.fromEntries(texts)
        : {
            game: sitting.gameCode,
            provider: sitting.provider,
            from: sitting.from.toISOString(),
            rounds: String(sitting.rounds),
            stake: toWireAmount(sitting.stake),
            payout: toWireAmount(sitting.payout),
            turnover: toWireAmount(sitting.turnover),
          },
  };
}

function toReference(kind: EventKind, id: bigint): string | null {
  if (kind === 'adjustment') return formatRequest(id);
  return kind === 'deposit' || kind === 'withdrawal' ? formatReference(kind, id) : null;
}

function writeCursor({ at, rank, id, shown }: TimelineCursor): string {
  const tails = shown.map(({ game, fromMicros }) => [game, String(fromMicros)]);
  return Buffer.from(JSON.stringify([at.getTime(), rank, String(id), tails])).toString('base64url');
}

const DIGITS = /^\d{1,18}$/;

function readCursor(text: string): TimelineCursor {
  try {
    const [at, rank, id, tails] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
      number,
      number,
      string,
      [string, string][],
    ];
    const isFine =
      Number.isSafeInteger(at) &&
      Math.abs(at) < 8e15 &&
      Number.isInteger(rank) &&
      Math.abs(rank) < 100 &&
      DIGITS.test(id);
    const areFine =
      tails.length <= 50 && tails.every(([game, micros]) => typeof game === 'string' && DIGITS.test(micros));
    if (isFine && areFine) {
      const shown = tails.map(([game, micros]) => ({ game, fromMicros: BigInt(micros) }));
      return { at: new Date(at), rank, id: BigInt(id), shown };
    }
  } catch {
    // Not a cursor of this list.
  }
  return failOperator('FIELD_INVALID', { field: 'before' });
}
