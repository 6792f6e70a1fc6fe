// A native checkbox with our box; the whole line is the target.

import { Check } from 'lucide-react';
import { useId, type ReactNode, type Ref } from 'react';

import { useEarlyInput } from '#lib/react/hydration';

export function Checkbox({
  isChecked,
  onChange,
  name,
  error,
  ref,
  children,
}: {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly name?: string;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly children: ReactNode;
}) {
  const id = useId();
  useEarlyInput(id, (field: HTMLInputElement) => {
    if (field.checked !== isChecked) onChange(field.checked);
  });
  return (
    <div>
      <label className="flex min-h-11 items-center gap-2.5 py-1">
        <span className="relative grid size-6 flex-none place-items-center">
          <input
            ref={ref}
            id={id}
            type="checkbox"
            name={name}
            checked={isChecked}
            aria-invalid={error ? true : undefined}
            onChange={(event) => onChange(event.target.checked)}
            className="peer size-6 appearance-none rounded-[7px] border border-line-strong bg-surface-2 checked:border-transparent checked:bg-brand aria-invalid:border-danger"
          />
          <Check
            aria-hidden="true"
            size={17}
            strokeWidth={3}
            className="pointer-events-none absolute text-on-brand opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="text-base">{children}</span>
      </label>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
