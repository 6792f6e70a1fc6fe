// Requests of two people as lists: open ones, one by its number, and the people who may decide or see it.
//
// Always true: the own request is never decided by its requester.
//
// Elsewhere: decisions (actions.ts), keys of the second person (packages/database/migrations).

import { type ActionEntry, actions as entries, isActionName } from '@chaba/contract/back-office/actions';
import { findActingRole, findDecidingRole, listDecidingRoles, type Role } from '@chaba/contract/back-office/roles';
import type { Database, Queryable } from '@chaba/database';

import * as approvals from './approvals.store.ts';
import { failOperator } from './operator-error.ts';
import * as people from './people.store.ts';
import type { OperatorSession } from './sign-in.ts';

export { type AdjustmentFilter, type AdjustmentRequest, listAdjustmentRequests } from './approvals.store.ts';

/** A person at a site. */
export type Acting = {
  readonly siteId: number;
  readonly session: OperatorSession;
  readonly roles: readonly Role[];
  /** Where the person acts; absent: the pages. */
  readonly channel?: 'cli' | 'job';
};

export function listRequests(
  database: Database,
  siteId: number,
  page: { readonly isOpen: boolean; readonly before: bigint | undefined; readonly limit: number },
): Promise<approvals.ApprovalRequest[]> {
  return approvals.listRequests(database, siteId, page);
}

export async function loadRequest(
  database: Queryable,
  siteId: number,
  requestId: bigint,
): Promise<approvals.ApprovalRequest> {
  return (await approvals.findRequest(database, siteId, requestId)) ?? failOperator('NOT_FOUND');
}

export function listOpenRequests(
  database: Database,
  siteId: number,
  subjects: readonly string[],
): Promise<Map<string, bigint>> {
  return approvals.listOpenBySubject(database, siteId, subjects);
}

/** True when this person may decide the request; false for an own one. */
export function mayDecide({ roles, session }: Acting, request: approvals.ApprovalRequest): boolean {
  if (!isActionName(request.action) || request.requestedBy === session.operatorId) return false;
  const { permission }: ActionEntry = entries[request.action];
  return findDecidingRole(roles, permission) !== undefined;
}

/** Requests that concern this person: own ones, and those about a permission of the roles. */
export function maySee({ roles, session }: Acting, request: approvals.ApprovalRequest): boolean {
  if (request.requestedBy === session.operatorId) return true;
  if (!isActionName(request.action)) return false;
  const { permission }: ActionEntry = entries[request.action];
  return findDecidingRole(roles, permission) !== undefined || findActingRole(roles, permission) !== undefined;
}

/** Roles that may decide a request, and the names of signed-in people who hold one. */
export async function loadDeciders(
  database: Database,
  siteId: number,
  of: { readonly request: approvals.ApprovalRequest; readonly idleSeconds: number },
): Promise<{ readonly roles: readonly Role[]; readonly signedIn: readonly string[] }> {
  const { request } = of;
  if (!isActionName(request.action)) return { roles: [], signedIn: [] };
  const { permission }: ActionEntry = entries[request.action];
  const roles = listDecidingRoles(permission);
  const signedIn = await people.listSignedIn(database, siteId, { roles, idleSeconds: of.idleSeconds });
  return { roles, signedIn: signedIn.filter((name) => name !== request.requesterName) };
}
