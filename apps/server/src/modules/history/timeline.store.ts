// SQL of a member's timeline: the newest events before a moment, each kind from its own table.
//
// Always true: each kind is one bounded read by an index that begins with the member. Times are cut to milliseconds, as
// a cursor holds them, and events of one millisecond follow their kind and id, so a page neither repeats nor skips one.

import { type Queryable, sql, type Sql } from '@chaba/database';
import type { Money } from '@chaba/money';

export const eventKinds = [
  'deposit',
  'slip',
  'withdrawal',
  'bonus',
  'code',
  'cashback',
  'referral',
  'referral-day',
  'wheel',
  'security',
  'limit',
  'break',
  'action',
  'note',
  'contact',
  'complaint',
  'adjustment',
  'alert',
  'play',
] as const;

export type EventKind = (typeof eventKinds)[number];

export type StoredEvent = {
  readonly kind: EventKind;
  readonly at: Date;
  readonly id: bigint;
  /** A state, a cause or an act, by its kind. */
  readonly code: string;
  readonly amount: Money | null;
  readonly data: Readonly<Record<string, string | null>>;
};

/** The last event of a page; events with a later kind or a lower id of its millisecond follow. */
export type EventPosition = { readonly at: Date; readonly rank: number; readonly id: bigint };

type Source = {
  readonly at: Sql;
  /** The times have microseconds, so they are cut before they are compared. */
  readonly isCut?: true;
  readonly id: Sql;
  readonly code: Sql;
  readonly amount: Sql;
  readonly data: Sql;
  readonly from: Sql;
  readonly where?: Sql;
};

const NO_AMOUNT = sql`null::bigint`;

const sources: Readonly<Record<Exclude<EventKind, 'play'>, Source>> = {
  deposit: {
    at: sql`event.created_at`,
    id: sql`deposit_id`,
    code: sql`state`,
    amount: sql`amount_e4`,
    data: sql`jsonb_build_object('reason', review_reason, 'bonus', bonus_id, 'by', nullif(decided_by, 'system'))`,
    from: sql`deposit as event`,
  },
  slip: {
    at: sql`event.created_at`,
    id: sql`slip_id`,
    code: sql`state`,
    amount: NO_AMOUNT,
    data: sql`jsonb_build_object('reason', code, 'transRef', trans_ref, 'bank', sending_bank)`,
    from: sql`slip as event`,
  },
  withdrawal: {
    at: sql`event.created_at`,
    id: sql`withdrawal_id`,
    code: sql`state`,
    amount: sql`amount_e4`,
    data: sql`jsonb_build_object('reason', nullif(array_to_string(review_reasons, ' '), ''), 'failure', failure_reason,
      'wait', delay_reason, 'by', decided_by)`,
    from: sql`withdrawal as event`,
  },
  bonus: {
    at: sql`event.happened_at`,
    isCut: true,
    id: sql`bonus_event_id`,
    code: sql`reason`,
    amount: sql`bonus_e4`,
    data: sql`jsonb_build_object('promotion', promotion_id, 'state', state)`,
    from: sql`bonus_event as event left join bonus_grant as given using (site_id, member_id, requirement_no)`,
  },
  code: {
    at: sql`event.created_at`,
    id: sql`movement_id`,
    code: sql`'used'`,
    amount: sql`amount_e4`,
    data: sql`jsonb_build_object('code', left(code, 3) || '…', 'coins', nullif(coins, 0)::text)`,
    from: sql`item_code_use as event`,
  },
  cashback: {
    at: sql`event.created_at`,
    isCut: true,
    id: sql`extract(epoch from period_from)::bigint`,
    code: sql`state`,
    amount: sql`amount_e4`,
    data: sql`jsonb_build_object('loss', loss_e4::text)`,
    from: sql`cashback_period as event`,
  },
  referral: {
    at: sql`event.created_at`,
    id: sql`movement_id`,
    code: sql`state`,
    amount: sql`amount_e4`,
    data: sql`jsonb_build_object('by', nullif(decided_by, 'system'))`,
    from: sql`affiliate_withdrawal as event`,
  },
  'referral-day': {
    at: sql`(day + 1)::timestamp at time zone 'Asia/Bangkok'`,
    id: sql`(day - date '2000-01-01')::bigint`,
    code: sql`state`,
    amount: sql`payable_e4`,
    data: sql`jsonb_build_object('day', day::text, 'by', nullif(decided_by, 'system'))`,
    from: sql`affiliate_result as event`,
    where: sql`and payable_e4 > 0`,
  },
  wheel: {
    at: sql`event.created_at`,
    isCut: true,
    id: sql`seed_no::bigint * 10000000 + nonce`,
    code: sql`kind`,
    amount: sql`case kind when 'BAHT' then amount_e4 end`,
    data: sql`jsonb_build_object('count', case when kind in ('COIN', 'SPIN') then amount_e4::text end, 'paid', paid_with)`,
    from: sql`wheel_spin as event`,
  },
  security: {
    at: sql`event.first_at`,
    id: sql`security_event_id`,
    code: sql`kind`,
    amount: NO_AMOUNT,
    data: sql`jsonb_build_object('subject', nullif(subject, ''), 'count', case when count > 1 then count::text end)`,
    from: sql`security_event as event`,
  },
  limit: {
    at: sql`event.changed_at`,
    id: sql`member_limit_change_id`,
    code: sql`action`,
    amount: sql`amount_e4`,
    data: sql`jsonb_build_object('kind', kind, 'span', span, 'minutes', minutes::text)`,
    from: sql`member_limit_change as event`,
  },
  break: {
    at: sql`event.started_at`,
    isCut: true,
    id: sql`play_break_no::bigint`,
    code: sql`length`,
    amount: NO_AMOUNT,
    data: sql`jsonb_build_object('asked', requested_by)`,
    from: sql`play_break as event`,
  },
  action: {
    at: sql`to_timestamp(acted_ms / 1000.0)`,
    isCut: true,
    id: sql`sequence`,
    code: sql`action`,
    amount: NO_AMOUNT,
    data: sql`jsonb_build_object('by', operator, 'outcome', outcome, 'reason', content::jsonb ->> 'reason')`,
    from: sql`audit_entry as event`,
  },
  note: {
    at: sql`event.created_at`,
    id: sql`note_id`,
    code: sql`case when is_pinned then 'pinned' else 'plain' end`,
    amount: NO_AMOUNT,
    data: sql`jsonb_build_object('text', text, 'by', written_by)`,
    from: sql`member_note as event`,
    where: sql`and removed_at is null`,
  },
  contact: {
    at: sql`event.created_at`,
    id: sql`contact_id`,
    code: sql`channel`,
    amount: NO_AMOUNT,
    data: sql`jsonb_build_object('text', summary, 'direction', direction, 'by', written_by)`,
    from: sql`contact as event`,
  },
  complaint: {
    at: sql`event.opened_at`,
    id: sql`complaint_id`,
    code: sql`coalesce(outcome, state)`,
    amount: NO_AMOUNT,
    data: sql`jsonb_build_object('text', summary, 'category', category, 'by', opened_by)`,
    from: sql`complaint as event`,
  },
  adjustment: {
    at: sql`event.created_at`,
    id: sql`request_id`,
    code: sql`direction`,
    amount: sql`amount_e4`,
    data: sql`jsonb_build_object('adjustment', kind, 'text', notice, 'subject', evidence, 'count', nullif(turnover_times, 0)::text)`,
    from: sql`adjustment as event`,
  },
  alert: {
    at: sql`event.found_at`,
    id: sql`risk_alert_id`,
    code: sql`coalesce(verdict, state)`,
    amount: NO_AMOUNT,
    data: sql`jsonb_build_object('rule', rule, 'by', decided_by)`,
    from: sql`risk_alert as event`,
  },
};

export type EventPage = {
  readonly memberId: bigint;
  readonly kinds: readonly EventKind[];
  readonly before: EventPosition | undefined;
  readonly limit: number;
};

/** The newest events of each kind before a moment, in one statement. */
export async function listEvents(database: Queryable, siteId: number, page: EventPage): Promise<StoredEvent[]> {
  const parts = page.kinds.flatMap((kind) => (kind === 'play' ? [] : [select(siteId, kind, page)]));
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  return database.rows(rest.reduce((all, part) => sql`${all} union all (${part})`, sql`(${first})`));
}

function select(siteId: number, kind: Exclude<EventKind, 'play'>, { memberId, before, limit }: EventPage): Sql {
  const { at, isCut, id, code, amount, data, from, where = sql`` } = sources[kind];
  const cut = isCut === true ? sql`date_trunc('milliseconds', ${at})` : at;
  const rank = eventKinds.indexOf(kind);
  const older = before
    ? sql`and ${at} < ${before.at}::timestamptz + interval '1 millisecond'
        and (${cut}, ${-rank}::int, ${id}) < (${before.at}::timestamptz, ${-before.rank}::int, ${before.id}::bigint)`
    : sql``;
  return sql`
    select ${kind}::text as kind, ${cut} as at, ${id} as id, ${code} as code, ${amount} as amount, ${data} as data
    from ${from} where event.site_id = ${siteId} and event.member_id = ${memberId} ${where} ${older}
    order by ${cut} desc, ${id} desc limit ${limit}`;
}

export type PlayedRound = {
  readonly provider: string;
  readonly gameCode: string;
  /** Microseconds since 1970. */
  readonly openedMicros: bigint;
  readonly stake: Money;
  readonly payout: Money;
  readonly turnover: Money;
};

/** The newest rounds up to a moment, inclusive. */
export function listRounds(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly upTo: Date | undefined; readonly limit: number },
): Promise<PlayedRound[]> {
  const upTo = of.upTo ? sql`and opened_at < ${of.upTo}::timestamptz + interval '1 millisecond'` : sql``;
  return database.rows(sql`
    select provider, game_code as "gameCode", (extract(epoch from opened_at) * 1000000)::bigint as "openedMicros",
      stake_e4 as stake, payout_e4 as payout, turnover_e4 as turnover
    from game_round where site_id = ${siteId} and member_id = ${of.memberId} ${upTo}
    order by opened_at desc limit ${of.limit}`);
}
