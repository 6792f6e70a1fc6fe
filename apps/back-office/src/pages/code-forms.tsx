// Forms of codes: the terms of many or one, and a file whose rows are checked before it runs.
//
// Always true: a file with a bad row cannot be sent; each bad row is named with its fault.

import { CODES_MAX } from '@chaba/contract/back-office/actions';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ActionDialog } from '#action/action-dialog';
import { previewQuery } from '#api/queries';
import { formatAmount, useSentence, useWords } from '#text/language';
import { useOfferWords } from '#text/offer-words';
import { Button } from '#ui/button';
import { Facts } from '#ui/facts';
import { Field } from '#ui/field';
import { FileField } from '#ui/file-field';
import { Modal } from '#ui/modal';

type Terms = Readonly<Record<string, string>>;

export const BATCH_TERMS: Terms = {
  code: '',
  prefix: '',
  count: '100',
  amount: '50',
  coins: '',
  turnover: '5x',
  cap: '200',
  uses: '1',
  each: '1',
  days: '30',
};

const TERMS = ['amount', 'coins', 'turnover', 'cap', 'uses', 'each', 'days'] as const;
const TEXT_BYTES_MAX = CODES_MAX * 80;

export function toCodeInput(
  action: 'code.create-batch' | 'code.create',
  terms: Terms,
): Readonly<Record<string, string>> {
  const lines = TERMS.filter((name) => terms[name] !== '')
    .map((name) => `${name}=${terms[name] ?? ''}`)
    .join('\n');
  const { code = '', prefix = '', count = '' } = terms;
  return action === 'code.create' ? { code, terms: lines } : { prefix, count, terms: lines };
}

export function CodeForm({
  isBatch,
  terms,
  onChange,
}: {
  readonly isBatch: boolean;
  readonly terms: Terms;
  readonly onChange: (name: string, value: string) => void;
}) {
  const { codes } = useOfferWords();
  const names = isBatch ? (['prefix', 'count', ...TERMS] as const) : (['code', ...TERMS] as const);
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">{codes.title}</legend>
      {names.map((name) => (
        <Field
          key={name}
          label={codes.terms[name] ?? name}
          hint={codes.hints[name]}
          value={terms[name] ?? ''}
          onChange={(value) => onChange(name, value)}
          autoComplete="off"
          maxLength={40}
        />
      ))}
    </fieldset>
  );
}

export function ImportDialog({
  site,
  onClose,
  onDone,
}: {
  readonly site: string;
  readonly onClose: () => void;
  readonly onDone: (request: string | undefined) => void;
}) {
  const words = useWords();
  const { codes } = useOfferWords();
  const [rows, setRows] = useState('');
  const [isSending, setSending] = useState(false);
  const input = { rows };
  const check = useQuery({ ...previewQuery(site, 'code.import', input), enabled: rows !== '' && !isSending });
  if (isSending) {
    return (
      <ActionDialog
        site={site}
        open={{ action: 'code.import', input, isTwo: check.data?.isTwo ?? false, isPreviewed: true }}
        onClose={() => setSending(false)}
        onDone={({ request }) => onDone(request)}
      />
    );
  }
  return (
    <Modal title={words.actions['code.import']} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-text-2">{codes.importHelp}</p>
        <p className="overflow-x-auto rounded-[8px] bg-surface-2 p-2 text-micro whitespace-pre">
          {codes.importExample}
        </p>
        <FileField
          label={codes.importFile}
          lengthMax={TEXT_BYTES_MAX}
          faults={codes}
          onRead={(file) => setRows(file?.text ?? '')}
        />
        {rows !== '' && <Verdict check={check} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            variant="primary"
            isBusy={check.isFetching}
            disabled={check.data?.facts['badRows'] !== '0'}
            onClick={() => setSending(true)}
          >
            {words.actions['code.import']}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** The rows of the file, and each that is bad. */
function Verdict({
  check,
}: {
  readonly check: { readonly data?: { readonly facts: Facts } | undefined; error: unknown };
}) {
  const { codes } = useOfferWords();
  const toSentence = useSentence();
  const { data, error } = check;
  if (error !== null) {
    return (
      <p role="alert" className="text-danger">
        {codes.fileError} {toSentence(error)}
      </p>
    );
  }
  if (!data) return <p role="status">{codes.checking}</p>;
  const { facts } = data;
  const bad = Array.isArray(facts['bad']) ? (facts['bad'] as readonly string[]) : [];
  return (
    <>
      <div className="dense">
        <Facts
          facts={[
            [codes.columns.codes, String(facts['codes'])],
            [codes.faceValue, formatAmount(String(facts['faceValue']))],
            [codes.badRows, String(facts['badRows'])],
          ]}
        />
      </div>
      {bad.length > 0 && (
        <Callout tone="warning">
          <ul className="max-h-48 overflow-y-auto">
            {bad.map((line) => (
              <li key={line}>{toBadSentence(line, codes)}</li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

type Facts = Readonly<Record<string, unknown>>;

/** "7 HAPPY-4 term amount" in the words of the page. */
function toBadSentence(line: string, { problems, badRow, terms }: ReturnType<typeof useOfferWords>['codes']): string {
  const [row = '', code = '', problem = '', term] = line.split(' ');
  const what = problems[problem] ?? problem;
  return badRow(row, code, term === undefined ? what : `${what} ${terms[term] ?? term}`);
}
