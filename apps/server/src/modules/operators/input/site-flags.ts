// Flags and limits of a site by their names in the specification, parsed from text and formatted as text.

import { formatBaht } from '@chaba/money';

import { parseTheme, type Site, type SiteSwitches } from '#modules/site';

import { InputError, parseAmount } from './input.ts';

export type FlagAction = 'site.set-switch' | 'site.set-limit' | 'site.set-terms' | 'site.set-look';

type Flag = { readonly read: (site: Site) => string; readonly write: (value: string) => SiteSwitches };

export const flags: Readonly<Record<string, Flag>> = {
  Maintenance: {
    read: (site) => formatSwitch(site.isInMaintenance),
    write: (value) => ({ isInMaintenance: parseSwitch(value) }),
  },
  Disabled: { read: (site) => formatSwitch(site.isDisabled), write: (value) => ({ isDisabled: parseSwitch(value) }) },
  getNameBank: {
    read: (site) => formatSwitch(site.isCheckingBankNames),
    write: (value) => ({ isCheckingBankNames: parseSwitch(value) }),
  },
  canWithdraw: {
    read: (site) => formatSwitch(site.withdraw.canWithdraw),
    write: (value) => ({ canWithdraw: parseSwitch(value) }),
  },
  autoWithdraw: {
    read: (site) => formatSwitch(site.withdraw.isAutomatic),
    write: (value) => ({ isWithdrawAutomatic: parseSwitch(value) }),
  },
  minWithdraw: {
    read: (site) => formatBaht(site.withdraw.minimum),
    write: (value) => ({ withdrawMin: parseAmount(value) }),
  },
  maxWithdraw: {
    read: (site) => formatBaht(site.withdraw.maximum),
    write: (value) => ({ withdrawMax: parseAmount(value) }),
  },
  maxAutoWithdraw: {
    read: (site) => formatBaht(site.withdraw.automaticMaximum),
    write: (value) => ({ withdrawAutomaticMax: parseAmount(value) }),
  },
  usecashBack: {
    read: (site) => formatSwitch(site.cashback.isOn),
    write: (value) => ({ isCashbackOn: parseSwitch(value) }),
  },
  useAffiliate: {
    read: (site) => formatSwitch(site.affiliate.isOn),
    write: (value) => ({ isAffiliateOn: parseSwitch(value) }),
  },
  depositTurnover: {
    read: (site) => String(site.depositTurnoverTimes),
    write: (value) => ({ depositTurnoverTimes: parseTimes(value) }),
  },
  Payout: {
    read: (site) => formatPercent(site.cashback.percentBp),
    write: (value) => ({ cashbackPercentBp: parsePercent(value) }),
  },
  level1: {
    read: (site) => formatPercent(site.affiliate.level1.percentBp),
    write: (value) => ({ affiliateLevel1Bp: parsePercent(value) }),
  },
  level2: {
    read: (site) => formatPercent(site.affiliate.level2.percentBp),
    write: (value) => ({ affiliateLevel2Bp: parsePercent(value) }),
  },
  alertyMessage: { read: (site) => site.look.alertMessage, write: (value) => ({ alertMessage: value }) },
  alertyImage: { read: (site) => site.look.alertImageUrl, write: (value) => ({ alertImageUrl: parseImageUrl(value) }) },
  logoUrl: { read: (site) => site.look.logoUrl, write: (value) => ({ logoUrl: parseImageUrl(value) }) },
  wheelScript: {
    read: (site) => site.look.wheelScriptUrl,
    write: (value) => ({ wheelScriptUrl: parseScriptUrl(value) }),
  },
  theme: { read: (site) => site.look.theme, write: (value) => ({ theme: requireTheme(value) }) },
};

type FlagRule = {
  readonly action: FlagAction;
  /** True where the value is stricter or safer than before: one person is enough. */
  readonly isTighter: (site: Site, to: SiteSwitches) => boolean;
};

const never = (): boolean => false;
const isSame = (one: unknown, other: unknown): boolean => one === other;
const look: FlagRule = { action: 'site.set-look', isTighter: never };

const rules: Readonly<Record<string, FlagRule>> = {
  Maintenance: { action: 'site.set-switch', isTighter: (_, to) => isSame(to.isInMaintenance, true) },
  Disabled: { action: 'site.set-switch', isTighter: (_, to) => isSame(to.isDisabled, true) },
  canWithdraw: { action: 'site.set-switch', isTighter: (_, to) => isSame(to.canWithdraw, false) },
  autoWithdraw: { action: 'site.set-limit', isTighter: (_, to) => isSame(to.isWithdrawAutomatic, false) },
  getNameBank: { action: 'site.set-limit', isTighter: (_, to) => isSame(to.isCheckingBankNames, true) },
  minWithdraw: { action: 'site.set-limit', isTighter: never },
  maxWithdraw: { action: 'site.set-limit', isTighter: never },
  maxAutoWithdraw: {
    action: 'site.set-limit',
    isTighter: ({ withdraw }, { withdrawAutomaticMax }) => (withdrawAutomaticMax ?? 0n) < withdraw.automaticMaximum,
  },
  depositTurnover: {
    action: 'site.set-limit',
    isTighter: (site, { depositTurnoverTimes }) => (depositTurnoverTimes ?? 0) > site.depositTurnoverTimes,
  },
  wheelScript: { action: 'site.set-limit', isTighter: (_, to) => isSame(to.wheelScriptUrl, '') },
  usecashBack: { action: 'site.set-terms', isTighter: (_, to) => isSame(to.isCashbackOn, false) },
  useAffiliate: { action: 'site.set-terms', isTighter: (_, to) => isSame(to.isAffiliateOn, false) },
  Payout: { action: 'site.set-terms', isTighter: never },
  level1: { action: 'site.set-terms', isTighter: never },
  level2: { action: 'site.set-terms', isTighter: never },
};

export type SiteFlag = Flag & FlagRule;

/** A flag with the action that changes it. */
export function requireFlag(name: string): SiteFlag {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (!flag) throw new InputError(`There is no flag "${name}": it is one of ${Object.keys(flags).join(', ')}.`, 2);
  return { ...flag, ...(Object.hasOwn(rules, name) ? (rules[name] ?? look) : look) };
}

/** A change that leaves the limits of withdrawals in order. */
export function checkFlags({ withdraw }: Site, to: SiteSwitches): SiteSwitches {
  const minimum = to.withdrawMin ?? withdraw.minimum;
  const maximum = to.withdrawMax ?? withdraw.maximum;
  if (minimum <= 0n || minimum > maximum) {
    throw new InputError('minWithdraw must be above zero and not above maxWithdraw.');
  }
  return to;
}

function formatSwitch(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

function parseSwitch(value: string): boolean {
  if (value === 'on') return true;
  if (value === 'off') return false;
  throw new InputError(`This flag is on or off, not "${value}".`, 2);
}

const IMAGE_URL_LENGTH_MAX = 500;

/** Parses a path of this site or an https address; the empty text removes the image. */
function parseImageUrl(value: string): string {
  if (value === '') return value;
  const isOwn = /^\/(?!\/)[\w./-]+$/.test(value);
  const isExternal = URL.canParse(value) && new URL(value).protocol === 'https:' && !/[\s"'<>\\]/.test(value);
  if (value.length > IMAGE_URL_LENGTH_MAX || (!isOwn && !isExternal)) {
    throw new InputError('A picture is an https address, a path of this site, or "" for none.', 2);
  }
  return value;
}

const SCRIPT_URL = /^https:\/\/[a-z0-9.-]+(?::\d+)?\/[\w./~-]+$/;
const SCRIPT_URL_LENGTH_MAX = 300;

/** Parses the https address of a script file, without credentials and query; the empty text removes the script. */
function parseScriptUrl(value: string): string {
  if (value === '') return value;
  if (value.length > SCRIPT_URL_LENGTH_MAX || !SCRIPT_URL.test(value)) {
    throw new InputError('A script is the https address of a file, without a query, or "" for none.', 2);
  }
  return value;
}

function requireTheme(value: string): string {
  const theme = parseTheme(value);
  if (theme === undefined) {
    throw new InputError('A theme is gold, jade, sapphire or ruby, or JSON of its parts: see --help.', 2);
  }
  return theme;
}

const HUNDREDTHS = 100;

const formatPercent = (basisPoints: number): string => String(basisPoints / HUNDREDTHS);

/** Parses a percentage into basis points. */
function parsePercent(value: string): number {
  const typed = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(value);
  const basisPoints = typed ? Number(typed[1]) * HUNDREDTHS + Number((typed[2] ?? '').padEnd(2, '0')) : Number.NaN;
  if (!(basisPoints <= HUNDREDTHS * HUNDREDTHS)) throw new InputError(`"${value}" is no percentage from 0 to 100.`, 2);
  return basisPoints;
}

function parseTimes(value: string): number {
  if (!/^\d{1,2}$|^100$/.test(value)) throw new InputError(`"${value}" is no number from 0 to 100.`, 2);
  return Number(value);
}
