// Handovers of a shift and views of lists over HTTP.
//
// Always true: a view has only filters and columns of its list, and a person saves only views of lists that the roles
// show. A column that the roles lost is left out. A shared view and the default of a role are entries of the audit.
//
// Elsewhere: handovers (modules/review), views (modules/reports), shapes (packages/contract/src/back-office/shifts.ts).

import { listColumns } from '@chaba/contract/back-office/list-columns';
import { isListName } from '@chaba/contract/back-office/lists';
import { hasPermission, isRole, type Role } from '@chaba/contract/back-office/roles';
import {
  type HandoverRow,
  VIEW_NAME_LENGTH_MAX,
  type ViewRow,
  viewScopes,
  VIEWS_MAX,
} from '@chaba/contract/back-office/shifts';

import { deleteView, findView, listViews, type NewView, type SavedView, saveView } from '#modules/saved-views';
import { listHandovers } from '#modules/review';
import { type Acting, appendFileEntry } from '#operators/actions';
import { failOperator } from '#operators/operator-error';
import { formatHandover } from '#operators/shift-actions';

import type { BackOfficeContext } from './context.ts';
import { maySeeQueue } from './queue.routes.ts';
import { type Handlers, readInput, readText, type SiteCall } from './routes.ts';
import { checkList, checkTable } from './site.routes.ts';

const HANDOVERS_SHOWN = 30;

export function createShiftHandlers(
  context: BackOfficeContext,
): Pick<Handlers, 'handovers' | 'views' | 'saveView' | 'deleteView'> {
  const { database } = context;
  return {
    handovers: ({ acting }) => readHandovers(context, acting),
    async views({ acting, params }) {
      const list = params['list'] ?? '';
      if (!isListName(list)) return failOperator('NOT_FOUND');
      checkList(acting, { name: list, query: {} });
      return toRows(acting, await listViews(database, acting.siteId, toOwner(acting, list)));
    },
    saveView: (call) => save(context, call),
    deleteView: (call) => remove(context, call),
  };
}

async function readHandovers({ database }: BackOfficeContext, acting: Acting): Promise<readonly HandoverRow[]> {
  const found = await listHandovers(database, acting.siteId, HANDOVERS_SHOWN);
  return found.map(({ handoverId, writtenBy, writer, note, facts, writtenAt, reader, readAt }) => ({
    handover: formatHandover(handoverId),
    by: writer,
    at: writtenAt.toISOString(),
    note,
    queues: facts.queues.filter(({ queue }) => maySeeQueue(acting, queue)),
    requests: facts.requests,
    signedIn: facts.signedIn,
    readBy: reader,
    readAt: readAt?.toISOString() ?? null,
    isOwn: writtenBy === acting.session.operatorId,
  }));
}

const toOwner = ({ session, roles }: Acting, list: string) => ({ list, ownerId: session.operatorId, roles });

const toRows = (acting: Acting, views: readonly SavedView[]): readonly ViewRow[] =>
  views.map((view) => ({
    view: `V${view.viewId}`,
    name: view.name,
    params: withSeenColumns(acting, view),
    scope: view.scope,
    role: view.role !== null && isRole(view.role) ? view.role : null,
    by: view.owner,
    canDelete: mayDelete(acting, view),
  }));

/** A column that the roles do not show, or that the list has no more, is left out. */
function withSeenColumns({ roles }: Acting, { list, params }: Pick<SavedView, 'list' | 'params'>): SavedView['params'] {
  const { columns, ...filter } = params;
  if (columns === undefined || !isListName(list)) return filter;
  const seen = new Set(listColumns(list, roles).map(({ id }) => id));
  const left = columns.split(',').filter((id) => seen.has(id));
  return left.length === 0 ? filter : { ...filter, columns: left.join(',') };
}

function mayDelete({ session, roles }: Acting, { ownerId, scope }: Pick<SavedView, 'ownerId' | 'scope'>): boolean {
  return ownerId === session.operatorId || (scope !== 'own' && hasPermission(roles, 'views.share'));
}

async function save({ database, config }: BackOfficeContext, { acting, body }: SiteCall): Promise<readonly ViewRow[]> {
  const { siteId } = acting;
  const view = readView(acting, body);
  const own = (await listViews(database, siteId, toOwner(acting, view.list))).filter(
    ({ scope, ownerId }) => scope === view.scope && ownerId === view.ownerId,
  );
  if (own.length >= VIEWS_MAX && !own.some(({ name }) => name === view.name)) {
    failOperator('BLOCKED', { reasons: ['views_max'] });
  }
  await database.transaction(async (tx) => {
    const id = await saveView(tx, siteId, view);
    if (view.scope === 'own') return;
    await appendFileEntry(tx, acting, {
      action: view.scope === 'role' ? 'view.set-default' : 'view.share',
      subject: `view V${id}`,
      mode: config.mode,
      facts: { list: view.list, name: view.name, ...(view.role === null ? {} : { role: view.role }), ...view.params },
    });
  });
  return toRows(acting, await listViews(database, siteId, toOwner(acting, view.list)));
}

function readView(acting: Acting, body: SiteCall['body']): NewView {
  const list = readText(body, 'list', VIEW_NAME_LENGTH_MAX);
  if (!isListName(list)) return failOperator('FIELD_INVALID', { field: 'list' });
  const params = readInput(body, 'params');
  const { filter, columns } = checkTable(acting, { name: list, query: params });
  const name = readText(body, 'name', VIEW_NAME_LENGTH_MAX).trim();
  const isFine = name !== '' && !/\p{Cc}/u.test(name) && name.isWellFormed();
  if (!isFine) return failOperator('FIELD_INVALID', { field: 'name' });
  const given = readText(body, 'scope', VIEW_NAME_LENGTH_MAX);
  const scope = viewScopes.find((each) => each === given) ?? failOperator('FIELD_INVALID', { field: 'scope' });
  if (scope !== 'own' && !hasPermission(acting.roles, 'views.share')) {
    failOperator('PERMISSION_MISSING', { permission: 'views.share' });
  }
  return {
    list,
    name,
    params: columns === undefined || columns.length === 0 ? filter : { ...filter, columns: columns.join(',') },
    scope,
    role: scope === 'role' ? readRole(acting, readText(body, 'role', VIEW_NAME_LENGTH_MAX)) : null,
    ownerId: acting.session.operatorId,
  };
}

/** A role of the person; an admin sets the default of every role. */
function readRole({ roles }: Acting, text: string): Role {
  if (!isRole(text)) return failOperator('FIELD_INVALID', { field: 'role' });
  return roles.includes(text) || roles.includes('admin') ? text : failOperator('PERMISSION_MISSING');
}

async function remove({ database, config }: BackOfficeContext, { acting, params }: SiteCall): Promise<object> {
  const { siteId } = acting;
  const [, digits] = /^V(\d{1,18})$/.exec(params['view'] ?? '') ?? [];
  const found = digits === undefined ? undefined : await findView(database, siteId, BigInt(digits));
  if (found === undefined || !mayDelete(acting, found)) return failOperator('NOT_FOUND');
  await database.transaction(async (tx) => {
    const isDeleted = await deleteView(tx, siteId, found.viewId);
    if (!isDeleted || found.scope === 'own') return;
    await appendFileEntry(tx, acting, {
      action: 'view.delete',
      subject: `view V${found.viewId}`,
      mode: config.mode,
      facts: { list: found.list, name: found.name },
    });
  });
  return {};
}
