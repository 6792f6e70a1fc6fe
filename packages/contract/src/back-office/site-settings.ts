// Settings of a site as data: the group of the page, the action that changes each, the form of its value.
//
// Always true: a value is a text. The page and the action check it by the same function. Names are those of the
// specification; what the specification does not name has a name of the same kind.
//
// Elsewhere: reading and writing them (modules/operator-input/site-flags.ts), which change tightens (the same).

import { parseBaht } from '@chaba/money';

import { themePresets } from '@chaba/contract/codes';
import type { ActionName } from './actions.ts';

export const settingGroups = ['look', 'switches', 'limits', 'cashback', 'affiliate'] as const;
export type SettingGroup = (typeof settingGroups)[number];

export type FlagAction = Extract<ActionName, 'site.set-switch' | 'site.set-limit' | 'site.set-terms' | 'site.set-look'>;

/** `percent`: 0 to 100 with two digits. `times`: 0 to 100. `theme`: a preset's name or JSON of its parts. */
export type SettingKind =
  | 'switch'
  | 'amount'
  | 'positive'
  | 'percent'
  | 'times'
  | 'text'
  | 'name'
  | 'code'
  | 'line'
  | 'image'
  | 'script'
  | 'theme'
  | 'basis';

export type SettingEntry = {
  readonly group: SettingGroup;
  readonly action: FlagAction;
  readonly kind: SettingKind;
};

const entry = <const Entry extends SettingEntry>(
  group: Entry['group'],
  action: Entry['action'],
  kind: Entry['kind'],
): SettingEntry => ({ group, action, kind });

export const siteSettings = {
  appName: entry('look', 'site.set-look', 'name'),
  LineId: entry('look', 'site.set-look', 'line'),
  logoUrl: entry('look', 'site.set-look', 'image'),
  theme: entry('look', 'site.set-look', 'theme'),
  alertyMessage: entry('look', 'site.set-look', 'text'),
  alertyImage: entry('look', 'site.set-look', 'image'),
  wheelScript: entry('look', 'site.set-limit', 'script'),
  appId: entry('look', 'site.set-limit', 'code'),
  Partner: entry('look', 'site.set-limit', 'code'),
  Prefix: entry('look', 'site.set-limit', 'code'),
  Maintenance: entry('switches', 'site.set-switch', 'switch'),
  Disabled: entry('switches', 'site.set-switch', 'switch'),
  canWithdraw: entry('switches', 'site.set-switch', 'switch'),
  getNameBank: entry('switches', 'site.set-limit', 'switch'),
  minWithdraw: entry('limits', 'site.set-limit', 'positive'),
  maxWithdraw: entry('limits', 'site.set-limit', 'positive'),
  autoWithdraw: entry('limits', 'site.set-limit', 'switch'),
  maxAutoWithdraw: entry('limits', 'site.set-limit', 'amount'),
  depositTurnover: entry('limits', 'site.set-limit', 'times'),
  usecashBack: entry('cashback', 'site.set-terms', 'switch'),
  Payout: entry('cashback', 'site.set-terms', 'percent'),
  cashBackMinWithdraw: entry('cashback', 'site.set-terms', 'amount'),
  cashBackImage: entry('cashback', 'site.set-look', 'image'),
  useAffiliate: entry('affiliate', 'site.set-terms', 'switch'),
  affiliateBasis: entry('affiliate', 'site.set-terms', 'basis'),
  level1Enable: entry('affiliate', 'site.set-terms', 'switch'),
  level1: entry('affiliate', 'site.set-terms', 'percent'),
  level2Enable: entry('affiliate', 'site.set-terms', 'switch'),
  level2: entry('affiliate', 'site.set-terms', 'percent'),
  affiliateTurnover: entry('affiliate', 'site.set-terms', 'times'),
  affiliateMinWithdraw: entry('affiliate', 'site.set-terms', 'amount'),
  affiliateAutoWithdraw: entry('affiliate', 'site.set-terms', 'switch'),
  affiliateMaxAutoWithdraw: entry('affiliate', 'site.set-terms', 'amount'),
  affiliateImage: entry('affiliate', 'site.set-look', 'image'),
} as const;

export type SettingName = keyof typeof siteSettings;
export const settingNames = Object.keys(siteSettings) as readonly SettingName[];

export function isSettingName(text: string): text is SettingName {
  return Object.hasOwn(siteSettings, text);
}

/** Settings that a page of the member site shows before it is interactive. */
export const previewedSettings: readonly SettingName[] = ['appName', 'LineId', 'logoUrl', 'theme'];
/** Pages of the member site that a preview shows. */
export const previewPaths = ['/', '/promotion', '/login', '/user/home', '/user/game'] as const;

export const affiliateBases = ['WINLOSS', 'TURNOVER', 'FIRST_DEPOSIT'] as const;

export const NAME_LENGTH_MAX = 60;
export const MESSAGE_LENGTH_MAX = 500;
const ADDRESS_LENGTH_MAX = 500;
const SCRIPT_LENGTH_MAX = 300;
const PERCENT_MAX = 100;
const PERCENT = /^\d{1,3}(?:\.\d{1,2})?$/;
const TIMES = /^(?:\d{1,2}|100)$/;
const CODE = /^[\w.-]{1,40}$/;
export const LINE_ID = /^[@~\w.-]{1,64}$/;
const OWN_PATH = /^\/(?!\/)[\w./-]+$/;
const SCRIPT = /^https:\/\/[a-z0-9.-]+(?::\d+)?\/[\w./~-]+$/;
/** Characters that end a line are part of a text, all other control characters are not. */
const UNPRINTABLE = /[^\P{Cc}\n]/u;

const isAddress = (value: string): boolean =>
  value.length <= ADDRESS_LENGTH_MAX &&
  (OWN_PATH.test(value) || (URL.canParse(value) && value.startsWith('https://') && !/[\s"'<>\\]/.test(value)));

const COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** A JSON object whose colours are hex digits; the server checks its other parts. */
function isThemeJson(value: string): boolean {
  if (!value.startsWith('{')) return false;
  try {
    const { brand, accent } = JSON.parse(value) as Readonly<Record<string, unknown>>;
    return [brand, accent].every((each) => each === undefined || (typeof each === 'string' && COLOUR.test(each)));
  } catch {
    return false;
  }
}

const CHECKS: Readonly<Record<SettingKind, (value: string) => boolean>> = {
  switch: (value) => value === 'on' || value === 'off',
  amount: (value) => parseBaht(value) !== undefined,
  positive: (value) => (parseBaht(value) ?? 0n) > 0n,
  percent: (value) => PERCENT.test(value) && Number(value) <= PERCENT_MAX,
  times: (value) => TIMES.test(value),
  text: (value) => value.length <= MESSAGE_LENGTH_MAX && !UNPRINTABLE.test(value) && value.isWellFormed(),
  name: (value) => value.trim() === value && value !== '' && value.length <= NAME_LENGTH_MAX && !/\p{Cc}/u.test(value),
  code: (value) => CODE.test(value),
  line: (value) => LINE_ID.test(value),
  image: (value) => value === '' || isAddress(value),
  script: (value) => value === '' || (value.length <= SCRIPT_LENGTH_MAX && SCRIPT.test(value)),
  theme: (value) => themePresets.some((preset) => preset === value) || isThemeJson(value),
  basis: (value) => affiliateBases.some((basis) => basis === value),
};

/** True where a value has the form of this kind. */
export const isSettingValue = (kind: SettingKind, value: string): boolean => CHECKS[kind](value);

/** The kind whose form the value lacks; undefined: the value has the form. Themes as JSON are checked further. */
export function findSettingProblem(name: SettingName, value: string): SettingKind | undefined {
  const { kind } = siteSettings[name];
  return CHECKS[kind](value) ? undefined : kind;
}
