// Bank movements as operators read them: one, undecided ones, the latest, those of a reference.
//
// Elsewhere: decisions about them (operator-decisions.ts), the SQL (movements.store.ts).

import { banks } from '@chaba/contract/banks';
import type { Queryable } from '@chaba/database';

import * as store from './movements.store.ts';

export {
  findMovementAt as find,
  listMovementsOf as listWaiting,
  listRecentMovements as listRecent,
  type Movement,
} from './movements.store.ts';

/** Movements by the reference of the sending bank, in any case of its letters. */
export function listByReference(
  database: Queryable,
  siteId: number,
  transRef: string,
): Promise<store.ReferencedMovement[]> {
  return store.listByReference(database, siteId, { transRef, banks: banks.map(({ code }) => code) });
}
