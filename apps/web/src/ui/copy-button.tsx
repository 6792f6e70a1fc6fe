// Copies a value. `CopyButton` is the square at the end of a row, `CopyIcon` the bare icon in a line. `CopyRow` makes a
// whole row the target.

import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { classNames } from '@chaba/ui/class-names';
import { copyText } from '#lib/browser/clipboard';
import { tickSuccess } from '#lib/browser/haptics';
import { toast } from '#lib/react/toast';

import { text } from './ui.text.ts';

const SHOWN_MS = 2_000;

type CopyProps = {
  readonly value: string;
  /** Name of the copied value, for screen readers. */
  readonly name: string;
};

export function CopyButton({ value, name, hasWord = false }: CopyProps & { readonly hasWord?: boolean }) {
  const { isCopied, copy } = useCopy(value);
  return (
    <button
      type="button"
      onClick={copy}
      // With a visible label the accessible name begins with that label.
      aria-label={hasWord ? undefined : text.copyOf(name)}
      className="press flex flex-col items-center gap-1"
    >
      <CopySquare isCopied={isCopied} />
      {hasWord && (
        <span className={classNames('text-micro', isCopied ? 'text-success' : 'text-text-3')}>
          {isCopied ? text.copied : text.copy}
          <span className="sr-only"> {name}</span>
        </span>
      )}
    </button>
  );
}

/** The whole row is the target: label, value and the square at its end. */
export function CopyRow({
  value,
  name,
  className,
  children,
}: CopyProps & { readonly className?: string; readonly children: ReactNode }) {
  const { isCopied, copy } = useCopy(value);
  return (
    <button
      type="button"
      onClick={copy}
      className={classNames('press flex w-full items-center gap-2.5 text-left', className)}
    >
      <span className="@container min-w-0 flex-1">{children}</span>
      <CopySquare isCopied={isCopied} />
      <span className="sr-only">{text.copyOf(name)}</span>
    </button>
  );
}

function CopySquare({ isCopied }: { readonly isCopied: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-11 flex-none place-items-center rounded-ctl border transition-colors duration-120',
        isCopied ? 'border-success/35 bg-success/12 text-success' : 'border-hairline bg-surface-2 text-text',
      )}
    >
      {isCopied ? <Check size={20} strokeWidth={2} /> : <Copy size={20} strokeWidth={1.75} />}
    </span>
  );
}

export function CopyIcon({ value, name }: CopyProps) {
  const { isCopied, copy } = useCopy(value);
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={text.copyOf(name)}
      className={classNames(
        'press grid size-11 place-items-center rounded-ctl',
        isCopied ? 'text-success' : 'text-text-2',
      )}
    >
      {isCopied ? <Check aria-hidden="true" size={20} /> : <Copy aria-hidden="true" size={20} strokeWidth={1.75} />}
    </button>
  );
}

/** Copying with feedback: the icon turns to a check for two seconds, a toast and one short tick. */
function useCopy(value: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    if (!(await copyText(value))) return;
    setCopied(true);
    tickSuccess();
    toast(text.copied);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  }

  return { isCopied, copy: () => void copy() };
}
