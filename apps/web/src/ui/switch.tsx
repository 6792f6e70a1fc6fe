// An on/off switch with an accessible label. If the row already shows the label, reference that row's id instead.

import { classNames } from '@chaba/ui/class-names';

export function Switch({
  label,
  labelledBy,
  isOn,
  onChange,
  isDisabled = false,
}: {
  readonly label?: string;
  readonly labelledBy?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-labelledby={labelledBy}
      disabled={isDisabled}
      onClick={() => onChange(!isOn)}
      className={classNames(
        // The switch is 32 px high, its target 44.
        "relative h-8 w-13 flex-none rounded-full transition-colors duration-120 before:absolute before:-inset-x-1 before:-inset-y-1.5 before:content-[''] disabled:opacity-50",
        isOn ? 'bg-brand' : 'bg-surface-3 shadow-[inset_0_0_0_1px_var(--border-strong)]',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'absolute top-0.75 left-0.75 size-6.5 rounded-full transition-[translate] duration-120',
          isOn ? 'translate-x-5 bg-on-brand' : 'bg-text-2',
        )}
      />
    </button>
  );
}
