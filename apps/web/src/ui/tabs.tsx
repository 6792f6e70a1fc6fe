// Tabs. `segment` is a filled switch of two or three values, `underline` a quiet row that changes a view. Arrow keys
// move, Home and End jump; only the selected tab is in the tab order.

import { useId, type KeyboardEvent, type ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';

export type Tab<Value extends string> = { readonly value: Value; readonly label: ReactNode };

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  look = 'segment',
  aside,
  children,
}: {
  /** Accessible name of the choice. */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly look?: 'segment' | 'underline';
  /** Content on the right of the row: a filter of the panel. */
  readonly aside?: ReactNode;
  /** Content of the selected tab. */
  readonly children?: ReactNode;
}) {
  const id = useId();

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = getNextIndex(event.key, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  }

  return (
    <>
      <div className={classNames(aside !== undefined && 'flex items-center justify-between gap-4')}>
        <div role="tablist" aria-label={label} onKeyDown={move} className={rowLook(look, aside !== undefined)}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={children === undefined ? undefined : `${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className={tabLook(look, tab.value === value)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`}>
          {children}
        </div>
      )}
    </>
  );
}

function rowLook(look: 'segment' | 'underline', hasAside: boolean): string {
  if (look === 'segment') return 'flex flex-wrap rounded-tile bg-surface-2 p-1';
  return classNames('no-scrollbar flex min-w-0 overflow-x-auto', hasAside ? 'gap-4.5 lg:gap-6' : 'gap-6');
}

function tabLook(look: 'segment' | 'underline', isOn: boolean): string {
  const isSegment = look === 'segment';
  return classNames(
    'text-label font-medium whitespace-nowrap transition-colors duration-120',
    isSegment ? 'min-h-11 flex-1 rounded-[10px] px-2' : 'relative min-h-11 px-0',
    isOn ? 'text-text' : 'text-text-2',
    isOn && isSegment && 'bg-seg-on shadow-[inset_0_0_0_1px_var(--border)]',
    isOn &&
      !isSegment &&
      'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-brand-text',
  );
}

function getNextIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
