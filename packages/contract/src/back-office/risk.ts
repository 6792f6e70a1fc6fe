// Rules of risk as data: what each counts, its usual threshold, and whether it is about fraud or about harm.
//
// Always true: a lower threshold finds more, so one person may set it; a higher one, and a rule that is switched off,
// need two.
//
// Elsewhere: what the rules read (modules/risk), their actions (risk-actions.ts), alerts as a queue (queues.ts).

export type RiskUnit = 'members' | 'times' | 'baht';

export type RiskRule = {
  readonly about: 'fraud' | 'harm';
  readonly unit: RiskUnit;
  /** Members, times, or whole baht. */
  readonly threshold: number;
  readonly most: number;
  /** Its alerts name a group of members, who are compared side by side. */
  readonly hasGroup?: true;
};

const defineRule = <const Rule extends RiskRule>(rule: Rule): Rule => rule;

export const riskRules = {
  'shared-device': defineRule({ about: 'fraud', unit: 'members', threshold: 2, most: 20, hasGroup: true }),
  'shared-network': defineRule({ about: 'fraud', unit: 'members', threshold: 5, most: 50, hasGroup: true }),
  'shared-name': defineRule({ about: 'fraud', unit: 'members', threshold: 2, most: 20, hasGroup: true }),
  'sign-in-locked': defineRule({ about: 'fraud', unit: 'times', threshold: 3, most: 100 }),
  'deposits-a-day': defineRule({ about: 'harm', unit: 'times', threshold: 5, most: 100 }),
  'net-deposits': defineRule({ about: 'harm', unit: 'baht', threshold: 5_000, most: 10_000_000 }),
  losses: defineRule({ about: 'harm', unit: 'baht', threshold: 10_000, most: 10_000_000 }),
  breaks: defineRule({ about: 'harm', unit: 'times', threshold: 3, most: 20 }),
  'looser-limits': defineRule({ about: 'harm', unit: 'times', threshold: 2, most: 20 }),
} as const;

export type RiskRuleName = keyof typeof riskRules;
export const riskRuleNames = Object.keys(riskRules) as readonly RiskRuleName[];

export const linkVerdicts = ['same', 'household', 'different'] as const;
export type LinkVerdict = (typeof linkVerdicts)[number];

export type RiskRuleRow = {
  readonly rule: RiskRuleName;
  readonly isOn: boolean;
  /** Members, times, or whole baht. */
  readonly threshold: string;
  readonly isDefault: boolean;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
};
