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
  'bonus-withdrawn': defineRule({ about: 'fraud', unit: 'members', threshold: 2, most: 20, hasGroup: true }),
  'opposite-bets': defineRule({ about: 'fraud', unit: 'baht', threshold: 1_000, most: 10_000_000, hasGroup: true }),
  'gifts-a-day': defineRule({ about: 'fraud', unit: 'times', threshold: 5, most: 100 }),
  'unplayed-deposits': defineRule({ about: 'fraud', unit: 'baht', threshold: 1_000, most: 10_000_000 }),
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

/** Letters stand for devices, networks and names that at least two members of the group share. */
export type GroupMember = {
  readonly memberId: string;
  readonly reference: string;
  readonly name: string;
  readonly phone: string;
  readonly account: string;
  readonly state: string;
  readonly registeredAt: string;
  readonly seenAt: string;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly firstBonus: { readonly amount: string; readonly at: string } | null;
  readonly devices: readonly string[];
  readonly networks: readonly string[];
  readonly sameName: string | null;
};

export type GroupPair = {
  /** References of two members. */
  readonly one: string;
  readonly other: string;
  readonly devices: readonly string[];
  readonly networks: readonly string[];
  readonly isSameName: boolean;
  /** Rounds of a table in which their bets cancel each other out, of 30 days. */
  readonly opposite: { readonly rounds: number; readonly amount: string } | null;
  readonly verdict: { readonly verdict: LinkVerdict; readonly by: string; readonly at: string } | null;
};

export type GroupComparison = {
  readonly members: readonly GroupMember[];
  readonly pairs: readonly GroupPair[];
  /** Members that are not compared. */
  readonly left: number;
};

export type RiskRuleRow = {
  readonly rule: RiskRuleName;
  readonly isOn: boolean;
  /** Members, times, or whole baht. */
  readonly threshold: string;
  readonly isDefault: boolean;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
};
