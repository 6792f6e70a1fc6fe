// A selection among a few values, drawn as a chip. It opens the platform's own list, which suits phones best.

import { useId } from 'react';
import { ChevronDown } from 'lucide-react';

import { classNames } from '@chaba/ui/class-names';
import { useEarlyInput } from '#lib/react/hydration';

export function FilterChip<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  /** The first one is "all". */
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const id = useId();
  useEarlyInput(id, (field: HTMLSelectElement) => {
    if (field.value !== value) onChange(field.value as Value);
  });
  const isOn = value !== options[0]?.value;
  return (
    <span
      className={classNames(
        'relative inline-flex min-h-11 flex-none items-center gap-1.5 rounded-full border pl-4 pr-3 text-label font-medium',
        'has-[select:focus-visible]:outline-2 has-[select:focus-visible]:outline-offset-2 has-[select:focus-visible]:outline-accent',
        isOn
          ? 'border-brand-text bg-[color-mix(in_srgb,var(--brand-text)_14%,var(--surface-1))] text-text'
          : 'border-hairline bg-surface-1 text-text-2',
      )}
    >
      <span aria-hidden="true">{isOn ? options.find((option) => option.value === value)?.label : label}</span>
      <ChevronDown aria-hidden="true" size={18} strokeWidth={1.75} />
      <select
        id={id}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className="absolute inset-0 cursor-pointer bg-surface-1 text-text opacity-0"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
