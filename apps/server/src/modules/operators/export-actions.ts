// The request of a file with names, phones and accounts in full.
//
// Always true: two people agree on the list, its filters and its columns, and the file has exactly these. It belongs to
// the person who requested it, with the permission of the list.
//
// Elsewhere: writing the file (back-office/export-run.ts), files (modules/reports).

import { isRevealedList, listFileFields, type RevealedList } from '@chaba/contract/back-office/exports';
import { isColumn, splitColumns } from '@chaba/contract/back-office/list-columns';
import { findWrongFilter, lists } from '@chaba/contract/back-office/lists';
import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import type { Transaction } from '@chaba/database';

import { assert } from '#core/domain-error';
import { createRevealedExport } from '#modules/exports';

import { type ActionInput, defineAction } from './actions.ts';
import * as approvals from './approvals.store.ts';
import { failOperator } from './operator-error.ts';
import * as people from './people.store.ts';

export type RevealedExport = {
  readonly list: RevealedList;
  readonly filter: Readonly<Record<string, string>>;
  /** Ids of columns; undefined: all. */
  readonly columns: readonly string[] | undefined;
};

const ZONE_MS = 7 * 3_600_000;

/** `filters` is a query such as `state=locked&sort=seen`; `columns` a text such as `member,phone`, or empty. */
function parseRevealedExport({ list = '', filters = '', columns: text = '' }: ActionInput): RevealedExport {
  if (!isRevealedList(list)) return failOperator('FIELD_INVALID', { field: 'list' });
  const filter = Object.fromEntries(new URLSearchParams(filters));
  if (findWrongFilter(list, filter) !== undefined) failOperator('FIELD_INVALID', { field: 'filters' });
  const columns = text === '' ? undefined : splitColumns(text);
  const isKnown = text === '' || columns?.every((id) => isColumn(list, id)) === true;
  return isKnown ? { list, filter, columns } : failOperator('FIELD_INVALID', { field: 'columns' });
}

const reveal = defineAction<RevealedExport>({
  parse: parseRevealedExport,
  load: async (_tx, _siteId, { list, filter, columns }) => ({
    subject: `export ${list}`,
    facts: { list, filters: new URLSearchParams(filter).toString(), columns: columns?.join(', ') ?? null },
  }),
  async run(tx, { siteId, requestId, config }, { list, filter, columns }) {
    assert(requestId !== undefined, 'a file with data in full is made from its request');
    const request = await approvals.findRequest(tx, siteId, requestId);
    assert(request !== undefined, 'the request is being executed');
    const roles = await loadRoles(tx, siteId, request.requestedBy);
    if (!hasPermission(roles, lists[list].permission)) return { rejection: 'REQUESTER_GONE' };
    const day = new Date(Date.now() + ZONE_MS).toISOString().slice(0, 10);
    const exportId = await createRevealedExport(tx, siteId, {
      requestedBy: request.requestedBy,
      kind: 'list',
      name: list,
      params: filter,
      columns: listFileFields(list, roles, columns),
      fileName: `${list}-in-full-${day}${config.mode === 'play' ? '-play' : ''}.csv`,
      approval: { requestId, contentHash: request.contentHash },
    });
    return { outcome: 'made', after: { export: `E${exportId}`, list } };
  },
});

async function loadRoles(tx: Transaction, siteId: number, operatorId: string): Promise<readonly Role[]> {
  return (await people.listRoles(tx, operatorId)).filter((held) => held.siteId === siteId).map(({ role }) => role);
}

/** The export of an approved request, from its stored content. */
export async function loadRevealedExport(tx: Transaction, siteId: number, requestId: bigint): Promise<RevealedExport> {
  const request = await approvals.findRequest(tx, siteId, requestId);
  assert(request?.verdict === 'approved' && request.action === 'export.reveal', 'the key of the job names an approval');
  return parseRevealedExport((JSON.parse(request.content) as { readonly input: ActionInput }).input);
}

export const exportActions = { 'export.reveal': reveal };
