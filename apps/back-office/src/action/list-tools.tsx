// The tools of every list beside its filters: saved views, the choice of columns, and a file of all rows that the
// filters let through.
//
// Always true: a view is the filters, columns and order of one list. The default of a role applies when the page is
// opened without filters, once.

import { exportColumns } from '@chaba/contract/back-office/exports';
import { type ListName, lists } from '@chaba/contract/back-office/lists';
import { hasPermission, type Role, roles as allRoles } from '@chaba/contract/back-office/roles';
import { VIEW_NAME_LENGTH_MAX, type ViewRow, type ViewScope, viewScopes } from '@chaba/contract/back-office/shifts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { queryClient, sendDeleteView, sendSaveView, sessionQuery, viewsQuery } from '#api/queries';
import { useSentence, useWords } from '#text/language';
import { useShiftWords } from '#text/shift-words';
import { Button } from '#ui/button';
import { Choice, Field } from '#ui/field';
import { Modal } from '#ui/modal';

import { ColumnChoice, COLUMNS_PARAM, type OfferedColumn } from './column-choice.tsx';
import { ExportButton } from './export-button.tsx';

/** The chosen row, which is of no view. */
const CHOSEN = 'open';

type Filter = Readonly<Record<string, string>>;

/** A list of the contract at a site, with the filters that its rows were read with. */
export type ListSource<Name extends ListName = ListName> = {
  readonly site: string;
  readonly name: Name;
  readonly filter?: Filter;
};

export function ListTools({
  of: { site, name, filter = {} },
  columns,
}: {
  readonly of: ListSource;
  /** Those that the roles show. */
  readonly columns: readonly OfferedColumn[];
}) {
  const text = useShiftWords();
  const [search, setSearch] = useSearchParams();
  const { data: views = [] } = useQuery(viewsQuery(site, name));
  const [isOpen, setOpen] = useState(false);
  const current = toView(name, search);
  const chosen = views.find(({ params }) => isSame(params, current));
  const apply = (params: Filter, isReplaced = false): void =>
    setSearch((before) => withView(name, before, params), { replace: isReplaced });
  useDefault(views, [...search.keys()].length === 0, (view) => apply(view.params, true));
  const shown = search.get(COLUMNS_PARAM);
  return (
    <div className="flex flex-wrap items-end gap-2 print:hidden">
      {views.length > 0 && (
        <select
          aria-label={text.views}
          value={chosen?.view ?? ''}
          onChange={({ target }) => apply(views.find(({ view }) => view === target.value)?.params ?? {})}
          className="control w-auto max-w-48"
        >
          <option value="">{text.noView}</option>
          {viewScopes.map((scope) => (
            <ViewGroup key={scope} title={text.scopes[scope]} views={views.filter((view) => view.scope === scope)} />
          ))}
        </select>
      )}
      <Button onClick={() => setOpen(true)}>
        <Bookmark aria-hidden="true" size={16} />
        <span className="max-lg:sr-only">{text.saveView}</span>
      </Button>
      <ColumnChoice columns={columns} />
      {exportColumns[name] !== undefined && (
        <ExportButton
          site={site}
          kind="list"
          name={name}
          params={shown === null ? filter : { ...filter, [COLUMNS_PARAM]: shown }}
        />
      )}
      {isOpen && (
        <ViewDialog
          site={site}
          list={name}
          params={current}
          columns={columns}
          views={views}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function ViewGroup({ title, views }: { readonly title: string; readonly views: readonly ViewRow[] }) {
  if (views.length === 0) return null;
  return (
    <optgroup label={title}>
      {views.map(({ view, name }) => (
        <option key={view} value={view}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}

/** A word of the address that belongs to the view: a filter of the list, or its columns. */
const isOfView = (list: ListName, param: string): boolean =>
  param === COLUMNS_PARAM || Object.hasOwn(lists[list].filters, param);

const toView = (list: ListName, search: URLSearchParams): Filter =>
  Object.fromEntries([...search].filter(([param, value]) => isOfView(list, param) && value !== ''));

/** The address with the filters and columns of a view in the place of its own. */
function withView(list: ListName, search: URLSearchParams, params: Filter): URLSearchParams {
  const left = [...search].filter(([param]) => !isOfView(list, param) && param !== CHOSEN);
  return new URLSearchParams([...left, ...Object.entries(params)]);
}

const isSame = (one: Filter, other: Filter): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Applies the default of a role when a page is opened without an address of its own. */
function useDefault(views: readonly ViewRow[], isPlain: boolean, apply: (view: ViewRow) => void): void {
  const isNew = useRef(true);
  const found = views.find(({ scope }) => scope === 'role');
  useEffect(() => {
    if (!isNew.current || found === undefined) return;
    isNew.current = false;
    if (isPlain) apply(found);
  }, [found, isPlain, apply]);
}

function ViewDialog({
  site,
  list,
  params,
  columns,
  views,
  onClose,
}: {
  readonly site: string;
  readonly list: ListName;
  readonly params: Filter;
  readonly columns: readonly OfferedColumn[];
  readonly views: readonly ViewRow[];
  readonly onClose: () => void;
}) {
  const text = useShiftWords();
  const words = useWords();
  const toSentence = useSentence();
  const { data: session } = useQuery(sessionQuery);
  const held: readonly Role[] = session?.sites.find(({ code }) => code === site)?.roles ?? [];
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ViewScope>('own');
  const [role, setRole] = useState<string>(held[0] ?? '');
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: viewsQuery(site, list).queryKey });
  const save = useMutation({
    mutationFn: () => sendSaveView(site, { list, name, params, scope, role: scope === 'role' ? role : '' }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const remove = useMutation({ mutationFn: (view: string) => sendDeleteView(site, view), onSuccess: refresh });
  const filters = useViewParts(params, columns);
  const error = save.error ?? remove.error;
  return (
    <Modal title={text.saveView} onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <p className="text-text-2">{`${text.viewHelp}: ${filters.length === 0 ? words.none : filters.join(' · ')}`}</p>
        <Field
          label={text.viewName}
          value={name}
          onChange={setName}
          maxLength={VIEW_NAME_LENGTH_MAX}
          required
          data-focus
        />
        <ScopeFields held={held} scope={scope} role={role} onScope={setScope} onRole={setRole} />
        {error && (
          <p role="alert" className="text-danger">
            {toSentence(error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {text.save}
          </Button>
        </div>
      </form>
      <OwnViews views={views.filter(({ canDelete }) => canDelete)} isBusy={remove.isPending} onDelete={remove.mutate} />
    </Modal>
  );
}

/** Filters and columns of a view as texts. */
function useViewParts(params: Filter, columns: readonly OfferedColumn[]): readonly string[] {
  const text = useShiftWords();
  return Object.entries(params).map(([id, value]) => {
    if (id !== COLUMNS_PARAM) return `${id} ${value}`;
    const titles = value.split(',').flatMap((each) => columns.find((column) => column.id === each)?.title ?? []);
    return `${text.columns}: ${titles.join(', ')}`;
  });
}

/** The people to whom the view is shown; absent for a person who may not share it. */
function ScopeFields({
  held,
  scope,
  role,
  onScope,
  onRole,
}: {
  readonly held: readonly Role[];
  readonly scope: ViewScope;
  readonly role: string;
  readonly onScope: (scope: ViewScope) => void;
  readonly onRole: (role: string) => void;
}) {
  const text = useShiftWords();
  const words = useWords();
  if (!hasPermission(held, 'views.share')) return null;
  const roles = held.includes('admin') ? allRoles : held;
  return (
    <>
      <Choice label={text.viewScope} value={scope} onChange={(value) => onScope(value as ViewScope)}>
        {viewScopes.map((each) => (
          <option key={each} value={each}>
            {text.scopes[each]}
          </option>
        ))}
      </Choice>
      {scope === 'role' && (
        <Choice label={text.viewRole} value={role} onChange={onRole}>
          {roles.map((each) => (
            <option key={each} value={each}>
              {words.roles[each]}
            </option>
          ))}
        </Choice>
      )}
    </>
  );
}

function OwnViews({
  views,
  isBusy,
  onDelete,
}: {
  readonly views: readonly ViewRow[];
  readonly isBusy: boolean;
  readonly onDelete: (view: string) => void;
}) {
  const text = useShiftWords();
  const words = useWords();
  if (views.length === 0) return null;
  return (
    <section aria-label={text.manage} className="mt-4">
      <h3 className="mb-1 font-semibold">{text.manage}</h3>
      <ul>
        {views.map(({ view, name, scope, role }) => (
          <li key={view} className="flex items-center gap-3 border-t border-hairline py-1">
            <span className="min-w-0 flex-1 break-words">
              {name}
              <span className="block text-micro text-text-3">
                {role === null ? text.scopes[scope] : `${text.scopes[scope]} · ${words.roles[role]}`}
              </span>
            </span>
            <Button variant="quiet" isBusy={isBusy} aria-label={text.deleteView(name)} onClick={() => onDelete(view)}>
              <Trash2 aria-hidden="true" size={16} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
