// Accesses to data of members: pages that were opened, or members whose data stood in full in a file with its request.
//
// Elsewhere: opened pages (modules/operators/page-access.ts), the files (export-run.ts, modules/exports).

import type { AccessRow, RowPage } from '@chaba/contract/back-office/wire';

import { formatReference, parseReference } from '#core/references';
import { listAccess } from '#modules/exports';
import { type Acting, formatRequest } from '#operators/actions';
import { failOperator } from '#operators/operator-error';
import { listPageAccess } from '#operators/page-access';

import type { BackOfficeContext } from './context.ts';

type AccessPage = {
  readonly memberId: bigint | undefined;
  /** Number of the last row, as that of its member. */
  readonly before: readonly [bigint, bigint] | undefined;
  readonly limit: number;
};

/** A page of accesses, the newest first; `cursor`: number of access or file and of the member of the last row. */
export async function readAccess(
  context: BackOfficeContext,
  { siteId }: Acting,
  of: {
    readonly filter: Readonly<Record<string, string>>;
    readonly cursor: string | undefined;
    readonly limit: number;
  },
): Promise<RowPage<AccessRow>> {
  const { filter, cursor, limit } = of;
  const { member, show } = filter;
  const memberId =
    member === undefined
      ? undefined
      : (parseReference('member', member) ?? failOperator('PARAMETER_INVALID', { field: 'member' }));
  const [number = '0', before = '0'] = cursor?.split('.') ?? [];
  const page = {
    memberId,
    before: cursor === undefined ? undefined : ([BigInt(number), BigInt(before)] as const),
    limit,
  };
  const rows = await (show === 'files' ? readFiles : readPages)(context, siteId, page);
  return { rows, next: (rows.length === limit ? rows.at(-1)?.access : undefined) ?? null };
}

async function readPages(
  { database }: BackOfficeContext,
  siteId: number,
  { memberId, before, limit }: AccessPage,
): Promise<AccessRow[]> {
  const found = await listPageAccess(database, siteId, { memberId, before: before?.[0], limit });
  return found.map((access) => ({
    access: `${access.accessId}.${access.memberId}`,
    at: access.accessedAt.toISOString(),
    operator: access.operator,
    member: formatReference('member', access.memberId),
    list: null,
    request: null,
  }));
}

async function readFiles(
  { database }: BackOfficeContext,
  siteId: number,
  { memberId, before, limit }: AccessPage,
): Promise<AccessRow[]> {
  const last = before && { exportId: before[0], memberId: before[1] };
  const found = await listAccess(database, siteId, { memberId, before: last, limit });
  return found.map((access) => ({
    access: `${access.exportId}.${access.memberId}`,
    at: access.accessedAt.toISOString(),
    operator: access.operator,
    member: formatReference('member', access.memberId),
    list: access.list,
    request: formatRequest(access.requestId),
  }));
}
