// Import of a bank statement: the account, the file, every line that cannot be read, then the import.
//
// Always true: nothing runs before the lines were read and shown. A file that is no text, or has more than 5,000 lines,
// is refused as a whole. The chosen file stays after a failure.

import { STATEMENT_LINES_MAX } from '@chaba/contract/constraints';
import { type Role, roles as allRoles } from '@chaba/contract/back-office/roles';
import type { AccountRow, ActionOutcome, FilePreview } from '@chaba/contract/back-office/wire';
import { readStatementLines } from '@chaba/contract/statement-file';
import { Callout } from '@chaba/ui/callout';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { listQuery, sendFileRows } from '#api/queries';
import { useSentence, useWords } from '#text/language';
import { useMoneyWords } from '#text/money-words';
import { Button } from '#ui/button';
import { Facts, StoredFacts } from '#ui/facts';
import { Choice } from '#ui/field';
import { EmptyState, ErrorState, LoadingRows, NoPermission } from '#ui/states';
import { useTitle } from '#ui/use-title';

import { mayAct } from './member-actions.tsx';

const ACTION = 'deposit.import-statement';

type Chosen = {
  readonly name: string;
  readonly input: { readonly bank: string; readonly receivingAccount: string; readonly lines: string };
};

type PageProps = { readonly site: string; readonly roles: readonly Role[] };

export function StatementPage({ site, roles }: PageProps) {
  const text = useWords();
  if (mayAct(roles, ACTION)) return <StatementImport site={site} roles={roles} />;
  const mayImport = allRoles.filter((role) => mayAct([role], ACTION));
  return <NoPermission roles={mayImport.map((role) => text.roles[role])} />;
}

function StatementImport({ site, roles }: PageProps) {
  const { statement, accounts: words } = useMoneyWords();
  const list = useInfiniteQuery(listQuery(site, 'accounts', {}, false));
  const accounts = (list.data?.pages.flatMap((page) => page.rows) ?? []).filter(({ bankCode }) => bankCode !== null);
  const [accountId, setAccountId] = useState<string>();
  const account = accounts.find(({ id }) => id === accountId) ?? accounts[0];
  const reading = useReading(site, account);
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<ActionOutcome>();
  useTitle(statement.title);
  const { chosen, preview, problem } = reading;
  if (list.isPending) return <LoadingRows />;
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!account) return <EmptyState title={words.empty} help={words.emptyHelp} />;
  return (
    <div className="min-w-0 flex-1">
      <StatementHeader site={site} />
      <div className="grid max-w-[48rem] gap-4 p-3">
        <p className="text-text-2">{statement.help(STATEMENT_LINES_MAX)}</p>
        <Choice
          label={statement.account}
          value={account.id}
          onChange={(id) => {
            setAccountId(id);
            reading.clear();
            setDone(undefined);
          }}
        >
          {accounts.map((each) => (
            <option key={each.id} value={each.id}>{`${each.account} ${each.holder}`}</option>
          ))}
        </Choice>
        <FileInput
          key={account.id}
          label={statement.file}
          onChoose={(file) => {
            setDone(undefined);
            reading.choose(file);
          }}
        />
        {problem !== undefined && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        {reading.isBusy && <p role="status">{statement.reading}</p>}
        {done && <Outcome outcome={done} />}
        {preview && chosen && !done && (
          <Preview
            name={chosen.name}
            preview={preview}
            onImport={mayAct(roles, ACTION) ? () => setOpen(true) : undefined}
          />
        )}
      </div>
      {isOpen && chosen && preview && (
        <ActionDialog
          site={site}
          open={{ action: ACTION, input: chosen.input, facts: preview.facts, isTwo: false }}
          onClose={() => setOpen(false)}
          onDone={(outcome) => {
            setOpen(false);
            setDone(outcome);
          }}
        />
      )}
    </div>
  );
}

function StatementHeader({ site }: { readonly site: string }) {
  const text = useWords();
  const { statement } = useMoneyWords();
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-3 py-2">
      <Link
        to={`/${site}/accounts`}
        aria-label={text.pages.accounts}
        className="grid size-11 place-items-center lg:size-9"
      >
        <ChevronLeft aria-hidden="true" size={18} />
      </Link>
      <h1 className="text-title-3">{statement.title}</h1>
    </header>
  );
}

/** The file before its import. */
function Preview({
  name,
  preview,
  onImport,
}: {
  readonly name: string;
  readonly preview: FilePreview;
  /** Undefined: the person may not import. */
  readonly onImport: (() => void) | undefined;
}) {
  const text = useWords();
  const { statement } = useMoneyWords();
  return (
    <>
      <section aria-label={statement.found} className="dense rounded-[8px] bg-surface-2 p-3">
        <h2 className="mb-1 font-semibold">{name}</h2>
        <StoredFacts facts={preview.facts} />
      </section>
      <BadLines preview={preview} />
      {onImport && preview.facts['arrivals'] !== '0' && (
        <Button variant="primary" onClick={onImport}>
          {text.actions[ACTION]}
        </Button>
      )}
    </>
  );
}

/** Reads a chosen file here, and its lines at the server. */
function useReading(site: string, account: AccountRow | undefined) {
  const { statement } = useMoneyWords();
  const toSentence = useSentence();
  const [problem, setProblem] = useState<string>();
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: async (chosen: Chosen) => ({ chosen, preview: await sendFileRows(site, ACTION, chosen.input) }),
  });

  async function read(file: File): Promise<void> {
    reset();
    setProblem(undefined);
    const lines = readStatementLines(new Uint8Array(await file.arrayBuffer()));
    if (lines === undefined || lines.length === 0) return setProblem(statement.wrongType(file.name));
    if (lines.length > STATEMENT_LINES_MAX) return setProblem(statement.tooLong(lines.length, STATEMENT_LINES_MAX));
    if (!account) return undefined;
    const input = { bank: account.bankCode ?? '', receivingAccount: account.id, lines: lines.join('\n') };
    mutate({ name: file.name, input });
    return undefined;
  }
  return {
    chosen: data?.chosen,
    preview: data?.preview,
    isBusy: isPending,
    problem: problem ?? (error === null ? undefined : toSentence(error)),
    choose: (file: File) => void read(file).catch(() => setProblem(statement.wrongType(file.name))),
    clear: () => {
      reset();
      setProblem(undefined);
    },
  };
}

function FileInput({ label, onChoose }: { readonly label: string; readonly onChoose: (file: File) => void }) {
  return (
    <label className="grid gap-1">
      <span className="text-micro text-text-2">{label}</span>
      <input
        type="file"
        accept=".csv,.txt,.tsv,text/plain,text/csv"
        className="control min-h-11 py-2"
        // The same file can be chosen again after it was mended; its name stands in the field until then.
        onClick={(event) => {
          event.currentTarget.value = '';
        }}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}

function BadLines({ preview: { bad } }: { readonly preview: FilePreview }) {
  const { statement } = useMoneyWords();
  const { columns } = statement;
  if (bad.length === 0) return <Callout tone="success">{statement.allRead}</Callout>;
  const problems: Readonly<Record<string, string>> = statement.problems;
  return (
    <section aria-label={statement.badTitle(bad.length)} className="dense min-w-0">
      <Callout tone="warning">{statement.badHelp}</Callout>
      <h2 className="my-2 font-semibold">{statement.badTitle(bad.length)}</h2>
      <table aria-label={statement.badTitle(bad.length)} className="w-full text-left">
        <thead>
          <tr className="text-micro text-text-3">
            <th scope="col" className="py-1 pr-3 text-right">
              {columns.no}
            </th>
            <th scope="col" className="py-1 pr-3">
              {columns.reason}
            </th>
            <th scope="col" className="py-1">
              {columns.text}
            </th>
          </tr>
        </thead>
        <tbody>
          {bad.map(({ no, reason, text }) => (
            <tr key={no} className="border-t border-hairline align-top">
              <td className="py-1 pr-3 text-right tabular-nums">{no}</td>
              <td className="py-1 pr-3">{problems[reason] ?? reason}</td>
              <td className="py-1 break-all">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Lines of the file by what became of them. */
function Outcome({ outcome: { counts = {} } }: { readonly outcome: ActionOutcome }) {
  const { statement } = useMoneyWords();
  const outcomes: Readonly<Record<string, string>> = { ...statement.problems, ...statement.outcomes };
  return (
    <section role="status" aria-label={statement.imported} className="dense rounded-[8px] bg-surface-2 p-3">
      <h2 className="mb-1 font-semibold">{statement.imported}</h2>
      <Facts facts={Object.entries(counts).map(([name, count]) => [outcomes[name] ?? name, count] as const)} />
    </section>
  );
}
