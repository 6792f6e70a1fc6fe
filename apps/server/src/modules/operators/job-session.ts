// A person at work without a signed-in page: a demo operator of the command line, and the person whose export or import
// a job runs.
//
// Always true: the roles are read from the database at each call; a disabled person has none.
//
// Elsewhere: sign-in (sign-in.ts), the command line (operators.ts), exports and imports (back-office/export-run.ts,
// import-run.ts).

import type { Database, Queryable } from '@chaba/database';

import type { Acting } from './actions.ts';
import * as people from './people.store.ts';
import { CLI_NETWORK, type OperatorSession } from './sign-in.ts';

type Person = Awaited<ReturnType<typeof people.loadById>>;

export async function createJobSession(
  database: Queryable,
  { operatorId, name, displayName, isDemo }: Person,
  of: { readonly sessionId: string; readonly deviceName: string; readonly seconds: number },
): Promise<OperatorSession> {
  const now = new Date();
  return {
    sessionId: of.sessionId,
    operatorId,
    factor: 'demo',
    network: CLI_NETWORK,
    deviceName: of.deviceName,
    createdAt: now,
    actedAt: now,
    idleLeft: of.seconds,
    lifeLeft: of.seconds,
    stepUpLeft: of.seconds,
    name,
    displayName,
    isDemo,
    roles: await people.listRoles(database, operatorId),
  };
}

/**
 * The person with the roles of now; undefined: disabled, or without a role at the site. An export reads and never acts;
 * an import acts by what the person may do alone without a factor. `job`: named by the entries.
 */
export async function loadJobActing(
  database: Database,
  siteId: number,
  { operatorId, job }: { readonly operatorId: string; readonly job: string },
): Promise<Acting | undefined> {
  const operator = await people.loadById(database, operatorId);
  if (operator.disabledAt !== null) return undefined;
  const session = await createJobSession(database, operator, { sessionId: job, deviceName: job, seconds: 0 });
  const roles = session.roles.filter((held) => held.siteId === siteId).map(({ role }) => role);
  return roles.length === 0 ? undefined : { siteId, session, roles, channel: 'job' };
}
