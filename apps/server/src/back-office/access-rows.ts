// Accesses to data in full: members whose data stood in a file, its person and its request.
//
// Elsewhere: the files (export-run.ts), where an access is recorded (modules/exports/exports.store.ts).

import type { AccessRow, RowPage } from '@chaba/contract/back-office/wire';

import { formatReference, parseReference } from '#core/references';
import { listAccess } from '#modules/exports';
import { type Acting, formatRequest } from '#operators/actions';
import { failOperator } from '#operators/operator-error';

import type { BackOfficeContext } from './context.ts';

/** A page of accesses, the newest file first; `cursor`: number of file and member of the last row. */
export async function readAccess(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  of: {
    readonly filter: Readonly<Record<string, string>>;
    readonly cursor: string | undefined;
    readonly limit: number;
  },
): Promise<RowPage<AccessRow>> {
  const { filter, cursor, limit } = of;
  const { member } = filter;
  const memberId =
    member === undefined
      ? undefined
      : (parseReference('member', member) ?? failOperator('PARAMETER_INVALID', { field: 'member' }));
  const [exportId = '0', before = '0'] = cursor?.split('.') ?? [];
  const page = cursor === undefined ? undefined : { exportId: BigInt(exportId), memberId: BigInt(before) };
  const found = await listAccess(database, siteId, { memberId, before: page, limit });
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    rows: found.map((access) => ({
      access: `${access.exportId}.${access.memberId}`,
      at: access.accessedAt.toISOString(),
      operator: access.operator,
      member: formatReference('member', access.memberId),
      list: access.list ?? '',
      request: formatRequest(access.requestId),
    })),
    next: last === undefined ? null : `${last.exportId}.${last.memberId}`,
  };
}
