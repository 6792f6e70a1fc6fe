// A labelled text field: label above, hint or error below, both announced with the field. An error replaces the hint;
// the caller shows it on blur or on submit. `onChange` passes the text, so a field of #lib/react/use-fields can be
// spread into it.

import { type ComponentProps, type ReactNode, type Ref, useEffectEvent, useId, useLayoutEffect } from 'react';
import { CircleAlert } from 'lucide-react';
import { flushSync } from 'react-dom';

import { classNames } from '@chaba/ui/class-names';
import { useEarlyInput } from '#lib/react/hydration';

import { text } from './ui.text.ts';

export type FieldProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'size' | 'ref'> & {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** The hint stays below an error: it says the limit that the error does not. */
  readonly isHintKept?: boolean;
  /** Inside the field, before the text: an icon of 20 px or a bank mark. */
  readonly start?: ReactNode;
  /** Inside the field, after the text. */
  readonly end?: ReactNode;
  readonly isOptional?: boolean;
  /** An amount: 64 px high, large digits. */
  readonly isAmount?: boolean;
  readonly isLabelHidden?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

export function Field({
  label,
  value,
  onChange,
  hint,
  error,
  isHintKept = false,
  start,
  end,
  isOptional = false,
  isAmount = false,
  isLabelHidden = false,
  className,
  id,
  ref,
  ...rest
}: FieldProps) {
  const made = useId();
  const inputId = id ?? made;
  const noteId = `${inputId}-note`;
  const hasNote = Boolean(error ?? hint);
  useEarlyInput(inputId, (field: HTMLInputElement) => {
    if (field.value !== value) onChange?.(field.value);
  });
  useUnreportedInput(inputId, (entered) => {
    if (entered !== value) onChange?.(entered);
  });

  return (
    <div className={className}>
      <label htmlFor={inputId} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-label font-medium'}>
        {label}
        {isOptional && <span className="font-normal text-text-3"> ({text.optional})</span>}
      </label>
      <div
        className={classNames(
          'flex items-center gap-2.5 rounded-ctl border bg-surface-2 pl-3.5 text-text',
          'transition-[border-color,box-shadow] duration-120',
          'has-[input:focus-visible]:border-accent has-[input:focus-visible]:shadow-[0_0_0_2px_color-mix(in_srgb,var(--accent)_40%,transparent)]',
          'has-[input:read-only]:bg-surface-1 has-[input:read-only]:text-text-2',
          isAmount ? 'min-h-16' : 'min-h-13',
          error ? 'border-danger' : 'border-line-strong',
          !end && 'pr-3.5',
        )}
      >
        {start && <span className="flex-none text-text-3">{start}</span>}
        <input
          {...rest}
          ref={ref}
          id={inputId}
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? noteId : undefined}
          className={classNames(
            'num min-w-0 flex-1 self-stretch bg-transparent outline-none placeholder:text-text-3',
            isAmount ? 'text-[1.75rem] leading-tight font-semibold' : 'text-field',
          )}
        />
        {end}
      </div>
      {hasNote && <Note id={noteId} error={error} hint={hint} isHintKept={isHintKept} />}
    </div>
  );
}

function Note({
  id,
  error,
  hint,
  isHintKept,
}: Pick<FieldProps, 'error' | 'hint'> & { readonly id: string; readonly isHintKept: boolean }) {
  return (
    <p
      id={id}
      role={error ? 'alert' : undefined}
      className={classNames('mt-1.5 flex gap-1.5 text-small', error ? 'text-danger' : 'text-text-3')}
    >
      {error && <CircleAlert aria-hidden="true" size={16} className="mt-0.75" />}
      <span>
        {error ?? hint}
        {error && isHintKept && hint && <span className="block text-text-2">{hint}</span>}
      </span>
    </p>
  );
}

/** Calls back with the text of the field before its form is submitted. */
function useUnreportedInput(id: string, onText: (text: string) => void): void {
  const onRead = useEffectEvent(onText);
  useLayoutEffect(() => {
    const field = document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`);
    const form = field?.form;
    if (!field || !form) return;
    // All fields are read before the first update, which would write React's values into the others.
    let entered: string | undefined;
    const read = ({ target }: Event): void => {
      entered = target === form ? field.value : undefined;
    };
    const report = (): void => {
      if (entered !== undefined) flushSync(() => onRead(entered ?? ''));
    };
    document.addEventListener('submit', read, { capture: true });
    form.addEventListener('submit', report);
    return () => {
      document.removeEventListener('submit', read, { capture: true });
      form.removeEventListener('submit', report);
    };
  }, [id]);
}
