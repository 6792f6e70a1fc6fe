// Flags and limits of a site by their names in the specification, parsed from text and formatted as text.

import { formatBaht, type Money, parseBaht } from '@chaba/money';
import { parseTheme, type Site, type SiteSwitches } from '@chaba/server/modules/site';

/** An error message for the operator, one sentence. Exit code 1: action rejected; 2: invalid usage. */
export class UsageError extends Error {
  readonly exitCode: 1 | 2;
  constructor(sentence: string, exitCode: 1 | 2 = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

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

function formatSwitch(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

function parseSwitch(value: string): boolean {
  if (value === 'on') return true;
  if (value === 'off') return false;
  throw new UsageError(`This flag is on or off, not "${value}".`, 2);
}

const IMAGE_URL_LENGTH_MAX = 500;

/** Parses a path of this site or an https address; the empty text removes the image. */
function parseImageUrl(value: string): string {
  if (value === '') return value;
  const isOwn = /^\/(?!\/)[\w./-]+$/.test(value);
  const isExternal = URL.canParse(value) && new URL(value).protocol === 'https:' && !/[\s"'<>\\]/.test(value);
  if (value.length > IMAGE_URL_LENGTH_MAX || (!isOwn && !isExternal)) {
    throw new UsageError('A picture is an https address, a path of this site, or "" for none.', 2);
  }
  return value;
}

const SCRIPT_URL = /^https:\/\/[a-z0-9.-]+(?::\d+)?\/[\w./~-]+$/;
const SCRIPT_URL_LENGTH_MAX = 300;

/** Parses the https address of a script file, without credentials and query; the empty text removes the script. */
function parseScriptUrl(value: string): string {
  if (value === '') return value;
  if (value.length > SCRIPT_URL_LENGTH_MAX || !SCRIPT_URL.test(value)) {
    throw new UsageError('A script is the https address of a file, without a query, or "" for none.', 2);
  }
  return value;
}

function requireTheme(value: string): string {
  const theme = parseTheme(value);
  if (theme === undefined) {
    throw new UsageError('A theme is gold, jade, sapphire or ruby, or JSON of its parts: see --help.', 2);
  }
  return theme;
}

/** Parses an amount of baht. */
export function parseAmount(value: string): Money {
  const amount = parseBaht(value);
  if (amount === undefined) throw new UsageError(`"${value}" is no amount of baht.`, 2);
  return amount;
}

const HUNDREDTHS = 100;

const formatPercent = (basisPoints: number): string => String(basisPoints / HUNDREDTHS);

/** Parses a percentage into basis points. */
function parsePercent(value: string): number {
  const typed = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(value);
  const basisPoints = typed ? Number(typed[1]) * HUNDREDTHS + Number((typed[2] ?? '').padEnd(2, '0')) : Number.NaN;
  if (!(basisPoints <= HUNDREDTHS * HUNDREDTHS)) throw new UsageError(`"${value}" is no percentage from 0 to 100.`, 2);
  return basisPoints;
}

function parseTimes(value: string): number {
  if (!/^\d{1,2}$|^100$/.test(value)) throw new UsageError(`"${value}" is no number from 0 to 100.`, 2);
  return Number(value);
}
