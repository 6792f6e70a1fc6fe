// The flags and limits of a brand as the command line names them: the specification's words, read and written as text.

import { formatBaht, type Money, parseBaht } from '@chaba/money';
import { parseTheme, type Site, type SiteSwitches } from '@chaba/server/modules/site';

/** An error for the operator: one sentence. 1: it could not be done; 2: the command was not understood. */
export class UsageError extends Error {
  readonly exitCode: 1 | 2;
  constructor(sentence: string, exitCode: 1 | 2 = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

export type Flag = { readonly read: (site: Site) => string; readonly write: (value: string) => SiteSwitches };

export const flags: Readonly<Record<string, Flag>> = {
  Maintenance: {
    read: (site) => onOff(site.isInMaintenance),
    write: (value) => ({ isInMaintenance: switchOf(value) }),
  },
  Disabled: { read: (site) => onOff(site.isDisabled), write: (value) => ({ isDisabled: switchOf(value) }) },
  getNameBank: {
    read: (site) => onOff(site.isCheckingBankNames),
    write: (value) => ({ isCheckingBankNames: switchOf(value) }),
  },
  canWithdraw: {
    read: (site) => onOff(site.withdraw.canWithdraw),
    write: (value) => ({ canWithdraw: switchOf(value) }),
  },
  autoWithdraw: {
    read: (site) => onOff(site.withdraw.isAutomatic),
    write: (value) => ({ isWithdrawAutomatic: switchOf(value) }),
  },
  minWithdraw: {
    read: (site) => formatBaht(site.withdraw.minimum),
    write: (value) => ({ withdrawMin: amountOf(value) }),
  },
  maxWithdraw: {
    read: (site) => formatBaht(site.withdraw.maximum),
    write: (value) => ({ withdrawMax: amountOf(value) }),
  },
  maxAutoWithdraw: {
    read: (site) => formatBaht(site.withdraw.automaticMaximum),
    write: (value) => ({ withdrawAutomaticMax: amountOf(value) }),
  },
  usecashBack: { read: (site) => onOff(site.cashback.isOn), write: (value) => ({ isCashbackOn: switchOf(value) }) },
  useAffiliate: { read: (site) => onOff(site.affiliate.isOn), write: (value) => ({ isAffiliateOn: switchOf(value) }) },
  depositTurnover: {
    read: (site) => String(site.depositTurnoverTimes),
    write: (value) => ({ depositTurnoverTimes: timesOf(value) }),
  },
  Payout: {
    read: (site) => percentText(site.cashback.percentBp),
    write: (value) => ({ cashbackPercentBp: percentOf(value) }),
  },
  level1: {
    read: (site) => percentText(site.affiliate.level1.percentBp),
    write: (value) => ({ affiliateLevel1Bp: percentOf(value) }),
  },
  level2: {
    read: (site) => percentText(site.affiliate.level2.percentBp),
    write: (value) => ({ affiliateLevel2Bp: percentOf(value) }),
  },
  alertyMessage: { read: (site) => site.look.alertMessage, write: (value) => ({ alertMessage: value }) },
  alertyImage: { read: (site) => site.look.alertImageUrl, write: (value) => ({ alertImageUrl: pictureOf(value) }) },
  logoUrl: { read: (site) => site.look.logoUrl, write: (value) => ({ logoUrl: pictureOf(value) }) },
  theme: { read: (site) => site.look.theme, write: (value) => ({ theme: themeNamed(value) }) },
};

function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

function switchOf(value: string): boolean {
  if (value === 'on') return true;
  if (value === 'off') return false;
  throw new UsageError(`This flag is on or off, not "${value}".`, 2);
}

const PICTURE_ADDRESS_MAX = 500;

/** A path of our own or https; nothing takes the picture away. */
function pictureOf(value: string): string {
  if (value === '') return value;
  const isOwn = /^\/(?!\/)[\w./-]+$/.test(value);
  const isOutside = URL.canParse(value) && new URL(value).protocol === 'https:' && !/[\s"'<>\\]/.test(value);
  if (value.length > PICTURE_ADDRESS_MAX || (!isOwn && !isOutside)) {
    throw new UsageError('A picture is an https address, a path of this site, or "" for none.', 2);
  }
  return value;
}

function themeNamed(value: string): string {
  const theme = parseTheme(value);
  if (theme === undefined) {
    throw new UsageError('A theme is gold, jade, sapphire or ruby, or JSON of its parts: see --help.', 2);
  }
  return theme;
}

/** What an operator typed as an amount of baht. */
export function amountOf(value: string): Money {
  const amount = parseBaht(value);
  if (amount === undefined) throw new UsageError(`"${value}" is no amount of baht.`, 2);
  return amount;
}

const HUNDREDTHS = 100;

const percentText = (hundredths: number): string => String(hundredths / HUNDREDTHS);

/** Hundredths of a percent. */
function percentOf(value: string): number {
  const typed = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(value);
  const hundredths = typed ? Number(typed[1]) * HUNDREDTHS + Number((typed[2] ?? '').padEnd(2, '0')) : Number.NaN;
  if (!(hundredths <= HUNDREDTHS * HUNDREDTHS)) throw new UsageError(`"${value}" is no percentage from 0 to 100.`, 2);
  return hundredths;
}

function timesOf(value: string): number {
  if (!/^\d{1,2}$|^100$/.test(value)) throw new UsageError(`"${value}" is no number from 0 to 100.`, 2);
  return Number(value);
}
