// Roles of operators and their permissions, as data: routes, buttons and the permission matrix come from this table.
//
// Always true: a permission without an entry for a role gives that role no route and no button. Permissions of
// several roles add up; a person with several roles still counts as one person.
//
// Elsewhere: the rule of people of an action (actions.ts), who has which role (modules/operators).

export const roles = ['support', 'payments', 'risk', 'marketing', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * `alone`: does it at once. `limit`: alone up to the limit of the role, above it a request. `request`: a request that
 * another person decides. `decide`: decides requests of others. `mutual`: requests, and decides those of others.
 * `tighten`: decides requests of others, and does alone what tightens.
 */
export type Grade = 'alone' | 'limit' | 'request' | 'decide' | 'mutual' | 'tighten';

export const permissions = {
  'withdrawals.view': { support: 'alone', payments: 'alone', risk: 'alone', finance: 'alone' },
  'withdrawals.approve': { payments: 'limit', risk: 'decide', finance: 'decide' },
  'withdrawals.stop': { payments: 'alone', risk: 'alone' },
  'withdrawals.resolve': { payments: 'request', finance: 'decide' },
  'deposits.view': { support: 'alone', payments: 'alone', risk: 'alone', finance: 'alone' },
  'referral.view': { support: 'alone', payments: 'alone', risk: 'alone', marketing: 'alone', finance: 'alone' },
  'games.view': { support: 'alone', payments: 'alone', risk: 'alone', marketing: 'alone', finance: 'alone' },
  // Providers with their state and keys: also for who closes one in an emergency and changes keys.
  'providers.view': {
    support: 'alone',
    payments: 'alone',
    risk: 'alone',
    marketing: 'alone',
    finance: 'alone',
    admin: 'alone',
  },
  // Places in the lobby and the badge of what is new.
  'games.order': { marketing: 'alone' },
  'findings.view': { risk: 'alone', finance: 'alone' },
  // The pages of the dashboard and the reports; figures of money and of play need their own.
  'reports.open': { payments: 'alone', risk: 'alone', marketing: 'alone', finance: 'alone' },
  'reports.money': { payments: 'alone', risk: 'alone', finance: 'alone' },
  'reports.play': { risk: 'alone', marketing: 'alone', finance: 'alone' },
  // The work of each person; the entries themselves need "audit.view".
  'reports.operators': { risk: 'alone', finance: 'alone', admin: 'alone' },
  'reports.view': { payments: 'alone', risk: 'alone', finance: 'alone' },
  'days.explain': { payments: 'alone', risk: 'alone', finance: 'alone' },
  'days.close': { finance: 'alone' },
  'days.reopen': { finance: 'request', risk: 'decide', admin: 'decide' },
  // Files with masked data; of lists and reports that the roles see.
  'exports.make': { payments: 'alone', risk: 'alone', marketing: 'alone', finance: 'alone' },
  // Files with names, phones and accounts in full.
  'exports.reveal': { risk: 'request', finance: 'request', admin: 'decide' },
  'views.share': { payments: 'alone', risk: 'alone', marketing: 'alone', finance: 'alone', admin: 'alone' },
  'queues.work': { support: 'alone', payments: 'alone', risk: 'alone', finance: 'alone' },
  'queues.targets': { admin: 'request', finance: 'decide' },
  'members.view': {
    support: 'alone',
    payments: 'alone',
    risk: 'alone',
    marketing: 'alone',
    finance: 'alone',
    admin: 'alone',
  },
  // The journal of a member's wallets.
  'members.statement': { support: 'alone', payments: 'alone', risk: 'alone', finance: 'alone' },
  'members.reveal': { support: 'alone', payments: 'alone', risk: 'alone' },
  'members.note': { support: 'alone', payments: 'alone', risk: 'alone', marketing: 'alone' },
  'cases.work': { support: 'alone', risk: 'alone' },
  'risk.blocks': { risk: 'alone' },
  'risk.alerts': { risk: 'alone' },
  'risk.rules': { risk: 'request', finance: 'decide', admin: 'decide' },
  // Verdicts on linked members, who are compared side by side.
  'members.link': { support: 'alone', risk: 'alone' },
  'members.lock': { support: 'alone', risk: 'alone' },
  'members.password-code': { support: 'alone' },
  'members.identity': { support: 'request', payments: 'decide', risk: 'decide' },
  'operators.view': { risk: 'alone', admin: 'alone' },
  'operators.change': { admin: 'mutual' },
  'operators.disable': { risk: 'alone', admin: 'alone' },
  'audit.view': { risk: 'alone', finance: 'alone', admin: 'alone' },
  'deposits.decide': { payments: 'alone' },
  'deposits.return': { payments: 'limit', risk: 'decide', finance: 'decide' },
  'deposits.import': { payments: 'alone', finance: 'alone' },
  'payouts.release': { risk: 'request', finance: 'decide', admin: 'decide' },
  'accounts.change': { payments: 'request', finance: 'decide' },
  'accounts.view': { payments: 'alone', finance: 'alone', admin: 'alone', risk: 'alone' },
  'accounts.order': { payments: 'alone', finance: 'alone' },
  'accounts.close': { payments: 'alone', risk: 'alone', finance: 'alone' },
  'referral.decide': { payments: 'alone', risk: 'alone' },
  'referral.take-back': { risk: 'request', finance: 'decide' },
  'adjustments.view': { support: 'alone', payments: 'alone', risk: 'alone', finance: 'alone' },
  'adjustments.make': { support: 'request', payments: 'request', finance: 'decide' },
  'members.break': { support: 'alone', risk: 'alone' },
  'members.lift-exclusion': { support: 'request', risk: 'decide' },
  'bonuses.revoke': { risk: 'request', payments: 'decide' },
  'promotions.view': { support: 'alone', risk: 'alone', marketing: 'alone', finance: 'alone' },
  'promotions.draft': { marketing: 'alone' },
  'promotions.publish': { marketing: 'request', finance: 'decide' },
  'promotions.pause': { risk: 'alone', marketing: 'alone' },
  'codes.view': { support: 'alone', risk: 'alone', marketing: 'alone', finance: 'alone' },
  'codes.make': { marketing: 'limit', finance: 'decide' },
  'codes.disable': { support: 'alone', risk: 'alone', marketing: 'alone' },
  'providers.change': { risk: 'request', finance: 'decide', admin: 'decide' },
  'providers.close': { risk: 'alone', admin: 'alone' },
  'keys.change': { admin: 'mutual' },
  'wins.decide': { risk: 'limit', finance: 'decide' },
  'rounds.decide': { risk: 'request', payments: 'decide' },
  'findings.close': { risk: 'alone', finance: 'alone' },
  'site.view': { risk: 'alone', marketing: 'alone', finance: 'alone', admin: 'alone' },
  'site.switches': { risk: 'mutual', admin: 'mutual' },
  'site.limits': { finance: 'request', admin: 'tighten' },
  'site.terms': { marketing: 'mutual', admin: 'mutual' },
  'site.look': { marketing: 'alone', admin: 'alone' },
  'offers.terms': { marketing: 'request', finance: 'decide' },
} as const satisfies Record<string, Partial<Record<Role, Grade>>>;

export type Permission = keyof typeof permissions;

/** The roles among these that have the permission, with their grade. */
export function listGrades(held: readonly Role[], permission: Permission): readonly (readonly [Role, Grade])[] {
  const entry: Partial<Record<Role, Grade>> = permissions[permission];
  return held.flatMap((role) => {
    const grade = entry[role];
    return grade === undefined ? [] : [[role, grade] as const];
  });
}

export function hasPermission(held: readonly Role[], permission: Permission): boolean {
  return listGrades(held, permission).length > 0;
}

const ACTING: readonly Grade[] = ['alone', 'limit', 'mutual', 'request', 'tighten'];
const DECIDING: readonly Grade[] = ['decide', 'mutual', 'tighten'];

/** The role by which an action begins, the most far-reaching first; undefined: none may begin it. */
export function findActingRole(
  held: readonly Role[],
  permission: Permission,
): { readonly role: Role; readonly grade: Grade } | undefined {
  const grades = listGrades(held, permission);
  for (const grade of ACTING) {
    const found = grades.find(([, each]) => each === grade);
    if (found) return { role: found[0], grade };
  }
  return undefined;
}

/** The role by which a request of another person may be decided. */
export function findDecidingRole(held: readonly Role[], permission: Permission): Role | undefined {
  return listGrades(held, permission).find(([, grade]) => DECIDING.includes(grade))?.[0];
}

/** The roles that may decide a request about this permission. */
export function listDecidingRoles(permission: Permission): readonly Role[] {
  return roles.filter((role) => findDecidingRole([role], permission) !== undefined);
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}
