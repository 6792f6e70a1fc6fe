// Labelled fields: a line of text, several lines, a choice. An error replaces the hint.

import { classNames } from '@chaba/ui/class-names';
import { type ComponentProps, type ReactNode, useId } from 'react';

type Common = { readonly label: string; readonly hint?: ReactNode; readonly error?: string | undefined };

function Labelled({
  id,
  label,
  hint,
  error,
  children,
}: Common & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-micro text-text-2">
        {label}
      </label>
      {children}
      {(error ?? hint) && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={classNames('mt-1 text-micro', error ? 'text-danger' : 'text-text-3')}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

const note = (id: string, { hint, error }: Common) => ({
  'aria-describedby': (error ?? hint) ? `${id}-note` : undefined,
  'aria-invalid': error ? (true as const) : undefined,
});

export function Field({
  label,
  hint,
  error,
  onChange,
  ...rest
}: Common & Omit<ComponentProps<'input'>, 'onChange'> & { readonly onChange?: (value: string) => void }) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <input
        {...rest}
        {...note(id, { label, hint, error })}
        id={id}
        onChange={(event) => onChange?.(event.target.value)}
        className="control"
      />
    </Labelled>
  );
}

export function TextArea({
  label,
  hint,
  error,
  onChange,
  ...rest
}: Common & Omit<ComponentProps<'textarea'>, 'onChange'> & { readonly onChange?: (value: string) => void }) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        {...note(id, { label, hint, error })}
        id={id}
        onChange={(event) => onChange?.(event.target.value)}
        className="control py-2"
      />
    </Labelled>
  );
}

export function Choice({
  label,
  hint,
  error,
  onChange,
  children,
  ...rest
}: Common & Omit<ComponentProps<'select'>, 'onChange'> & { readonly onChange?: (value: string) => void }) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <select
        {...rest}
        {...note(id, { label, hint, error })}
        id={id}
        onChange={(event) => onChange?.(event.target.value)}
        className="control"
      >
        {children}
      </select>
    </Labelled>
  );
}
