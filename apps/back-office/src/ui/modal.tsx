// A modal window by the browser's own dialog: it holds the focus, closes by Esc, and returns the focus.

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';

import { useEntryWords } from '#text/entry';

export function Modal({
  title,
  onClose,
  isCover = false,
  isWide = false,
  children,
}: {
  readonly title: string;
  /** Undefined: it cannot be dismissed. */
  readonly onClose: (() => void) | undefined;
  /** Hides everything below it, other windows included. */
  readonly isCover?: boolean;
  /** For tables. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  const text = useEntryWords();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const { activeElement } = document;
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus();
    return () => {
      dialog?.close();
      if (activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      className={
        isCover
          ? 'm-0 grid h-dvh max-h-none w-screen max-w-none place-items-center overflow-y-auto bg-bg p-4'
          : `max-h-[92dvh] ${isWide ? 'w-[min(56rem,calc(100vw-16px))]' : 'w-[min(32rem,calc(100vw-16px))]'} overflow-y-auto rounded-card border border-line bg-surface-1 p-4`
      }
    >
      <div className={isCover ? 'w-[min(24rem,100%)]' : undefined}>
        <div className="mb-3 flex items-center gap-2">
          <h2 id={titleId} className="min-w-0 flex-1 text-title-3">
            {title}
          </h2>
          {onClose && (
            <button
              type="button"
              aria-label={text.close}
              onClick={onClose}
              className="grid size-11 place-items-center lg:size-9"
            >
              <X aria-hidden="true" size={18} />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
