// Settings of a site by their names in the specification, parsed from text and formatted as text.
//
// Always true: a change is tightening by its own field: a switch turned to its safe side, a limit made stricter. The
// terms of cashback and referral (shares, minimums, turnover, basis) are promises to members: none of them tightens.
//
// Elsewhere: names, kinds and actions as data (packages/contract/src/back-office/site-settings.ts).

import {
  affiliateBases,
  type FlagAction,
  findSettingProblem,
  isSettingName,
  MESSAGE_LENGTH_MAX,
  NAME_LENGTH_MAX,
  type SettingKind,
  type SettingName,
  settingNames,
  siteSettings,
} from '@chaba/contract/back-office/site-settings';
import { formatBaht } from '@chaba/money';

import { parseTheme, type Site, type SiteSwitches } from '#modules/site';

import { InputError, parseAmount } from './input.ts';

export type { FlagAction };

type Flag = {
  readonly read: (site: Site) => string;
  /** The value has the form of its kind. */
  readonly toSwitches: (value: string) => SiteSwitches;
  /** True where the value is stricter or safer than before: one person is enough. Absent: never. */
  readonly isTighter?: (site: Site, to: SiteSwitches) => boolean;
};

const isOn = (value: string): boolean => value === 'on';
const formatSwitch = (is: boolean): string => (is ? 'on' : 'off');

const settings: Readonly<Record<SettingName, Flag>> = {
  appName: { read: (site) => site.name, toSwitches: (name) => ({ name }) },
  LineId: { read: ({ look }) => look.lineId, toSwitches: (lineId) => ({ lineId }) },
  logoUrl: { read: ({ look }) => look.logoUrl, toSwitches: (logoUrl) => ({ logoUrl }) },
  theme: { read: ({ look }) => look.theme, toSwitches: (value) => ({ theme: requireTheme(value) }) },
  alertyMessage: { read: ({ look }) => look.alertMessage, toSwitches: (alertMessage) => ({ alertMessage }) },
  alertyImage: { read: ({ look }) => look.alertImageUrl, toSwitches: (alertImageUrl) => ({ alertImageUrl }) },
  wheelScript: {
    read: ({ look }) => look.wheelScriptUrl,
    toSwitches: (wheelScriptUrl) => ({ wheelScriptUrl }),
    isTighter: (_, to) => to.wheelScriptUrl === '',
  },
  appId: { read: ({ look }) => look.appId, toSwitches: (appId) => ({ appId }) },
  Partner: { read: ({ look }) => look.partner, toSwitches: (partner) => ({ partner }) },
  Prefix: { read: ({ look }) => look.prefix, toSwitches: (prefix) => ({ prefix }) },
  Maintenance: {
    read: (site) => formatSwitch(site.isInMaintenance),
    toSwitches: (value) => ({ isInMaintenance: isOn(value) }),
    isTighter: (_, to) => to.isInMaintenance === true,
  },
  Disabled: {
    read: (site) => formatSwitch(site.isDisabled),
    toSwitches: (value) => ({ isDisabled: isOn(value) }),
    isTighter: (_, to) => to.isDisabled === true,
  },
  canWithdraw: {
    read: ({ withdraw }) => formatSwitch(withdraw.canWithdraw),
    toSwitches: (value) => ({ canWithdraw: isOn(value) }),
    isTighter: (_, to) => to.canWithdraw === false,
  },
  getNameBank: {
    read: (site) => formatSwitch(site.isCheckingBankNames),
    toSwitches: (value) => ({ isCheckingBankNames: isOn(value) }),
    isTighter: (_, to) => to.isCheckingBankNames === true,
  },
  minWithdraw: {
    read: ({ withdraw }) => formatBaht(withdraw.minimum),
    toSwitches: (value) => ({ withdrawMin: parseAmount(value) }),
    isTighter: ({ withdraw }, { withdrawMin = 0n }) => withdrawMin > withdraw.minimum,
  },
  maxWithdraw: {
    read: ({ withdraw }) => formatBaht(withdraw.maximum),
    toSwitches: (value) => ({ withdrawMax: parseAmount(value) }),
    isTighter: ({ withdraw: { maximum } }, { withdrawMax = maximum }) => withdrawMax < maximum,
  },
  autoWithdraw: {
    read: ({ withdraw }) => formatSwitch(withdraw.isAutomatic),
    toSwitches: (value) => ({ isWithdrawAutomatic: isOn(value) }),
    isTighter: (_, to) => to.isWithdrawAutomatic === false,
  },
  maxAutoWithdraw: {
    read: ({ withdraw }) => formatBaht(withdraw.automaticMaximum),
    toSwitches: (value) => ({ withdrawAutomaticMax: parseAmount(value) }),
    isTighter: ({ withdraw: { automaticMaximum: now } }, { withdrawAutomaticMax = now }) => withdrawAutomaticMax < now,
  },
  depositTurnover: {
    read: (site) => String(site.depositTurnoverTimes),
    toSwitches: (value) => ({ depositTurnoverTimes: Number(value) }),
    isTighter: (site, { depositTurnoverTimes = 0 }) => depositTurnoverTimes > site.depositTurnoverTimes,
  },
  usecashBack: {
    read: ({ cashback }) => formatSwitch(cashback.isOn),
    toSwitches: (value) => ({ isCashbackOn: isOn(value) }),
    isTighter: (_, to) => to.isCashbackOn === false,
  },
  Payout: {
    read: ({ cashback }) => formatPercent(cashback.percentBp),
    toSwitches: (value) => ({ cashbackPercentBp: parsePercent(value) }),
  },
  cashBackMinWithdraw: {
    read: ({ cashback }) => formatBaht(cashback.minimum),
    toSwitches: (value) => ({ cashbackMin: parseAmount(value) }),
  },
  cashBackImage: {
    read: ({ cashback }) => cashback.imageUrl,
    toSwitches: (cashbackImageUrl) => ({ cashbackImageUrl }),
  },
  useAffiliate: {
    read: ({ affiliate }) => formatSwitch(affiliate.isOn),
    toSwitches: (value) => ({ isAffiliateOn: isOn(value) }),
    isTighter: (_, to) => to.isAffiliateOn === false,
  },
  affiliateBasis: {
    read: ({ affiliate }) => affiliate.basis,
    toSwitches: (value) => ({ affiliateBasis: affiliateBases.find((basis) => basis === value) }),
  },
  level1Enable: {
    read: ({ affiliate }) => formatSwitch(affiliate.level1.isOn),
    toSwitches: (value) => ({ isAffiliateLevel1On: isOn(value) }),
    isTighter: (_, to) => to.isAffiliateLevel1On === false,
  },
  level1: {
    read: ({ affiliate }) => formatPercent(affiliate.level1.percentBp),
    toSwitches: (value) => ({ affiliateLevel1Bp: parsePercent(value) }),
  },
  level2Enable: {
    read: ({ affiliate }) => formatSwitch(affiliate.level2.isOn),
    toSwitches: (value) => ({ isAffiliateLevel2On: isOn(value) }),
    isTighter: (_, to) => to.isAffiliateLevel2On === false,
  },
  level2: {
    read: ({ affiliate }) => formatPercent(affiliate.level2.percentBp),
    toSwitches: (value) => ({ affiliateLevel2Bp: parsePercent(value) }),
  },
  affiliateTurnover: {
    read: ({ affiliate }) => String(affiliate.turnoverTimes),
    toSwitches: (value) => ({ affiliateTurnoverTimes: Number(value) }),
  },
  affiliateMinWithdraw: {
    read: ({ affiliate }) => formatBaht(affiliate.minimum),
    toSwitches: (value) => ({ affiliateMin: parseAmount(value) }),
  },
  affiliateAutoWithdraw: {
    read: ({ affiliate }) => formatSwitch(affiliate.isAutomatic),
    toSwitches: (value) => ({ isAffiliateAutomatic: isOn(value) }),
    isTighter: (_, to) => to.isAffiliateAutomatic === false,
  },
  affiliateMaxAutoWithdraw: {
    read: ({ affiliate }) => formatBaht(affiliate.automaticMaximum),
    toSwitches: (value) => ({ affiliateAutomaticMax: parseAmount(value) }),
    isTighter: ({ affiliate: { automaticMaximum: now } }, { affiliateAutomaticMax = now }) =>
      affiliateAutomaticMax < now,
  },
  affiliateImage: {
    read: ({ affiliate }) => affiliate.imageUrl,
    toSwitches: (affiliateImageUrl) => ({ affiliateImageUrl }),
  },
};

export type SiteFlag = {
  readonly name: SettingName;
  readonly action: FlagAction;
  readonly read: (site: Site) => string;
  /** Parses a value; InputError: it lacks the form of its kind. */
  readonly write: (value: string) => SiteSwitches;
  readonly isTighter: (site: Site, to: SiteSwitches) => boolean;
};

function toFlag(name: SettingName): SiteFlag {
  const { read, toSwitches, isTighter = () => false } = settings[name];
  return {
    name,
    action: siteSettings[name].action,
    read,
    write(value) {
      const problem = findSettingProblem(name, value);
      if (problem !== undefined) throw new InputError(sentences[problem](value), 2);
      return toSwitches(value);
    },
    isTighter,
  };
}

/** All settings in the order of the page. */
export const flags: readonly SiteFlag[] = settingNames.map(toFlag);

/** A setting with the action that changes it. */
export function requireFlag(name: string): SiteFlag {
  if (isSettingName(name)) return toFlag(name);
  throw new InputError(`There is no flag "${name}": it is one of ${settingNames.join(', ')}.`, 2);
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

const sentences: Readonly<Record<SettingKind, (value: string) => string>> = {
  switch: (value) => `This flag is on or off, not "${value}".`,
  amount: (value) => `"${value}" is no amount of baht.`,
  positive: (value) => `"${value}" is no amount of baht above zero.`,
  percent: (value) => `"${value}" is no percentage from 0 to 100.`,
  times: (value) => `"${value}" is no number from 0 to 100.`,
  text: () => `A text has at most ${MESSAGE_LENGTH_MAX} characters, and no control characters.`,
  name: () => `A name has 1 to ${NAME_LENGTH_MAX} characters, without spaces at its ends.`,
  code: (value) => `"${value}" is no code: 1 to 40 letters, figures, dots, hyphens.`,
  line: (value) => `"${value}" is no LINE id, as @rose is.`,
  image: () => 'A picture is an https address, a path of this site, or "" for none.',
  script: () => 'A script is the https address of a file, without a query, or "" for none.',
  theme: () => 'A theme is gold, jade, sapphire or ruby, or JSON of its parts: see --help.',
  basis: (value) => `"${value}" is none of ${affiliateBases.join(', ')}.`,
};

function requireTheme(value: string): string {
  const theme = parseTheme(value);
  if (theme === undefined) throw new InputError(sentences.theme(value), 2);
  return theme;
}

const HUNDREDTHS = 100;

const formatPercent = (basisPoints: number): string => String(basisPoints / HUNDREDTHS);

/** Parses a percentage into basis points. */
function parsePercent(value: string): number {
  const [whole = '', hundredths = ''] = value.split('.');
  return Number(whole) * HUNDREDTHS + Number(hundredths.padEnd(2, '0'));
}
