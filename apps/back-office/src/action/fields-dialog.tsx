// The dialog of an action whose input is typed: its fields stand above the reason.
//
// Always true: after a rejection every field keeps its text. A file is read here and sent as text.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { useState } from 'react';

import { useInputWords } from '#text/input-words';
import type { InputName } from '#text/inputs-th.text';
import { Choice, Field, TextArea } from '#ui/field';

import { ActionDialog } from './action-dialog.tsx';

/** Fields that an operator types, in their order; the other fields of the input are given. */
export type FieldsAction = {
  readonly action: ActionName;
  readonly input: Readonly<Record<string, string>>;
  readonly fields: readonly InputName[];
  /** Values to choose from, instead of typing. */
  readonly choices?: Readonly<Partial<Record<InputName, readonly string[]>>>;
};

const LINES: readonly InputName[] = ['terms', 'file'];
const LINES_SHOWN = 5;

export function FieldsDialog({
  site,
  open: { action, input: given, fields, choices = {} },
  onClose,
  onDone,
}: {
  readonly site: string;
  readonly open: FieldsAction;
  readonly onClose: () => void;
  readonly onDone: (outcome: ActionOutcome) => void;
}) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map((name) => [name, choices[name]?.[0] ?? ''])),
  );
  return (
    <ActionDialog
      site={site}
      open={{ action, input: { ...given, ...typed }, isTwo: actions[action].people === 'two' }}
      form={
        <div className="grid gap-2">
          {fields.map((name) => (
            <InputField
              key={name}
              name={name}
              value={typed[name] ?? ''}
              choices={choices[name]}
              onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
            />
          ))}
        </div>
      }
      onClose={onClose}
      onDone={onDone}
    />
  );
}

export function InputField({
  name,
  value,
  choices,
  onChange,
}: {
  readonly name: InputName;
  readonly value: string;
  readonly choices?: readonly string[] | undefined;
  readonly onChange: (value: string) => void;
}) {
  const { labels, hints, chooseFile } = useInputWords();
  const shared = { label: labels[name], hint: hints[name], value, onChange };
  if (choices !== undefined) {
    return (
      <Choice {...shared}>
        {choices.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Choice>
    );
  }
  if (!LINES.includes(name)) {
    return (
      <Field {...shared} type={name === 'time' ? 'datetime-local' : 'text'} autoComplete="off" spellCheck={false} />
    );
  }
  return (
    <>
      {name === 'file' && (
        <input
          type="file"
          aria-label={chooseFile}
          accept=".csv,.txt,text/csv,text/plain"
          className="control min-h-11 py-2"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            void file?.text().then(onChange);
          }}
        />
      )}
      <TextArea {...shared} rows={LINES_SHOWN} spellCheck={false} />
    </>
  );
}
