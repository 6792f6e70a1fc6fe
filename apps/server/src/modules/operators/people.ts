// People of the back office as pages list them: operators, their limits, and the factors of one.
//
// Elsewhere: changes of them (people-actions.ts), sign-in (sign-in.ts), the SQL (people.store.ts).

import { IDLE_SECONDS } from '@chaba/contract/back-office/actions';
import type { Database } from '@chaba/database';

import * as factors from './factors.store.ts';
import * as people from './people.store.ts';

export type { ListedOperator, StoredLimit } from './people.store.ts';

export function listOperators(database: Database, siteId: number): Promise<people.ListedOperator[]> {
  return people.listOperators(database, siteId, IDLE_SECONDS);
}

export function listLimits(database: Database, siteId: number): Promise<people.StoredLimit[]> {
  return people.listLimits(database, siteId);
}

/** Passkeys and TOTP of a person, for the choice of a factor. */
export async function loadFactorKinds(
  database: Database,
  operatorId: string,
): Promise<{ readonly hasPasskey: boolean; readonly hasTotp: boolean }> {
  const [keys, operator] = await Promise.all([
    factors.listPasskeys(database, operatorId),
    people.loadById(database, operatorId),
  ]);
  return { hasPasskey: keys.length > 0, hasTotp: operator.totpSecret !== null };
}
