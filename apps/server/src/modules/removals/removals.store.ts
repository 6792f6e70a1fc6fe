// SQL of removals. Contains no decisions.
//
// Elsewhere: definition of a removal (removals.ts), the tables (packages/database/migrations/0010_bonuses.sql).

import { type Queryable, sql, type Transaction } from '@chaba/database';
import { type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

/** Own money of another requirement in a removal: the maximum that stays under its cap, or what was removed. */
export type OtherOwn = { readonly requirementNo: number; readonly own: Money };

export type NewRemoval = {
  readonly memberId: bigint;
  readonly requirementNo: number;
  /** Account of the removed money: the member's residual wallet, or the house. */
  readonly account: 'residual' | 'residualTaken';
  /** Playable money before the removal, less debts. */
  readonly funds: Money;
  /** Maximum that may stay. */
  readonly own: Money;
  /** Amount removed before own money stays; zero for a cap. */
  readonly bonus: Money;
  readonly others?: readonly OtherOwn[];
  /** Requirements that began after the payout's request, and the part of the removal that was their own money. */
  readonly later?: readonly OtherOwn[];
  /** The payout that is submitted with it; undefined: the requirement ends with the removal. */
  readonly withdrawalId?: bigint | undefined;
  /** The amount taken with a bonus or code that ends here; undefined: nothing. */
  readonly taken?: Pick<Taking, 'amount' | 'gift'> | undefined;
};

/** An amount taken with a bonus or code, by its end or by a later result; below zero: came back. */
export type Taking = {
  readonly takingNo: number;
  /** The taking from which the amount comes back; its own number: from none. */
  readonly sourceNo: number;
  readonly amount: Money;
  /** The part that is the bonus or code itself. */
  readonly gift: Money;
  /** Undefined: the end of the bonus. */
  readonly round: Pick<UndoneOfRound, 'provider' | 'roundId'> | undefined;
  /** Not stored yet. */
  readonly isNew: boolean;
};

/** Signed: downward corrections less upward corrections. */
export type UndoneOfRound = { readonly provider: string; readonly roundId: string; readonly undone: Money };

export type Removal = Omit<NewRemoval, 'withdrawalId' | 'others' | 'later' | 'taken'> & {
  readonly removalNo: number;
  readonly removedAt: Date;
  readonly undone: Money;
  /** Each with the results under it that were undone. */
  readonly others: readonly (OtherOwn & { readonly undone: Money })[];
  readonly rounds: readonly UndoneOfRound[];
  /** Oldest first. Of removals to the house only. */
  readonly takings: readonly Taking[];
};

/** Amounts are texts of THB/4. */
type StoredCap = { readonly line: number; readonly own: string; readonly undone: string };

type Row = {
  readonly member_id: bigint;
  readonly removal_no: number;
  readonly requirement_no: number;
  readonly kind: number;
  readonly funds_e4: Money;
  readonly own_e4: Money;
  readonly bonus_e4: Money;
  readonly corrected_e4: Money;
  readonly others: readonly StoredCap[];
  readonly removed_at: Date;
  readonly rounds: readonly { readonly provider: string; readonly roundId: string; readonly undone: string }[];
  readonly takings: readonly StoredTaking[];
};

type StoredTaking = {
  readonly takingNo: number;
  readonly sourceNo: number;
  readonly amount: string;
  readonly gift: string;
  readonly provider: string | null;
  readonly roundId: string | null;
};

/**
 * Where the requirement ends with the removal, the open rounds that were played under it belong to the removal, with
 * their later results. Its time is read under the member's lane: every result that it contains was written before.
 */
export async function insertRemoval(tx: Transaction, siteId: number, removal: NewRemoval): Promise<void> {
  const { memberId, requirementNo, account, funds, own, bonus, others = [], later = [], withdrawalId, taken } = removal;
  const caps = others.map((other) => ({ ...other, undone: zeroMoney }));
  await tx.execute(sql`
    with removal as (
    insert into bonus_removal (site_id, member_id, removal_no, requirement_no, kind, funds_e4, own_e4, bonus_e4, others, later, removed_at,
      withdrawal_id)
    select ${siteId}, ${memberId}::bigint, coalesce(max(removal_no), 0) + 1, ${requirementNo}::int, ${chart[account].kind}::smallint,
      ${funds}::bigint, ${own}::bigint, ${bonus}::bigint, ${storeCaps(caps)}::jsonb,
      ${JSON.stringify(later.map((each) => ({ line: each.requirementNo, own: `${each.own}` })))}::jsonb, clock_timestamp(),
      ${withdrawalId ?? null}::bigint
    from bonus_removal where site_id = ${siteId} and member_id = ${memberId}
    returning removal_no
    ), taking as (
    insert into bonus_taking (site_id, member_id, removal_no, taking_no, source_no, amount_e4, gift_e4, taken_at, counted_at, begun_at)
    select ${siteId}, ${memberId}, removal_no, 1, 1, ${taken?.amount ?? zeroMoney}::bigint, ${taken?.gift ?? zeroMoney}::bigint,
      now(), now(), line.created_at
    from removal join turnover_requirement as line on line.site_id = ${siteId} and line.member_id = ${memberId}
      and line.requirement_no = ${requirementNo}
    where ${taken !== undefined && taken.amount > 0n}
    )
    insert into bonus_removal_round (site_id, member_id, removal_no, provider, round_id, corrected_e4)
    select ${siteId}, ${memberId}, removal_no, provider, round_id, 0
    from removal join open_round on open_round.site_id = ${siteId} and open_round.member_id = ${memberId}
    where ${withdrawalId === undefined} and (open_round.newest_requirement_no >= ${requirementNo} or exists (
      select from jsonb_array_elements(open_round.bets) as bet where (bet ->> 'line')::int >= ${requirementNo}))`);
}

export async function listRemovals(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Removal[]> {
  const rows = await database.rows<Row>(sql`
    select member_id, removal_no, requirement_no, kind::int as kind, funds_e4, own_e4, bonus_e4, corrected_e4, others, removed_at,
      (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'roundId', round_id, 'undone', part.corrected_e4::text)), '[]')
        from bonus_removal_round as part where part.site_id = removal.site_id and part.member_id = removal.member_id
          and part.removal_no = removal.removal_no) as rounds,
      (select coalesce(jsonb_agg(jsonb_build_object('takingNo', taking_no, 'sourceNo', source_no, 'amount', amount_e4::text,
        'gift', gift_e4::text, 'provider', provider, 'roundId', round_id) order by taking_no), '[]')
        from bonus_taking as taking where taking.site_id = removal.site_id and taking.member_id = removal.member_id
          and taking.removal_no = removal.removal_no) as takings
    from bonus_removal as removal
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and returned_at is null
    order by member_id, removal_no`);
  return rows.map((row) => ({
    memberId: row.member_id,
    removalNo: row.removal_no,
    requirementNo: row.requirement_no,
    account: row.kind === chart.residual.kind ? 'residual' : 'residualTaken',
    funds: row.funds_e4,
    own: row.own_e4,
    bonus: row.bonus_e4,
    undone: row.corrected_e4,
    others: row.others.map(toCap),
    removedAt: row.removed_at,
    rounds: row.rounds.map(({ undone, ...round }) => ({ ...round, undone: money(BigInt(undone)) })),
    takings: row.takings.map(toTaking),
  }));
}

const toTaking = ({ amount, gift, provider, roundId, ...numbers }: StoredTaking): Taking => ({
  ...numbers,
  amount: money(BigInt(amount)),
  gift: money(BigInt(gift)),
  round: provider === null || roundId === null ? undefined : { provider, roundId },
  isNew: false,
});

const storeCaps = (caps: Removal['others']): string =>
  JSON.stringify(
    caps.map(({ requirementNo, own, undone }) => ({ line: requirementNo, own: `${own}`, undone: `${undone}` })),
  );

const toCap = ({ line, own, undone }: StoredCap): Removal['others'][number] => ({
  requirementNo: line,
  own: money(BigInt(own)),
  undone: money(BigInt(undone)),
});

/** The figures of a removal that give the amount removed now. */
export type RemovedFigures = Pick<Removal, 'funds' | 'own' | 'bonus' | 'undone' | 'others'>;
type FiguresRow = Omit<RemovedFigures, 'others'> & { readonly others: readonly StoredCap[] };
const figures = sql`funds_e4 as funds, own_e4 as own, bonus_e4 as bonus, corrected_e4 as undone, others`;

type PayoutName = { readonly memberId: bigint; readonly withdrawalId: bigint };

export async function hasRemoval(
  tx: Transaction,
  siteId: number,
  { memberId, withdrawalId }: PayoutName,
): Promise<boolean> {
  const row = await tx.oneOrNone(sql`
    select 1 as one from bonus_removal
    where site_id = ${siteId} and member_id = ${memberId} and withdrawal_id = ${withdrawalId}`);
  return row !== undefined;
}

/** Ends the removal of this payout and returns its amounts; undefined: it has none. */
export async function endRemoval(
  tx: Transaction,
  siteId: number,
  { memberId, withdrawalId }: PayoutName,
): Promise<(RemovedFigures & { readonly later: readonly OtherOwn[] }) | undefined> {
  const row = await tx.oneOrNone<FiguresRow & { readonly later: readonly Omit<StoredCap, 'undone'>[] }>(sql`
    update bonus_removal set returned_at = now()
    where site_id = ${siteId} and member_id = ${memberId} and withdrawal_id = ${withdrawalId} and returned_at is null
    returning ${figures}, later`);
  const later = row?.later.map(({ line, own }) => ({ requirementNo: line, own: money(BigInt(own)) })) ?? [];
  return row && { ...row, others: row.others.map(toCap), later };
}

/** The same for all payouts under a requirement. */
export async function endRemovalsOf(
  tx: Transaction,
  siteId: number,
  { memberId, requirementNo }: { readonly memberId: bigint; readonly requirementNo: number },
): Promise<(RemovedFigures & { readonly withdrawalId: bigint })[]> {
  const rows = await tx.rows<FiguresRow & { readonly withdrawalId: bigint }>(sql`
    update bonus_removal set returned_at = now()
    where site_id = ${siteId} and member_id = ${memberId} and withdrawal_id is not null and returned_at is null
      and (requirement_no = ${requirementNo} or others @> ${JSON.stringify([{ line: requirementNo }])}::jsonb)
    returning withdrawal_id as "withdrawalId", ${figures}`);
  return rows.map((row) => ({ ...row, others: row.others.map(toCap) }));
}

/**
 * Stores changed removals and their new takings. A taking by a result counts when its round does, and what comes back
 * where it had counted; the rounds are written before.
 */
export async function updateRemovals(tx: Transaction, siteId: number, removals: readonly Removal[]): Promise<void> {
  if (removals.length === 0) return;
  const takings = removals.flatMap(({ memberId, removalNo, takings: parts }) =>
    parts.filter(({ isNew }) => isNew).map((part) => ({ ...part, memberId, removalNo })),
  );
  const rounds = removals.flatMap(({ memberId, removalNo, rounds: parts }) =>
    parts.map((part) => ({ ...part, memberId, removalNo })),
  );
  // One statement, because the wallet sends its commit together with its writes.
  await tx.execute(sql`
    with undone as (
    update bonus_removal as removal set corrected_e4 = changed.corrected_e4, others = changed.others
    from unnest(${removals.map(({ memberId }) => memberId)}::bigint[], ${removals.map(({ removalNo }) => removalNo)}::int[],
      ${removals.map(({ undone }) => undone)}::bigint[], ${removals.map(({ others }) => storeCaps(others))}::jsonb[])
      as changed (member_id, removal_no, corrected_e4, others)
    where site_id = ${siteId} and removal.member_id = changed.member_id and removal.removal_no = changed.removal_no
    ), taken as (
    insert into bonus_taking (site_id, member_id, removal_no, taking_no, source_no, amount_e4, gift_e4, provider, round_id,
      taken_at, counted_at, begun_at)
    select ${siteId}, part.*, now(), case when source.site_id is null then settled_at else source.counted_at end,
      coalesce(source.begun_at, settled_at, now())
    from unnest(${takings.map(({ memberId }) => memberId)}::bigint[], ${takings.map(({ removalNo }) => removalNo)}::int[],
      ${takings.map(({ takingNo }) => takingNo)}::int[], ${takings.map(({ sourceNo }) => sourceNo)}::int[],
      ${takings.map(({ amount }) => amount)}::bigint[], ${takings.map(({ gift }) => gift)}::bigint[],
      ${takings.map(({ round }) => round?.provider ?? null)}::text[], ${takings.map(({ round }) => round?.roundId ?? null)}::text[])
      as part (member_id, removal_no, taking_no, source_no, amount_e4, gift_e4, provider, round_id)
    left join bonus_taking as source on source.site_id = ${siteId} and source.member_id = part.member_id
      and source.removal_no = part.removal_no and source.taking_no = part.source_no
    left join game_round as round on round.site_id = ${siteId} and round.member_id = part.member_id
      and round.provider = part.provider and round.round_id = part.round_id
    )
    insert into bonus_removal_round (site_id, member_id, removal_no, provider, round_id, corrected_e4)
    select ${siteId}, part.* from unnest(${rounds.map(({ memberId }) => memberId)}::bigint[],
      ${rounds.map(({ removalNo }) => removalNo)}::int[], ${rounds.map(({ provider }) => provider)}::text[],
      ${rounds.map(({ roundId }) => roundId)}::text[], ${rounds.map(({ undone }) => undone)}::bigint[])
      as part (member_id, removal_no, provider, round_id, corrected_e4)
    on conflict (site_id, member_id, removal_no, provider, round_id) do update set corrected_e4 = excluded.corrected_e4`);
}
