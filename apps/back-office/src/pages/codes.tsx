// Codes: batches with their files, codes of their own, making many or one, and an import that names bad rows first.
//
// Always true: the words of a batch are on no page; they leave with its file, which is recorded.
//
// Elsewhere: the forms (code-forms.tsx), the actions (apps/server/src/modules/operators/code-actions.ts).

import type { ActionName } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import type { CodeBatchRow, ItemCodeRow } from '@chaba/contract/back-office/offer-wire';
import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import { Badge } from '@chaba/ui/badge';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ActionDialog } from '#action/action-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { sendCodeFile } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useDay, useSentence, useTime, useWords } from '#text/language';
import { useOfferWords } from '#text/offer-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Chips, ListPage } from '#ui/list-page';
import { saveFile } from '#ui/save-file';
import { EmptyState } from '#ui/states';

import { BATCH_TERMS, CodeForm, ImportDialog, toCodeInput } from './code-forms.tsx';
import { mayAct } from './member-actions.tsx';
import { OfferTabs } from './offer-tabs.tsx';
import { useListState } from './use-list.ts';

const VIEWS = ['batches', 'codes'] as const;
type Making = 'code.create-batch' | 'code.create';

export function CodesPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useOfferWords();
  const state = useListState();
  const view = state.get('view') === 'codes' ? 'codes' : 'batches';
  const batches = useListRows(site, 'code-batches', { keyOf: ({ batch: key }) => key });
  const codes = useListRows(site, 'codes', { keyOf: ({ code: key }) => key, isEnabled: view === 'codes' });
  const { chosen } = state;
  const batch = batches.rows.find((row) => row.batch === chosen);
  const code = codes.rows.find((row) => row.code === chosen);
  const panel = (): ReactNode => {
    if (view === 'batches' && batch) return <BatchPanel key={batch.batch} site={site} row={batch} roles={roles} />;
    return view === 'codes' && code ? <CodePanel key={code.code} site={site} row={code} roles={roles} /> : undefined;
  };
  const batchColumns = useBatchColumns();
  const codeColumns = useCodeColumns();
  const empty = <EmptyState title={text.codes.empty} help={text.codes.emptyHelp} />;
  const shown = { chosen, onChoose: state.choose, label: text.codes.views[view] };
  return (
    <ListPage
      title={text.codes.title}
      placeholder={text.codes.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={panel()}
      tools={
        <>
          <OfferTabs site={site} />
          <Chips
            label={text.codes.title}
            values={VIEWS.map((each) => [each, text.codes.views[each]] as const)}
            chosen={view}
            onChoose={(value) => state.filter({ view: value === 'batches' ? '' : value })}
          />
          <Makers site={site} roles={roles} />
        </>
      }
    >
      {view === 'batches' ? (
        <ListRows {...shown} of={batches} empty={empty} columns={batchColumns} />
      ) : (
        <ListRows {...shown} of={codes} empty={empty} columns={codeColumns} />
      )}
    </ListPage>
  );
}

function useBatchColumns(): readonly Column<CodeBatchRow, ColumnId<'code-batches'>>[] {
  const { codes } = useOfferWords();
  const time = useTime();
  const { columns } = codes;
  return [
    {
      id: 'batch',
      title: columns.batch,
      cell: ({ batch, prefix }) => (
        <>
          <strong className="block font-semibold">{batch}</strong>
          <span className="text-micro text-text-2">{prefix === '' ? codes.noPrefix : prefix}</span>
        </>
      ),
    },
    { id: 'codes', title: columns.codes, isNumber: true, cell: (row) => row.codes },
    { id: 'used', title: columns.used, isNumber: true, cell: ({ used }) => used },
    {
      id: 'made',
      title: columns.made,
      isWide: true,
      cell: ({ madeBy, madeAt }) => (
        <span className="text-text-2">
          {madeBy}
          <span className="block">{time(madeAt)}</span>
        </span>
      ),
    },
    { id: 'state', title: columns.state, cell: ({ endedAt }) => <StateBadge isOver={endedAt !== null} /> },
  ];
}

function useCodeColumns(): readonly Column<ItemCodeRow, ColumnId<'codes'>>[] {
  const { codes, unlimited } = useOfferWords();
  const day = useDay();
  const { columns } = codes;
  return [
    {
      id: 'code',
      title: columns.code,
      cell: ({ code }) => <strong className="font-semibold break-all">{code}</strong>,
    },
    { id: 'worth', title: columns.worth, cell: (row) => codes.worth(formatAmount(row.amount), row.coins) },
    {
      id: 'terms',
      title: columns.terms,
      isWide: true,
      cell: ({ turnover, cap }) => `${turnover} · ${cap === null ? unlimited : formatAmount(cap)}`,
    },
    {
      id: 'used',
      title: columns.used,
      isNumber: true,
      cell: ({ used, usesMax }) => (usesMax === null ? String(used) : `${used} / ${usesMax}`),
    },
    {
      id: 'until',
      title: columns.until,
      isWide: true,
      cell: ({ endsAt }) => (endsAt === null ? codes.forever : day(endsAt)),
    },
    { id: 'state', title: columns.state, cell: ({ isOver }) => <StateBadge isOver={isOver} /> },
  ];
}

function StateBadge({ isOver }: { readonly isOver: boolean }) {
  const { codes } = useOfferWords();
  return (
    <span className="whitespace-nowrap">
      <Badge tone={isOver ? 'plain' : 'success'}>{isOver ? codes.over : codes.running}</Badge>
    </span>
  );
}

/** Making of codes: many, one, from a file. */
function Makers({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const words = useWords();
  const { codes } = useOfferWords();
  const notice = useNotice();
  const [making, setMaking] = useState<Making>();
  const [terms, setTerms] = useState(BATCH_TERMS);
  const [isImporting, setImporting] = useState(false);
  if (!mayAct(roles, 'code.create-batch')) return null;
  const done = (action: ActionName, request: string | undefined): void =>
    notice(request === undefined ? `${words.actions[action]}: ${words.action.done}` : words.action.requested(request));
  return (
    <span className="flex flex-wrap gap-2 lg:ml-auto">
      {(['code.create-batch', 'code.create'] as const).map((name) => (
        <Button key={name} onClick={() => setMaking(name)}>
          {words.actions[name]}
        </Button>
      ))}
      <Button onClick={() => setImporting(true)}>{codes.importFile}</Button>
      {making && (
        <ActionDialog
          site={site}
          open={{ action: making, input: toCodeInput(making, terms), isTwo: false, isPreviewed: true }}
          form={
            <CodeForm
              isBatch={making === 'code.create-batch'}
              terms={terms}
              onChange={(name, value) => setTerms((before) => ({ ...before, [name]: value }))}
            />
          }
          onClose={() => setMaking(undefined)}
          onDone={({ request }) => {
            setMaking(undefined);
            setTerms(BATCH_TERMS);
            done(making, request);
          }}
        />
      )}
      {isImporting && (
        <ImportDialog
          site={site}
          onClose={() => setImporting(false)}
          onDone={(request) => {
            setImporting(false);
            done('code.import', request);
          }}
        />
      )}
    </span>
  );
}

function BatchPanel({
  site,
  row,
  roles,
}: {
  readonly site: string;
  readonly row: CodeBatchRow;
  readonly roles: readonly Role[];
}) {
  const { codes } = useOfferWords();
  const time = useTime();
  const notice = useNotice();
  const toSentence = useSentence();
  const file = useMutation({
    mutationFn: () => sendCodeFile(site, row.batch),
    onSuccess: ({ name, text: content }) => {
      saveFile(name, [content]);
      notice(codes.downloaded(name));
    },
    onError: (error) => notice(toSentence(error)),
  });
  const { columns } = codes;
  return (
    <div className="dense grid gap-4 py-3">
      <h2 className="text-title-3">{`${columns.batch} ${row.batch}`}</h2>
      <Facts
        facts={[
          [columns.prefix, row.prefix === '' ? codes.noPrefix : row.prefix],
          [columns.codes, row.codes],
          [columns.used, row.used],
          [columns.made, `${row.madeBy} · ${time(row.madeAt)}`],
          ...(row.request === null ? [] : [[columns.request, row.request] as const]),
          ...(row.endedAt === null ? [] : [[codes.over, `${row.endedBy ?? ''} · ${time(row.endedAt)}`] as const]),
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {hasPermission(roles, 'codes.make') && (
          <Button isBusy={file.isPending} onClick={() => file.mutate()}>
            {codes.download}
          </Button>
        )}
        {row.endedAt === null && (
          <EndButton site={site} action="code.end-batch" input={{ batch: row.batch }} roles={roles} />
        )}
      </div>
      <p className="text-micro text-text-3">{codes.downloadHelp}</p>
    </div>
  );
}

function CodePanel({
  site,
  row,
  roles,
}: {
  readonly site: string;
  readonly row: ItemCodeRow;
  readonly roles: readonly Role[];
}) {
  const { codes, unlimited } = useOfferWords();
  const day = useDay();
  const { columns } = codes;
  return (
    <div className="dense grid gap-4 py-3">
      <h2 className="text-title-3 break-all">{row.code}</h2>
      <Facts
        facts={[
          [columns.worth, codes.worth(formatAmount(row.amount), row.coins)],
          [codes.terms['turnover'] ?? '', row.turnover],
          [codes.terms['cap'] ?? '', row.cap === null ? unlimited : formatAmount(row.cap)],
          [columns.used, row.usesMax === null ? String(row.used) : `${row.used} / ${row.usesMax}`],
          [codes.terms['each'] ?? '', row.each],
          [columns.until, row.endsAt === null ? codes.forever : day(row.endsAt)],
        ]}
      />
      {!row.isOver && <EndButton site={site} action="code.end" input={{ code: row.code }} roles={roles} />}
    </div>
  );
}

function EndButton({
  site,
  action,
  input,
  roles,
}: {
  readonly site: string;
  readonly action: 'code.end' | 'code.end-batch';
  readonly input: Readonly<Record<string, string>>;
  readonly roles: readonly Role[];
}) {
  const words = useWords();
  const notice = useNotice();
  const [isOpen, setOpen] = useState(false);
  if (!mayAct(roles, action)) return null;
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {words.actions[action]}
      </Button>
      {isOpen && (
        <ActionDialog
          site={site}
          open={{ action, input, isTwo: false, isPreviewed: true }}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            notice(`${words.actions[action]}: ${words.action.done}`);
          }}
        />
      )}
    </>
  );
}
