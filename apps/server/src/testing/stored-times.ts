// Moves stored times into the past, so that tests need not wait.

import { sql, type Sql } from '@chaba/database';

/**
 * The time of a column less an interval such as '23 hours 59 minutes', for the right side of an update. The difference
 * is made in UTC: a cluster rejects an update whose arithmetic depends on the time zone of the session.
 */
export const subtractTime = (column: Sql, by: string): Sql =>
  sql`(${column} at time zone 'UTC' - ${by}::interval) at time zone 'UTC'`;
