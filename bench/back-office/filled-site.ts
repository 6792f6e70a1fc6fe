// A site after a year: members, rounds, deposits and withdrawals with their transfers, entries, cases and sums, written
// set-based by the owner of the tables.
//
// Always true: rows keep the forms and keys of the product; foreign keys are not checked while they are written. The
// verified chain and `audit()` at the end of the measurement show that they fit. Member 0 of the filled ones has a
// tenth of all rounds. Every second member has deposits, each followed by a withdrawal of half of it.
//
// Elsewhere: the measurement (back-office.ts).

import { type Database, sql, type Sql, type Transaction } from '@chaba/database';

import { chart } from '#server/core/chart-of-accounts';

import { SITE } from '#bench/fixture';

import { firstNames, surnameParts } from './names.text.ts';

export type FilledSize = {
  readonly members: number;
  readonly rounds: number;
  /** Deposits and withdrawals, half of each. */
  readonly movements: number;
  readonly entries: number;
};

/** Bank movements without a member. */
export const UNMATCHED = 300;
export const TAGS = ['vip', 'new', 'calls', 'line', 'watch'] as const;
const LARGE = ['member', 'game_round', 'bank_movement', 'deposit', 'slip', 'withdrawal', 'ledger_transfer'];
const DAYS = 365;
const PLAYERS_SHARE = 0.3;
const BIGGEST_SHARE = 0.1;
const COMPLAINTS_OPEN = 200;
const ENTRIES_A_REQUEST = 5;
const CODES = 100_000;
const CODES_OF_BATCH = 5_000;
const GAMES = 20;
const [MOVEMENTS_FROM, DEPOSITS_FROM, WITHDRAWALS_FROM, NUMBERS_TO] = [10_000_000, 20_000_000, 30_000_000, 40_000_000];

const site = sql`${SITE}::int`;
const kind = (name: keyof typeof chart): number => chart[name].kind;

/** The filled members are `M%` of the players `filled<place>`. */
export const formatFilledPlayer = (place: number): string => `filled${place}`;

export async function fillSite(owner: Database, size: FilledSize): Promise<void> {
  const { first } = await owner.one<{ first: bigint }>(sql`select max(member_id) + 1 as first from member`);
  const steps: readonly (readonly [string, readonly Sql[]])[] = [
    ['members', memberRows(size, first)],
    ['transfers of banks', movementRows(size, first)],
    ['withdrawals', withdrawalRows(size, first)],
    ['journal', journalRows(size, first)],
    ['rounds', roundRows(size, first)],
    ['entries', entryRows(size, first)],
    ['requests', requestRows(size, first)],
    ['cases', caseRows(size, first)],
    ['codes', codeRows()],
    ['sums', sumRows()],
  ];
  const indexes = await dropIndexes(owner);
  const all = [
    ...steps,
    ['indexes', indexes.map(({ definition }) => ({ strings: [definition], values: [] }))] as const,
  ];
  for (const [name, statements] of all) {
    const startedAt = performance.now();
    await owner.transaction(async (tx) => {
      await prepare(tx);
      for (const statement of statements) await tx.execute(statement);
    });
    console.log(`filled ${name} in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
}

async function prepare(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`);
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local work_mem = '256MB'`);
  await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
}

/** Indexes of the largest tables that no constraint needs: made again at once, they take a fraction of the time. */
async function dropIndexes(owner: Database): Promise<readonly { readonly definition: string }[]> {
  const indexes = await owner.rows<{ name: string; definition: string }>(sql`
    select quote_ident(indexname) as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any(${LARGE}::text[]) and not exists (
      select from pg_constraint where conname = indexname) order by indexname`);
  for (const { name } of indexes) await owner.execute({ strings: [`drop index ${name}`], values: [] });
  return indexes;
}

const yearAgo = sql`(date_trunc('day', now()) - ${DAYS}::int * interval '1 day')`;
/** The moment of number n of all within the year. */
const momentOf = (n: Sql, all: number): Sql =>
  sql`(${yearAgo} + (${n}) * interval '1 second' * (${DAYS * 86_400}::float8 / ${all}::float8))`;
/** Of deposit k, in ten-thousandths: 100 to 5,000 baht in steps of 100. */
const amountOf = (k: Sql): Sql => sql`((100 + ${k} * 37 % 50 * 100) * 10000::bigint)`;
const half = (amount: Sql): Sql => sql`(${amount} / 2)`;

type Counts = { readonly depositors: number; readonly deposits: number; readonly credited: number };
const countOf = ({ members, movements }: FilledSize): Counts => {
  const deposits = Math.trunc(movements / 2);
  return { depositors: Math.trunc(members / 2), deposits, credited: deposits - UNMATCHED };
};
const placeOf = ({ depositors }: Counts): Sql => sql`(k % ${depositors}::int)`;
/** Deposits of the member of deposit k before it. */
const beforeOf = (counts: Counts): Sql => sql`(select coalesce(sum(${amountOf(sql`earlier`)}), 0)::bigint
  from generate_series(k % ${counts.depositors}::int, k - 1, ${counts.depositors}::int) as earlier)`;

function memberRows(size: FilledSize, first: bigint): Sql[] {
  const { depositors, credited } = countOf(size);
  const [one = [], two = [], three = []] = surnameParts;
  const part = (parts: readonly string[], of: Sql): Sql =>
    sql`(${[...parts]}::text[])[1 + (${of}) % ${parts.length}::int]`;
  return [
    sql`insert into member (site_id, member_id, phone, password_hash, player_id, bank_code, bank_account, first_name, last_name,
      is_name_verified, accepts_bonus, affiliate_key, referrer_id, is_locked, play_break_until, total_deposit_e4, total_withdraw_e4,
      registered_at, last_login_at)
    select ${site}, ${first}::bigint + i, '09' || lpad(i::text, 8, '0'), 'none', 'filled' || i,
      (array['002', '004', '006', '014', '025'])[1 + i % 5], '9' || lpad(i::text, 9, '0'),
      ${part(firstNames, sql`i`)},
      ${part(one, sql`i / 7`)} || ${part(two, sql`i / 11`)} || ${part(three, sql`i / 13`)},
      true, i % 4 = 0, 'f' || lpad(to_hex(i), 9, '0'), case when i % 10 = 9 then ${first}::bigint + i / 10 end,
      i % 200 = 7, case when i % 500 = 9 then now() + interval '20 days' end, money.sum, money.sum / 2,
      ${momentOf(sql`i`, size.members)}, case when i % 3 > 0 then ${momentOf(sql`i + (${size.members}::int - i) * (i % 97) / 97.0`, size.members)} end
    from generate_series(0, ${size.members - 1}::int) as i
    cross join lateral (select coalesce(sum(${amountOf(sql`k`)}), 0)::bigint as sum
      from generate_series(i, ${credited - 1}::int, ${depositors}::int) as k where i < ${depositors}::int) as money`,
    sql`select setval(pg_get_serial_sequence('member', 'member_id'), (select max(member_id) from member))`,
    sql`insert into ledger_owner (site_id, owner_id) select site_id, member_id from member where site_id = ${site} and member_id >= ${first}::bigint`,
    sql`insert into ledger_balance (site_id, owner_id, kind, balance_e4)
      select site_id, member_id, kind, case when kind = ${kind('game')} then total_deposit_e4 - total_withdraw_e4 else 0 end
      from member cross join (values (${kind('game')}::int), (${kind('withdrawalHeld')}::int)) as kinds (kind)
      where site_id = ${site} and member_id >= ${first}::bigint and member_id < ${first}::bigint + ${depositors}::int`,
  ];
}

function movementRows(size: FilledSize, first: bigint): Sql[] {
  const counts = countOf(size);
  const { deposits, credited } = counts;
  const at = momentOf(sql`k`, deposits);
  const [movement, deposit] = [sql`${MOVEMENTS_FROM}::bigint + k`, sql`${DEPOSITS_FROM}::bigint + k`];
  const all = sql`generate_series(0, ${deposits - 1}::int) as k`;
  const member = sql`${first}::bigint + ${placeOf(counts)}`;
  const isCredited = sql`k < ${credited}::int`;
  return [
    sql`insert into receiving_account (site_id, kind, bank_code, account, holder_name, active_from)
      select ${site}, 'bank', '014', '55500011' || n, 'CHABA', now() - interval '2 years' from generate_series(10, 13) as n`,
    sql`insert into bank_movement (site_id, bank_movement_id, receiving_account_id, state, step, first_seen, amount_e4, transferred_at,
        sending_bank, trans_ref, sender_bank, sender_account, sender_name, current_site_id, current_member_id, current_deposit_id, is_unmatched,
        had_deposit, created_at)
      select ${site}, ${movement}, account.first + k % 4, case when ${isCredited} then 'credited' else 'seen' end,
        case when ${isCredited} then 2 else 1 end, 'feed', ${amountOf(sql`k`)}, ${at}, '014', 'REF' || k, '014', 'xxxxxx' || lpad((k % 10000)::text, 4, '0'),
        (${[...firstNames]}::text[])[1 + k % 20], case when ${isCredited} then ${site} end, case when ${isCredited} then ${member} end,
        case when ${isCredited} then ${deposit} end, not ${isCredited}, ${isCredited}, ${at}
      from ${all} cross join (select min(receiving_account_id) as first from receiving_account where site_id = ${site} and account like '55500011%') as account`,
    sql`insert into bank_movement_step (site_id, bank_movement_id, step, state, previous_state, decided_by, decided_at)
      select ${site}, ${movement}, step, case step when 1 then 'seen' else 'credited' end, case step when 2 then 'seen' end, 'system', ${at}
      from ${all} cross join generate_series(1, 2) as step where step = 1 or ${isCredited}`,
    sql`insert into deposit (site_id, deposit_id, member_id, receiving_account_id, state, amount_e4, transferred_at, credited_at,
        created_at, changed_at, movement_site_id, bank_movement_id)
      select ${site}, ${deposit}, current_member_id, receiving_account_id, 'credited', amount_e4, transferred_at, transferred_at, created_at,
        created_at, ${site}, bank_movement_id
      from generate_series(0, ${credited - 1}::int) as k join bank_movement on site_id = ${site} and bank_movement_id = ${movement}`,
    sql`insert into slip (site_id, member_id, sending_bank, trans_ref, state, first_sent_at, created_at, credited_key, movement_site_id, bank_movement_id)
      select ${site}, ${member}, '014', 'REF' || k, 'credited', ${at}, ${at}, 'deposit:' || k, ${site}, ${movement}
      from generate_series(0, ${credited - 1}::int) as k`,
  ];
}

function withdrawalRows(size: FilledSize, first: bigint): Sql[] {
  const counts = countOf(size);
  const at = sql`${momentOf(sql`k`, counts.deposits)} + interval '1 hour'`;
  const all = sql`generate_series(0, ${counts.credited - 1}::int) as k`;
  return [
    sql`insert into withdrawal (site_id, withdrawal_id, member_id, amount_e4, state, idempotency_key, bank_code, account, holder_name,
        decided_by, decided_at, closed_at, created_at, changed_at)
      select ${site}, ${WITHDRAWALS_FROM}::bigint + k, ${first}::bigint + ${placeOf(counts)}, ${half(amountOf(sql`k`))}, 'paid', 'w' || k,
        '014', '9' || lpad(${placeOf(counts)}::text, 9, '0'), 'BENCH', 'system', ${at}, ${at}, ${at}, ${at}
      from ${all}`,
    sql`insert into bank_payout (site_id, payout_id, withdrawal_id, state, attempts, created_at, submitted_at, last_submitted_at)
      select ${site}, 'filled' || k, ${WITHDRAWALS_FROM}::bigint + k, 'done', 1, ${at}, ${at}, ${at} from ${all}`,
    sql`select setval('movement_number', ${NUMBERS_TO}::bigint)`,
  ];
}

/** Each deposit, the hold of its withdrawal, and the payout, in the order of the lane. */
function journalRows(size: FilledSize, first: bigint): Sql[] {
  const counts = countOf(size);
  const [own, held, bank, payouts] = [kind('game'), kind('withdrawalHeld'), kind('bank'), kind('payouts')];
  const before = half(sql`before`);
  const at = momentOf(sql`k`, counts.deposits);
  return [
    sql`insert into ledger_transfer (site_id, owner_id, transfer_id, from_kind, to_kind, amount_e4, from_balance_e4, to_balance_e4,
        created_at, reason, key, is_keyed)
      select ${site}, ${first}::bigint + ${placeOf(counts)}, 64 * (lane.last_sequence + 3 * k::bigint + step.n), step.source, step.target, step.amount,
        step.left_e4, step.right_e4, ${at} + step.n * interval '1 minute', step.reason, step.name || k, step.n = 1
      from generate_series(0, ${counts.credited - 1}::int) as k
      cross join lateral (select ${amountOf(sql`k`)} as amount, ${beforeOf(counts)} as before) as given
      cross join (select last_sequence from ledger_lane where site_id = ${site} and lane = 0) as lane
      cross join lateral (values
        (1, ${bank}::smallint, ${own}::smallint, amount, null, ${before} + amount, 'deposit', 'filled:deposit:'),
        (2, ${own}::smallint, ${held}::smallint, ${half(sql`amount`)}, ${before} + ${half(sql`amount`)}, ${half(sql`amount`)}, 'withdrawal', 'filled:hold:'),
        (3, ${held}::smallint, ${payouts}::smallint, ${half(sql`amount`)}, 0, null, 'withdrawal', 'filled:payout:')
      ) as step (n, source, target, amount, left_e4, right_e4, reason, name)`,
    sql`update ledger_lane set last_sequence = last_sequence + 3 * ${counts.credited}::bigint where site_id = ${site} and lane = 0`,
    sql`insert into ledger_house_balance as stored (site_id, kind, lane, balance_e4)
      select ${site}, kind, 0, sum(amount) from (
        select ${bank}::int as kind, -total_deposit_e4 as amount from member where site_id = ${site} and member_id >= ${first}::bigint
        union all select ${payouts}::int, total_withdraw_e4 from member where site_id = ${site} and member_id >= ${first}::bigint
      ) as sums group by kind
      on conflict (site_id, kind, lane) do update set balance_e4 = stored.balance_e4 + excluded.balance_e4`,
  ];
}

function roundRows(size: FilledSize, first: bigint): Sql[] {
  const players = Math.trunc(size.members * PLAYERS_SHARE);
  const ofBiggest = Math.trunc(size.rounds * BIGGEST_SHARE);
  const each = Math.ceil((size.rounds - ofBiggest) / players);
  const columns = sql`(site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, opened_at, settled_at)`;
  const values = (
    id: Sql,
    at: Sql,
  ): Sql => sql`'test', ${id}, 'game-' || n % ${GAMES}::int, 'closed', 100000, (n % 3) * 60000, 100000,
    jsonb_build_array(jsonb_build_object('txId', ${id} || 'b', 'stake', '100000', 'state', 'settled')), ${at}, ${at} + interval '3 seconds'`;
  // By time, so that the ranges of the BRIN index are those of the product.
  return [
    sql`insert into game_round ${columns}
      select ${site}, ${first}::bigint + 1 + p, ${values(sql`'r' || n || '-' || p`, momentOf(sql`(n + p / ${players}::float8)`, each))}
      from generate_series(0, ${each - 1}::int) as n cross join generate_series(0, ${players - 1}::int) as p`,
    sql`insert into game_round ${columns}
      select ${site}, ${first}::bigint, ${values(sql`'big' || n`, momentOf(sql`n`, ofBiggest))}
      from generate_series(0, ${ofBiggest - 1}::int) as n`,
    sql`insert into open_round_scan (site_id, scanned_until) values (${site}, now()) on conflict (site_id) do update set scanned_until = now()`,
    sql`insert into member_game (site_id, member_id, provider, game_code, played_at)
      select ${site}, ${first}::bigint, 'test', 'game-' || n, now() from generate_series(0, ${GAMES - 1}::int) as n`,
  ];
}

/** One chain, each entry with the hash of the one before. */
function entryRows(size: FilledSize, first: bigint): Sql[] {
  const content = (n: Sql): Sql => sql`json_build_object('v', 1,
    'actedMs', (extract(epoch from ${momentOf(n, size.entries)}) * 1000)::bigint,
    'operator', (array['demo-payments', 'demo-payments-2', 'demo-risk', 'demo-support', 'demo-finance'])[1 + (${n} % 5)::int], 'role', 'payments',
    'channel', 'web', 'action', (array['withdrawal.approve', 'withdrawal.reject', 'deposit.attach', 'member.lock', 'member.reveal'])[1 + (${n} / 5 % 5)::int],
    'subject', 'W' || (${WITHDRAWALS_FROM}::bigint + ${n}), 'outcome', (array['done', 'done', 'done', 'requested', 'refused'])[1 + (${n} / 25 % 5)::int],
    'reason', 'checked', 'member', (${first}::bigint + ${n} % 1000)::text, 'waitedSeconds', ${n} % 600, 'targetSeconds', 180)::text`;
  return [
    sql`insert into audit_head (site_id) values (${site}) on conflict do nothing`,
    sql`insert into audit_entry (site_id, sequence, previous_hash, content)
      with recursive chain (sequence, previous_hash, content) as (
        select 1::bigint, decode(repeat('00', 32), 'hex'), ${content(sql`1::bigint`)}
        union all
        select sequence + 1, sha256(previous_hash || (${String(SITE)} || ':' || sequence || ':' || content)::bytea), ${content(sql`(sequence + 1)`)}
        from chain where sequence < ${size.entries}::bigint
      )
      select ${site}, sequence, previous_hash, content from chain`,
  ];
}

/** Requests of two people: those of the last day are open, the others expired undecided. */
function requestRows(size: FilledSize, first: bigint): Sql[] {
  const count = Math.trunc(size.entries / ENTRIES_A_REQUEST);
  const subject = sql`'balance of member ' || (${first}::bigint + n % 1000)`;
  return [
    sql`insert into operator (name, display_name, is_demo, disabled_at) values ('filled-operator', 'Filled', true, now())
      on conflict do nothing`,
    sql`insert into operator_role (site_id, operator_id, role) select ${site}, operator_id, 'support' from operator
      where name = 'filled-operator' on conflict do nothing`,
    sql`insert into approval_request (site_id, content, requested_by, requested_role, requested_at, expires_at)
      select ${site}, json_build_object('action', case when n % 2 = 0 then 'adjustment.credit' else 'member.identity' end,
          'subject', case when n % 2 = 0 then ${subject} else 'member ' || (${first}::bigint + n % 1000) end,
          'input', json_build_object(), 'facts', json_build_object('memberId', (${first}::bigint + n % 1000)::text,
          'adjustmentKind', 'goodwill', 'amount', '100.00', 'evidence', 'chat', 'notice', 'goodwill', 'turnoverTimes', '0'),
          'reason', 'checked')::text, operator_id, 'support', moment, moment + interval '1 day'
      from generate_series(1, ${count}::int) as n cross join lateral (select ${momentOf(sql`n`, count)} as moment) as made
      cross join operator where operator.name = 'filled-operator' order by n`,
  ];
}

function caseRows(size: FilledSize, first: bigint): Sql[] {
  const some = (every: number): Sql => sql`generate_series(0, ${size.members - 1}::int, ${every}::int) as i`;
  const member = sql`${first}::bigint + i`;
  const at = momentOf(sql`i`, size.members);
  return [
    sql`insert into member_note (site_id, member_id, text, written_by, created_at)
      select ${site}, ${member}, 'called about a transfer', 'demo-support', ${at} from ${some(10)}`,
    sql`insert into tag (site_id, tag) select ${site}, unnest(${[...TAGS]}::text[]) on conflict do nothing`,
    sql`insert into member_tag (site_id, member_id, tag, set_by) select ${site}, ${member}, (${[...TAGS]}::text[])[1 + i / 5 % 5], 'demo-support' from ${some(5)}`,
    sql`insert into contact (site_id, member_id, channel, direction, summary, written_by, created_at)
      select ${site}, ${member}, (array['phone', 'line', 'other'])[1 + i / 10 % 3], 'in', 'asked about a withdrawal', 'demo-support', ${at} from ${some(10)}`,
    sql`insert into complaint (site_id, member_id, category, channel, summary, state, opened_by, opened_at, due_at, answer, answered_at,
        outcome, closed_by, closed_at)
      select ${site}, ${member}, (array['deposit', 'withdrawal', 'bonus', 'game'])[1 + i / 50 % 4], 'phone', 'the transfer is missing',
        case when is_open then 'open' else 'closed' end, 'demo-support', ${at}, ${at} + interval '7 days',
        case when not is_open then 'credited' end, case when not is_open then ${at} end, case when not is_open then 'upheld' end,
        case when not is_open then 'demo-support' end, case when not is_open then ${at} end
      from ${some(50)} cross join lateral (select i >= ${size.members - 50 * COMPLAINTS_OPEN}::int as is_open) as state`,
    sql`insert into security_event (site_id, kind, member_id, subject, hour, first_at, last_at)
      select ${site}, 'signed_in', ${first}::bigint + case when i % 1000 = 0 then 0 else i end, 'device ' || i % 7, date_trunc('hour', ${at}), ${at}, ${at}
      from ${some(1)} on conflict do nothing`,
    sql`insert into member_limit_change (site_id, member_id, kind, span, action, amount_e4, changed_at)
      select ${site}, ${member}, 'deposit', 'day', 'set', 10000000, ${at} from ${some(50)}`,
    sql`insert into risk_alert (site_id, rule, member_id, mark, figure, threshold, found_at, state, verdict, decided_by, decided_at)
      select ${site}, 'deposits-a-day', ${member}, 'day ' || i, 6, 5, ${at}, case when i % 20 = 0 then 'open' else 'cleared' end,
        case when i % 20 > 0 then 'different' end, case when i % 20 > 0 then 'demo-risk' end, case when i % 20 > 0 then ${at} end
      from ${some(Math.max(1, Math.trunc(size.members / 4_001)))}`,
    sql`insert into block_entry (site_id, kind, value, label, reason, added_by)
      select ${site}, 'phone', '06' || lpad(i::text, 8, '0'), 'xxx', 'fraud at another site', 'demo-risk' from ${some(100)}`,
  ];
}

function codeRows(): Sql[] {
  return [
    sql`insert into code_batch (site_id, prefix, codes, made_by)
      select ${site}, 'B' || n || '-', ${CODES_OF_BATCH}, 'demo-marketing' from generate_series(1, ${CODES / CODES_OF_BATCH}::int) as n`,
    sql`insert into item_code (site_id, code, amount_e4, uses_max, batch_id)
      select ${site}, 'B' || n / ${CODES_OF_BATCH}::int || '-' || n, 1000000, 1, first + n / ${CODES_OF_BATCH}::int
      from generate_series(0, ${CODES - 1}::int) as n
      cross join (select min(batch_id) as first from code_batch where site_id = ${site}) as batch`,
  ];
}

/** The sums that the jobs would have added: of money from the journal, of play by slices. */
function sumRows(): Sql[] {
  const now = sql`date_trunc('hour', now())`;
  const journal = sql`from ledger_transfer where site_id = ${site} and created_at < ${now}`;
  const amount = (is: Sql): Sql => sql`coalesce(sum(amount_e4) filter (where ${is}), 0)::bigint`;
  return [
    sql`insert into report_money_hour (site_id, hour, from_kind, to_kind, reason, transfers, amount_e4)
      select ${site}, date_trunc('hour', created_at), from_kind, to_kind, reason, count(*), sum(amount_e4) ${journal} group by 2, 3, 4, 5`,
    sql`insert into report_house_balance (site_id, at, kind, balance_e4)
      select ${site}, at, kind, sum(coalesce(change, 0)) over (partition by kind order by at)
      from (select ${yearAgo} + n * interval '1 hour' as at, kind from generate_series(1, (extract(epoch from ${now} - (${yearAgo})) / 3600)::int) as n
        cross join (values (${kind('bank')}::int), (${kind('payouts')}::int)) as kinds (kind)) as hours
      left join (
        select hour + interval '1 hour' as at, side.kind, sum(side.change)::bigint as change from report_money_hour
        cross join lateral (values (from_kind, -amount_e4), (to_kind, amount_e4)) as side (kind, change)
        where site_id = ${site} and side.kind >= 100 group by 1, 2) as changed using (at, kind)`,
    sql`insert into report_member_day (site_id, day, member_id, deposit_e4, withdrawal_e4, bets, stake_e4, payout_e4, prize_e4, tip_e4, gift_e4)
      select ${site}, (created_at at time zone 'Asia/Bangkok')::date, owner_id, ${amount(sql`from_kind = ${kind('bank')}`)},
        ${amount(sql`to_kind = ${kind('payouts')}`)}, 0, 0, 0, 0, 0, 0 ${journal} group by 2, 3 order by 2, 3`,
    sql`insert into report_hour (site_id, hour, registered, players)
      select ${site}, hour, 0, 0 from generate_series(${yearAgo}, ${now} - interval '1 hour', interval '1 hour') as hour`,
    sql`update report_hour set registered = counted.members from (
        select date_trunc('hour', registered_at) as hour, count(*)::int as members from member where site_id = ${site} group by 1) as counted
      where report_hour.site_id = ${site} and report_hour.hour = counted.hour`,
    sql`insert into report_play_slice (site_id, slice, provider, game_code, bets, stake_e4, payout_e4, prize_e4, tip_e4)
      select ${site}, slice, 'test', 'game-' || n, 20, 2000000, 1900000, 0, 0
      from generate_series(${yearAgo}, ${now}, interval '10 minutes') as slice cross join generate_series(0, ${GAMES - 1}::int) as n`,
    sql`insert into report_day (site_id, day)
      select ${site}, day::date from generate_series((${yearAgo} at time zone 'Asia/Bangkok')::date, (now() at time zone 'Asia/Bangkok')::date - 1, interval '1 day') as day`,
    sql`insert into report_progress (site_id, hours_until, slices_until, last_member_id)
      select ${site}, ${now}, ${now}, max(member_id) from member where site_id = ${site}`,
  ];
}
