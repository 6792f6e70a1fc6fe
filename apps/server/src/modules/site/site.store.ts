// SQL of sites. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import { type Money, money } from '@chaba/money';

import type { Site } from '#core/site';

/** A site without its catalogue, which is loaded by its version. */
export type SiteRow = Omit<Site, 'catalogue'> & { readonly catalogueVersion: string | null };

export type NewSite = {
  readonly code: string;
  readonly apiKey: string;
  readonly name: string;
  readonly hosts: readonly string[];
  readonly lineId: string;
  readonly theme: string;
  readonly logoUrl: string;
  readonly withdrawMin: Money;
  readonly withdrawMax: Money;
  readonly withdrawAutomaticMax: Money;
  readonly cashbackPercentBp: number;
  readonly cashbackMin: Money;
  readonly affiliateMin: Money;
  readonly affiliateTurnoverTimes: number;
  readonly affiliateLevel1Bp: number;
  readonly affiliateLevel2Bp: number;
  readonly affiliateAutomaticMax: Money;
  /** With the games of the play-money studio; otherwise it begins without providers. */
  readonly hasStandardCatalogue: boolean;
};

/** Settings that an operator may change at run time. Omitted ones stay. */
export type SiteSwitches = {
  readonly name?: string | undefined;
  readonly lineId?: string | undefined;
  readonly appId?: string | undefined;
  readonly partner?: string | undefined;
  readonly prefix?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Given: message and end are those given with it, or none. */
  readonly isInMaintenance?: boolean | undefined;
  readonly maintenanceMessage?: string | undefined;
  readonly maintenanceEndsAt?: Date | undefined;
  readonly isCheckingBankNames?: boolean | undefined;
  readonly canWithdraw?: boolean | undefined;
  readonly isWithdrawAutomatic?: boolean | undefined;
  readonly isCashbackOn?: boolean | undefined;
  readonly isAffiliateOn?: boolean | undefined;
  readonly alertMessage?: string | undefined;
  readonly alertImageUrl?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly theme?: string | undefined;
  readonly wheelScriptUrl?: string | undefined;
  readonly withdrawMin?: Money | undefined;
  readonly withdrawMax?: Money | undefined;
  readonly withdrawAutomaticMax?: Money | undefined;
  readonly depositTurnoverTimes?: number | undefined;
  readonly cashbackPercentBp?: number | undefined;
  readonly cashbackMin?: Money | undefined;
  readonly cashbackImageUrl?: string | undefined;
  readonly affiliateBasis?: Site['affiliate']['basis'] | undefined;
  readonly affiliateMin?: Money | undefined;
  readonly affiliateTurnoverTimes?: number | undefined;
  readonly isAffiliateLevel1On?: boolean | undefined;
  readonly affiliateLevel1Bp?: number | undefined;
  readonly isAffiliateLevel2On?: boolean | undefined;
  readonly affiliateLevel2Bp?: number | undefined;
  readonly isAffiliateAutomatic?: boolean | undefined;
  readonly affiliateAutomaticMax?: Money | undefined;
  readonly affiliateImageUrl?: string | undefined;
};

type Row = {
  site_id: number;
  code: string;
  api_key: string;
  name: string;
  hosts: string[];
  app_id: string;
  partner: string;
  line_id: string;
  prefix: string;
  theme: string;
  logo_url: string;
  alert_image_url: string;
  alert_message: string;
  wheel_script_url: string;
  is_disabled: boolean;
  is_in_maintenance: boolean;
  maintenance_retry_after_s: number;
  maintenance_message: string;
  maintenance_ends_at: Date | null;
  is_checking_bank_names: boolean;
  can_withdraw: boolean;
  withdraw_min_e4: bigint;
  withdraw_max_e4: bigint;
  is_withdraw_automatic: boolean;
  withdraw_automatic_max_e4: bigint;
  deposit_turnover_times: number;
  is_cashback_on: boolean;
  cashback_image_url: string;
  cashback_percent_bp: number;
  cashback_min_e4: bigint;
  is_affiliate_on: boolean;
  affiliate_image_url: string;
  affiliate_basis: 'WINLOSS' | 'TURNOVER' | 'FIRST_DEPOSIT';
  affiliate_min_e4: bigint;
  affiliate_turnover_times: number;
  is_affiliate_level1_on: boolean;
  affiliate_level1_bp: number;
  is_affiliate_level2_on: boolean;
  affiliate_level2_bp: number;
  is_affiliate_automatic: boolean;
  affiliate_automatic_max_e4: bigint;
  version: number;
  catalogue_version: string | null;
  move_state: string | null;
};

/** Site ids of a cell begin at its number times this. */
const IDS_A_CELL = 10_000;

/** Excludes the key that encrypts session tokens; only the wallet reads it. */
const columns = sql`
  site_id, code, api_key, name, hosts, app_id, partner, line_id, prefix, theme, logo_url, alert_image_url,
  alert_message, wheel_script_url, is_disabled, is_in_maintenance, maintenance_retry_after_s, is_checking_bank_names, can_withdraw,
  withdraw_min_e4, withdraw_max_e4, is_withdraw_automatic, withdraw_automatic_max_e4, deposit_turnover_times,
  is_cashback_on, cashback_image_url, cashback_percent_bp, cashback_min_e4, is_affiliate_on, affiliate_image_url,
  maintenance_message, maintenance_ends_at, affiliate_basis, affiliate_min_e4, affiliate_turnover_times, is_affiliate_level1_on, affiliate_level1_bp,
  is_affiliate_level2_on, affiliate_level2_bp, is_affiliate_automatic, affiliate_automatic_max_e4, version, catalogue_version,
  (select state from site_move where site_move.site_id = site.site_id) as move_state
`;

export async function listSites(database: Queryable): Promise<SiteRow[]> {
  const rows = await database.rows<Row>(sql`select ${columns} from site order by site_id`);
  return rows.map(toSite);
}

export async function findSite(database: Queryable, siteId: number): Promise<SiteRow | undefined> {
  const row = await database.oneOrNone<Row>(sql`select ${columns} from site where site_id = ${siteId}`);
  return row && toSite(row);
}

/** The next id of this cell that no site ever had; undefined: all are given. */
export async function findFreeId(tx: Transaction): Promise<number | undefined> {
  const { id } = await tx.one<{ id: number | null }>(sql`
    with cell_range as (select coalesce((select number from cell), 0) * ${IDS_A_CELL}::int as first)
    select nullif(greatest(first, (
      select max(site_id) from (select site_id from site union all select site_id from site_move) as given
      where site_id between first and first + ${IDS_A_CELL}::int - 1)) + 1, first + ${IDS_A_CELL}::int) as id
    from cell_range`);
  return id ?? undefined;
}

/** Inserts a site. False if the id exists. */
export async function insertSite(
  tx: Transaction,
  site: NewSite & { readonly id: number; readonly partner: string },
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    insert into site (
      site_id, code, api_key, name, hosts, app_id, partner, line_id, prefix, theme, logo_url,
      withdraw_min_e4, withdraw_max_e4, withdraw_automatic_max_e4, cashback_percent_bp, cashback_min_e4,
      affiliate_min_e4, affiliate_turnover_times, affiliate_level1_bp, affiliate_level2_bp, affiliate_automatic_max_e4,
      catalogue_version
    )
    values (
      ${site.id}, ${site.code}, ${site.apiKey}, ${site.name}, ${site.hosts}, ${site.code}, ${site.partner},
      ${site.lineId}, ${site.code}, ${site.theme}, ${site.logoUrl},
      ${site.withdrawMin}, ${site.withdrawMax}, ${site.withdrawAutomaticMax}, ${site.cashbackPercentBp}, ${site.cashbackMin},
      ${site.affiliateMin}, ${site.affiliateTurnoverTimes}, ${site.affiliateLevel1Bp}, ${site.affiliateLevel2Bp}, ${site.affiliateAutomaticMax},
      gen_random_uuid()
    )
    on conflict (site_id) do nothing
  `);
  return inserted === 1;
}

/** Changes only the given fields. Returns the changed site. */
export async function updateSwitches(tx: Transaction, siteId: number, to: SiteSwitches): Promise<SiteRow | undefined> {
  const row = await tx.oneOrNone<Row>(sql`
    update site set
      name = coalesce(${to.name ?? null}, name),
      line_id = coalesce(${to.lineId ?? null}, line_id),
      app_id = coalesce(${to.appId ?? null}, app_id),
      partner = coalesce(${to.partner ?? null}, partner),
      prefix = coalesce(${to.prefix ?? null}, prefix),
      is_disabled = coalesce(${to.isDisabled ?? null}, is_disabled),
      is_in_maintenance = coalesce(${to.isInMaintenance ?? null}, is_in_maintenance),
      maintenance_message = case when ${to.isInMaintenance === undefined}::boolean then maintenance_message
        else ${to.maintenanceMessage ?? ''} end,
      maintenance_ends_at = case when ${to.isInMaintenance === undefined}::boolean then maintenance_ends_at
        else ${to.maintenanceEndsAt ?? null}::timestamptz end,
      is_checking_bank_names = coalesce(${to.isCheckingBankNames ?? null}, is_checking_bank_names),
      can_withdraw = coalesce(${to.canWithdraw ?? null}, can_withdraw),
      is_withdraw_automatic = coalesce(${to.isWithdrawAutomatic ?? null}, is_withdraw_automatic),
      is_cashback_on = coalesce(${to.isCashbackOn ?? null}, is_cashback_on),
      is_affiliate_on = coalesce(${to.isAffiliateOn ?? null}, is_affiliate_on),
      alert_message = coalesce(${to.alertMessage ?? null}, alert_message),
      alert_image_url = coalesce(${to.alertImageUrl ?? null}, alert_image_url),
      logo_url = coalesce(${to.logoUrl ?? null}, logo_url),
      theme = coalesce(${to.theme ?? null}, theme),
      wheel_script_url = coalesce(${to.wheelScriptUrl ?? null}, wheel_script_url),
      withdraw_min_e4 = coalesce(${to.withdrawMin ?? null}, withdraw_min_e4),
      withdraw_max_e4 = coalesce(${to.withdrawMax ?? null}, withdraw_max_e4),
      withdraw_automatic_max_e4 = coalesce(${to.withdrawAutomaticMax ?? null}, withdraw_automatic_max_e4),
      deposit_turnover_times = coalesce(${to.depositTurnoverTimes ?? null}, deposit_turnover_times),
      cashback_percent_bp = coalesce(${to.cashbackPercentBp ?? null}, cashback_percent_bp),
      cashback_min_e4 = coalesce(${to.cashbackMin ?? null}, cashback_min_e4),
      cashback_image_url = coalesce(${to.cashbackImageUrl ?? null}, cashback_image_url),
      affiliate_basis = coalesce(${to.affiliateBasis ?? null}, affiliate_basis),
      affiliate_min_e4 = coalesce(${to.affiliateMin ?? null}, affiliate_min_e4),
      affiliate_turnover_times = coalesce(${to.affiliateTurnoverTimes ?? null}, affiliate_turnover_times),
      is_affiliate_level1_on = coalesce(${to.isAffiliateLevel1On ?? null}, is_affiliate_level1_on),
      affiliate_level1_bp = coalesce(${to.affiliateLevel1Bp ?? null}, affiliate_level1_bp),
      is_affiliate_level2_on = coalesce(${to.isAffiliateLevel2On ?? null}, is_affiliate_level2_on),
      affiliate_level2_bp = coalesce(${to.affiliateLevel2Bp ?? null}, affiliate_level2_bp),
      is_affiliate_automatic = coalesce(${to.isAffiliateAutomatic ?? null}, is_affiliate_automatic),
      affiliate_automatic_max_e4 = coalesce(${to.affiliateAutomaticMax ?? null}, affiliate_automatic_max_e4),
      affiliate_image_url = coalesce(${to.affiliateImageUrl ?? null}, affiliate_image_url),
      version = version + 1,
      updated_at = now()
    where site_id = ${siteId}
    returning ${columns}
  `);
  return row && toSite(row);
}

function toSite(row: Row): SiteRow {
  return {
    id: row.site_id,
    code: row.code,
    apiKey: row.api_key,
    name: row.name,
    hosts: row.hosts,
    catalogueVersion: row.catalogue_version,
    version: row.version,
    isFenced: ['fenced', 'away', 'arriving'].includes(row.move_state ?? ''),
    isAway: row.move_state === 'away',
    isDisabled: row.is_disabled,
    isInMaintenance: row.is_in_maintenance,
    maintenanceRetryAfterSeconds: row.maintenance_retry_after_s,
    maintenanceMessage: row.maintenance_message,
    maintenanceEndsAt: row.maintenance_ends_at ?? undefined,
    isCheckingBankNames: row.is_checking_bank_names,
    depositTurnoverTimes: row.deposit_turnover_times,
    look: {
      appId: row.app_id,
      partner: row.partner,
      lineId: row.line_id,
      prefix: row.prefix,
      theme: row.theme,
      logoUrl: row.logo_url,
      alertImageUrl: row.alert_image_url,
      alertMessage: row.alert_message,
      wheelScriptUrl: row.wheel_script_url,
    },
    withdraw: {
      canWithdraw: row.can_withdraw,
      minimum: money(row.withdraw_min_e4),
      maximum: money(row.withdraw_max_e4),
      isAutomatic: row.is_withdraw_automatic,
      automaticMaximum: money(row.withdraw_automatic_max_e4),
    },
    cashback: {
      isOn: row.is_cashback_on,
      imageUrl: row.cashback_image_url,
      percentBp: row.cashback_percent_bp,
      minimum: money(row.cashback_min_e4),
    },
    affiliate: {
      isOn: row.is_affiliate_on,
      imageUrl: row.affiliate_image_url,
      basis: row.affiliate_basis,
      minimum: money(row.affiliate_min_e4),
      turnoverTimes: row.affiliate_turnover_times,
      level1: { isOn: row.is_affiliate_level1_on, percentBp: row.affiliate_level1_bp },
      level2: { isOn: row.is_affiliate_level2_on, percentBp: row.affiliate_level2_bp },
      isAutomatic: row.is_affiliate_automatic,
      automaticMaximum: money(row.affiliate_automatic_max_e4),
    },
  };
}
