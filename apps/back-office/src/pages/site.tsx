// The site: every setting with its value and last change, and a panel that changes the chosen one.
//
// Always true: a value is checked by the function that the server uses. The dialog shows before and after as the server
// states them.

import { actions } from '@chaba/contract/back-office/actions';
import {
  findActingRole,
  listGrades,
  type Permission,
  type Role,
  roles as allRoles,
} from '@chaba/contract/back-office/roles';
import {
  findSettingProblem,
  previewedSettings,
  settingGroups,
  type SettingName,
  siteSettings,
} from '@chaba/contract/back-office/site-settings';
import type { SettingRow } from '@chaba/contract/back-office/site-wire';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { parseBaht } from '@chaba/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { siteQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { useTime, useWords } from '#text/language';
import { useSiteWords } from '#text/site-words';
import { Button } from '#ui/button';
import { type Column, DataTable } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Chips, ListPage } from '#ui/list-page';
import { ErrorState, LoadingRows } from '#ui/states';

import { MaintenanceForm } from './maintenance-form.tsx';
import { SettingField } from './setting-field.tsx';
import { SitePreview } from './site-preview.tsx';
import { SiteViews } from './site-views.tsx';
import { useListState } from './use-list.ts';

export function SitePage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useSiteWords();
  const state = useListState();
  const { data, error, isPending, refetch } = useQuery(siteQuery(site));
  const columns = useColumns();
  const rows = data?.settings ?? [];
  const chosen = rows.find(({ name }) => name === state.chosen);
  const group = settingGroups.find((each) => each === state.get('group')) ?? 'look';
  return (
    <ListPage
      title={text.title}
      placeholder={text.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen === undefined ? undefined : (
          <SettingPanel key={chosen.name} site={site} roles={roles} row={chosen} rows={rows} />
        )
      }
      tools={
        <>
          <SiteViews site={site} />
          <Chips
            label={text.group}
            values={settingGroups.map((each) => [each, text.groups[each]] as const)}
            chosen={group}
            onChoose={(value) => state.filter({ group: value })}
          />
        </>
      }
    >
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {rows.length > 0 && (
        <DataTable
          label={text.groups[group]}
          columns={columns}
          rows={rows.filter(({ name }) => siteSettings[name].group === group)}
          keyOf={({ name }) => name}
          chosen={state.chosen}
          onChoose={state.choose}
        />
      )}
    </ListPage>
  );
}

function useColumns(): readonly Column<SettingRow>[] {
  const text = useSiteWords();
  return [
    { id: 'name', title: text.columns.name, cell: ({ name }) => text.names[name] },
    { id: 'value', title: text.columns.value, cell: (row) => <SettingValue row={row} /> },
    { id: 'changed', title: text.columns.changed, isWide: true, cell: (row) => <LastChange row={row} /> },
  ];
}

/** A value in the words of the page; long ones are cut in the list. */
function SettingValue({ row: { value } }: { readonly row: SettingRow }) {
  const text = useSiteWords();
  if (value === '') return <span className="text-text-3">{text.none}</span>;
  return <span className="line-clamp-2 break-all">{text.values[value] ?? value}</span>;
}

function LastChange({ row: { changedBy, changedAt, request } }: { readonly row: SettingRow }) {
  const text = useSiteWords();
  const time = useTime();
  const [first = '', second] = changedBy;
  const people = second === undefined ? first : text.approvedBy(first, second);
  return (
    <span className="text-text-2">
      {changedAt === null ? text.never : text.changedBy(people, time(changedAt))}
      {request !== null && <strong className="block font-semibold text-warning">{text.openRequest(request)}</strong>}
    </span>
  );
}

type Chosen = {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly row: SettingRow;
  readonly rows: readonly SettingRow[];
};

function SettingPanel(chosen: Chosen) {
  const words = useWords();
  const text = useSiteWords();
  const { site, roles, row } = chosen;
  const { permission } = actions[siteSettings[row.name].action];
  const acting = findActingRole(roles, permission);
  return (
    <div className="dense grid gap-4 py-3">
      <h2 className="text-title-3">{text.names[row.name]}</h2>
      <Facts
        facts={[
          [text.columns.value, <SettingValue key="value" row={row} />],
          [text.columns.changed, <LastChange key="changed" row={row} />],
        ]}
      />
      {row.request !== null && (
        <Link to={`/${site}/requests?open=${row.request}`} className="underline">
          {text.openRequest(row.request)}
        </Link>
      )}
      {acting === undefined ? (
        <p className="text-text-2">
          {text.readOnly(
            listHolders(permission)
              .map((role) => words.roles[role])
              .join(', '),
          )}
        </p>
      ) : (
        <ChosenForm {...chosen} isOnlyTighter={acting.grade === 'tighten'} />
      )}
    </div>
  );
}

function ChosenForm(chosen: Chosen & { readonly isOnlyTighter: boolean }) {
  const { site, row } = chosen;
  if (row.name !== 'Maintenance') return <SettingForm {...chosen} />;
  return <MaintenanceForm site={site} isOn={row.value === 'on'} />;
}

/** A new value, and the dialog that shows before and after. */
function SettingForm({ site, row, rows, isOnlyTighter }: Chosen & { readonly isOnlyTighter: boolean }) {
  const words = useWords();
  const text = useSiteWords();
  const notice = useNotice();
  const { name } = row;
  const { action } = siteSettings[name];
  const [draft, setDraft] = useState<string>();
  const [opened, setOpened] = useState<string>();
  const value = draft ?? row.value;
  const problem = useProblem({ name, value, rows });
  const isReady = value !== row.value && problem === undefined;

  function onDone(outcome: ActionOutcome): void {
    setOpened(undefined);
    setDraft(undefined);
    notice(outcome.request === undefined ? words.action.done : words.action.requested(outcome.request));
  }

  return (
    <>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) setOpened(value);
        }}
      >
        <SettingField name={name} value={value} error={draft === undefined ? undefined : problem} onChange={setDraft} />
        {isOnlyTighter && <p className="text-text-2">{text.onlyTighter}</p>}
        <Button type="submit" variant="primary" disabled={!isReady}>
          {text.change}
        </Button>
      </form>
      {previewedSettings.includes(name) && problem === undefined && (
        <SitePreview site={site} name={name} value={value} />
      )}
      {opened !== undefined && (
        <ActionDialog
          site={site}
          open={{
            action,
            input: { flag: name, value: opened },
            isTwo: actions[action].people === 'two',
            isPreviewed: true,
          }}
          onClose={() => setOpened(undefined)}
          onDone={onDone}
        />
      )}
    </>
  );
}

function listHolders(permission: Permission): readonly Role[] {
  return allRoles.filter((role) => listGrades([role], permission).length > 0);
}

/** The sentence about a value that the server would reject. */
function useProblem({
  name,
  value,
  rows,
}: {
  readonly name: SettingName;
  readonly value: string;
  readonly rows: readonly SettingRow[];
}): string | undefined {
  const text = useSiteWords();
  const problem = findSettingProblem(name, value);
  if (problem !== undefined) return text.problems[problem];
  const amountOf = (of: SettingName): bigint =>
    parseBaht(of === name ? value : (rows.find((row) => row.name === of)?.value ?? '')) ?? 0n;
  const isLimit = name === 'minWithdraw' || name === 'maxWithdraw';
  return isLimit && amountOf('minWithdraw') > amountOf('maxWithdraw') ? text.limitsOrder : undefined;
}
