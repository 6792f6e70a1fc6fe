// SQL of promotions. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import { type Money, money } from '@chaba/money';
import { type Bonus, parseStoredBonus, toStoredBonus } from '@chaba/promotions/kinds';
import type { BetTerms, Measure, OfferTerms } from '@chaba/promotions/offer';

export type Promotion = OfferTerms & {
  readonly id: string;
  readonly title: string;
  readonly imageUrl: string;
  readonly sortOrder: number;
  /** Deposits that the promotion applies to. */
  readonly usable: 'first_deposit' | 'daily' | 'always';
  /** Bet terms until the turnover is done; undefined: no restrictions. */
  readonly bets?: BetTerms;
  /** All bonuses together give at most this; undefined: no ceiling. */
  readonly budget?: Money | undefined;
};

/** `given`: the sum of all bonuses so far. `version`: of the terms in force; 0: not published yet. */
export type ListedPromotion = Promotion & {
  readonly isOffered: boolean;
  readonly given: Money;
  readonly version: number;
};

export type PromotionVersion = {
  readonly version: number;
  readonly promotion: ListedPromotion;
  /** Of the two people who published it. */
  readonly requestId: bigint | null;
  readonly publishedAt: Date;
};

type PromotionRow = {
  promotion_id: string;
  title: string;
  image_url: string;
  minimum_deposit_e4: Money;
  turnover_type: number;
  turnover_amount: bigint;
  bonus_max_type: number;
  bonus_max: bigint;
  withdraw_max_type: number;
  withdraw_max: bigint;
  bonus_type: string;
  bonus_value: bigint;
  bonus_figures: unknown;
  sort_order: number;
  usable: Promotion['usable'];
  is_offered: boolean;
  bet_max_e4: Money;
  excluded_games: string[];
  weights: Readonly<Record<string, number>>;
  budget_e4: Money | null;
  given_e4: Money;
  version: number;
};

const termColumns = sql`title, image_url, minimum_deposit_e4, turnover_type, turnover_amount, bonus_max_type,
  bonus_max, withdraw_max_type, withdraw_max, bonus_type, bonus_value, bonus_figures, sort_order, usable, is_offered, bet_max_e4,
  excluded_games, weights`;

/** All promotions including ended ones, in the site's order. */
export async function listAllPromotions(database: Queryable, siteId: number): Promise<ListedPromotion[]> {
  const rows = await database.rows<PromotionRow>(sql`
    select promotion_id, ${termColumns}, budget_e4, coalesce(given_e4, 0) as given_e4, coalesce(
      (select max(version) from promotion_version as published
        where published.site_id = promotion.site_id and published.promotion_id = promotion.promotion_id), 1) as version
    from promotion left join promotion_budget using (site_id, promotion_id)
    where site_id = ${siteId} order by sort_order, promotion_id
  `);
  return rows.flatMap((row) => toPromotion(row) ?? []);
}

/** The published versions of a promotion, newest first. */
export async function listVersions(
  database: Queryable,
  siteId: number,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<PromotionVersion[]> {
  const rows = await database.rows<PromotionRow & { request_id: bigint | null; published_at: Date }>(sql`
    select published.promotion_id, ${termColumns}, published.budget_e4, 0::bigint as given_e4, published.version, published.request_id,
      published.published_at
    from promotion_version as published, jsonb_populate_record(null::promotion, published.terms) as stored
    where published.site_id = ${siteId} and published.promotion_id = ${id}
    order by published.version desc limit ${limit}
  `);
  return rows.flatMap((row) => {
    const promotion = toPromotion(row);
    if (!promotion) return [];
    return [{ version: row.version, promotion, requestId: row.request_id, publishedAt: row.published_at }];
  });
}

/** Locks the promotion and its sum; no grant of it and no other version is written meanwhile. */
export async function lockPromotion(tx: Transaction, siteId: number, id: string): Promise<void> {
  await tx.rows(sql`select from promotion where site_id = ${siteId} and promotion_id = ${id} for no key update`);
  await tx.rows(sql`select from promotion_budget where site_id = ${siteId} and promotion_id = ${id} for update`);
}

/** Writes the ceiling, and the sum as the grants have it. */
export async function writeBudget(
  tx: Transaction,
  siteId: number,
  { id, budget }: Pick<Promotion, 'id' | 'budget'>,
): Promise<void> {
  await tx.execute(sql`
    insert into promotion_budget (site_id, promotion_id, budget_e4, given_e4)
    select ${siteId}, ${id}, ${budget ?? null}::bigint, coalesce(sum(bonus_e4), 0) from bonus_grant
    where site_id = ${siteId} and promotion_id = ${id}
    on conflict (site_id, promotion_id) do update set budget_e4 = excluded.budget_e4, given_e4 = excluded.given_e4
  `);
}

/** Adds a bonus to the sum. False if it would pass the ceiling, or the promotion is not offered any more. */
export async function addGiven(
  tx: Transaction,
  siteId: number,
  { id, bonus }: { readonly id: string; readonly bonus: Money },
): Promise<boolean> {
  const written = await tx.execute(sql`
    insert into promotion_budget (site_id, promotion_id, given_e4)
    select site_id, promotion_id, ${bonus}::bigint from promotion
    where site_id = ${siteId} and promotion_id = ${id} and is_offered
    on conflict (site_id, promotion_id) do update set given_e4 = promotion_budget.given_e4 + excluded.given_e4
    where promotion_budget.budget_e4 is null or promotion_budget.given_e4 + excluded.given_e4 <= promotion_budget.budget_e4
  `);
  return written === 1;
}

/** Keeps the terms as they stand now as the next version. */
export async function insertVersion(
  tx: Transaction,
  siteId: number,
  { id, requestId }: { readonly id: string; readonly requestId: bigint | undefined },
): Promise<void> {
  await tx.execute(sql`
    insert into promotion_version (site_id, promotion_id, version, terms, budget_e4, request_id)
    select site_id, promotion_id,
      (select coalesce(max(version), 0) + 1 from promotion_version where site_id = ${siteId} and promotion_id = ${id}),
      to_jsonb(promotion), (select budget_e4 from promotion_budget where site_id = ${siteId} and promotion_id = ${id}),
      ${requestId ?? null}::bigint
    from promotion where site_id = ${siteId} and promotion_id = ${id}
  `);
}

/** Undefined: a bonus that is malformed or of a kind that this version does not have; the audit reports it. */
function toPromotion(row: PromotionRow): ListedPromotion | undefined {
  const bonus = parseStoredBonus(row.bonus_type, { value: row.bonus_value, figures: row.bonus_figures });
  if (!bonus) return undefined;
  return {
    id: row.promotion_id,
    title: row.title,
    imageUrl: row.image_url,
    minimumDeposit: row.minimum_deposit_e4,
    turnover: toMeasure(row.turnover_type, row.turnover_amount),
    bonusMax: toMeasure(row.bonus_max_type, row.bonus_max),
    withdrawMax: toMeasure(row.withdraw_max_type, row.withdraw_max),
    bonus,
    sortOrder: row.sort_order,
    usable: row.usable,
    bets: {
      betMax: row.bet_max_e4 === 0n ? undefined : row.bet_max_e4,
      excluded: row.excluded_games,
      weights: row.weights,
    },
    isOffered: row.is_offered,
    budget: row.budget_e4 ?? undefined,
    given: row.given_e4,
    version: row.version,
  };
}

/** False if the id exists. */
export async function insertPromotion(
  tx: Transaction,
  siteId: number,
  promotion: Promotion & { readonly isOffered?: boolean },
): Promise<boolean> {
  const { turnover, bonusMax, withdrawMax, bonus, bets } = toColumns(promotion);
  const written = await tx.execute(sql`
    insert into promotion (site_id, promotion_id, title, image_url, minimum_deposit_e4, turnover_type, turnover_amount,
      bonus_max_type, bonus_max, withdraw_max_type, withdraw_max, bonus_type, bonus_value, bonus_figures, sort_order,
      usable, bet_max_e4, excluded_games, weights, is_offered)
    values (${siteId}, ${promotion.id}, ${promotion.title}, ${promotion.imageUrl}, ${promotion.minimumDeposit},
      ${turnover.type}, ${turnover.value}, ${bonusMax.type}, ${bonusMax.value}, ${withdrawMax.type}, ${withdrawMax.value},
      ${bonus.type}, ${bonus.value}, ${bonus.figures}::jsonb, ${promotion.sortOrder}, ${promotion.usable}, ${bets.betMax}, ${bets.excluded}::text[],
      ${bets.weights}::jsonb, ${promotion.isOffered ?? true})
    on conflict (site_id, promotion_id) do nothing
  `);
  return written === 1;
}

/** Granted bonuses keep their own copy of the terms. */
export async function updatePromotion(tx: Transaction, siteId: number, promotion: ListedPromotion): Promise<boolean> {
  const { turnover, bonusMax, withdrawMax, bonus, bets } = toColumns(promotion);
  const written = await tx.execute(sql`
    update promotion set title = ${promotion.title}, minimum_deposit_e4 = ${promotion.minimumDeposit},
      turnover_type = ${turnover.type}, turnover_amount = ${turnover.value}, bonus_max_type = ${bonusMax.type},
      bonus_max = ${bonusMax.value}, withdraw_max_type = ${withdrawMax.type}, withdraw_max = ${withdrawMax.value},
      bonus_type = ${bonus.type}, bonus_value = ${bonus.value}, bonus_figures = ${bonus.figures}::jsonb, sort_order = ${promotion.sortOrder}, usable = ${promotion.usable},
      bet_max_e4 = ${bets.betMax}, excluded_games = ${bets.excluded}::text[], weights = ${bets.weights}::jsonb,
      is_offered = ${promotion.isOffered}
    where site_id = ${siteId} and promotion_id = ${promotion.id}
  `);
  return written === 1;
}

/** False if it is not offered. */
export async function withdrawPromotion(tx: Transaction, siteId: number, id: string): Promise<boolean> {
  const changed = await tx.execute(sql`
    update promotion set is_offered = false where site_id = ${siteId} and promotion_id = ${id} and is_offered
  `);
  return changed === 1;
}

const TIMES = 1;
const BAHT = 2;

function toColumns(promotion: Promotion) {
  const { bonus, bets } = promotion;
  return {
    turnover: toMeasureColumns(promotion.turnover),
    bonusMax: toMeasureColumns(promotion.bonusMax),
    withdrawMax: toMeasureColumns(promotion.withdrawMax),
    bonus: toBonusColumns(bonus),
    bets: {
      betMax: bets?.betMax ?? 0n,
      excluded: bets?.excluded ?? [],
      weights: JSON.stringify(bets?.weights ?? {}),
    },
  };
}

function toBonusColumns(bonus: Bonus) {
  const { value, figures } = toStoredBonus(bonus);
  return { type: bonus.kind, value, figures: figures === null ? null : JSON.stringify(figures) };
}

function toMeasure(type: number, value: bigint): Measure {
  return type === TIMES ? { unit: 'times', hundredths: Number(value) } : { unit: 'baht', amount: money(value) };
}

function toMeasureColumns(measure: Measure): { type: number; value: bigint } {
  return measure.unit === 'times'
    ? { type: TIMES, value: BigInt(measure.hundredths) }
    : { type: BAHT, value: measure.amount };
}
