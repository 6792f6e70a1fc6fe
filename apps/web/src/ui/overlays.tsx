// The overlays chunk: rendering of dialogs, sheets and notices on Base UI. Loaded when the first one opens. Base UI
// traps and restores the focus, locks scrolling and announces the title.

import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';

import { Button } from './button.tsx';
import { classNames } from '@chaba/ui/class-names';
import { useCloseOnBack } from '#lib/react/overlay-history';
import { text } from './ui.text.ts';

export type Notice = {
  readonly message: ReactNode;
  readonly title?: string;
  /** Icon and colour. */
  readonly tone?: 'notice' | 'success' | 'failure';
  readonly confirm?: string;
  /** Label of the second button, which makes the message a question. */
  readonly cancel?: string;
  readonly isDanger?: boolean;
};

export type OverlayProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly isTitleHidden?: boolean;
  /** Shows the provider's footnote below the content. */
  readonly hasFootnote?: boolean;
  /** Escape and a press outside have no effect, for the time of a request. */
  readonly isLocked?: boolean;
  /** Opened by a history entry of the router, so the back button closes it without our help. */
  readonly isEntry?: boolean;
  readonly children: ReactNode;
};

/** A line that every message repeats because the overlay covers the page's header. */
export type Footnote = ComponentType<{ readonly className: string }>;

const SHEET =
  'sheet fixed inset-x-0 bottom-0 z-41 mx-auto max-h-[92dvh] w-full max-w-[560px] overflow-y-auto overscroll-contain rounded-t-sheet border-t border-line bg-surface-1 px-5 pt-2.5 pb-6 shadow-sheet outline-none lg:bottom-auto lg:top-1/2 lg:-translate-y-1/2 lg:rounded-sheet lg:border';
const SIDE =
  'side-sheet fixed inset-y-0 left-0 z-41 flex w-[min(320px,86vw)] flex-col overflow-y-auto overscroll-contain border-r border-line bg-surface-1 px-4 pt-3 pb-6 shadow-dialog outline-none';
const MIDDLE =
  'dialog fixed inset-x-4 top-1/2 z-41 mx-auto max-h-[92dvh] max-w-[440px] -translate-y-1/2 overflow-y-auto overscroll-contain rounded-sheet border border-line bg-surface-1 shadow-dialog outline-none';

type OverlayViewProps = OverlayProps & { readonly Footnote: Footnote | undefined };

export function SheetOverlay(props: OverlayViewProps) {
  return <Overlay {...props} className={SHEET} hasGrip />;
}

export function SideSheetOverlay(props: OverlayViewProps) {
  return <Overlay {...props} className={SIDE} isEntry />;
}

export function DialogOverlay(props: OverlayViewProps) {
  return <Overlay {...props} className={classNames(MIDDLE, 'px-5 pt-5 pb-6')} />;
}

function Overlay({
  isOpen,
  onClose,
  title,
  isTitleHidden = false,
  hasFootnote = false,
  isLocked = false,
  isEntry = false,
  Footnote,
  className,
  hasGrip = false,
  children,
}: OverlayViewProps & { readonly className: string; readonly hasGrip?: boolean }) {
  // The initial focus is the popup, not its close button: a popup that opens by itself should be read before it is
  // closed.
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack(isOpen && !isEntry, onClose, isLocked);
  return (
    <Base.Root
      open={isOpen}
      disablePointerDismissal={isLocked}
      onOpenChange={(open) => {
        if (!open && !isLocked) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup ref={popup} initialFocus={popup} className={className}>
          {hasGrip && (
            <span aria-hidden="true" className="mx-auto mb-2 block h-1 w-10 rounded-full bg-line lg:invisible" />
          )}
          <div className={classNames('flex min-h-11 items-center justify-between gap-3', !isTitleHidden && 'mb-2')}>
            <Base.Title className={isTitleHidden ? 'sr-only' : 'text-title-2'}>{title}</Base.Title>
            <Base.Close
              aria-label={text.close}
              disabled={isLocked}
              className="press -mr-2.5 ml-auto grid size-11 flex-none place-items-center rounded-ctl text-text-2"
            >
              <X aria-hidden="true" size={24} strokeWidth={1.75} />
            </Base.Close>
          </div>
          {children}
          {hasFootnote && Footnote && <Footnote className="mt-4 text-center" />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const toneIcons = {
  notice: <Info aria-hidden="true" size={40} strokeWidth={1.5} className="text-info" />,
  success: <CircleCheck aria-hidden="true" size={40} strokeWidth={1.5} className="text-success" />,
  failure: <CircleAlert aria-hidden="true" size={40} strokeWidth={1.5} className="text-danger" />,
} as const;

export function NoticeOverlay({
  notice,
  Footnote,
  onAnswer,
}: {
  readonly notice: Notice;
  readonly Footnote: Footnote | undefined;
  readonly onAnswer: (isConfirmed: boolean) => void;
}) {
  const [answer, setAnswer] = useState<boolean>();
  const { tone = 'notice', title, message, confirm = text.ok, cancel, isDanger = false } = notice;
  useCloseOnBack(answer === undefined, () => setAnswer(false));

  return (
    <BaseAlert.Root
      open={answer === undefined}
      onOpenChange={(open) => {
        if (!open) setAnswer(false);
      }}
      onOpenChangeComplete={(open) => {
        if (!open) onAnswer(answer ?? false);
      }}
    >
      <BaseAlert.Portal>
        <BaseAlert.Backdrop className="scrim z-50!" />
        <BaseAlert.Popup className={classNames(MIDDLE, 'z-51! px-6 pt-7 pb-5 text-center')}>
          <div className="mb-3 flex justify-center">{toneIcons[tone]}</div>
          <BaseAlert.Title className="text-title-2">
            {title ?? (tone === 'failure' ? text.errorTitle : text.notice)}
          </BaseAlert.Title>
          <BaseAlert.Description className="mt-1.5 text-base whitespace-pre-line text-text-2" render={<div />}>
            {typeof message === 'string' ? splitPhrases(message) : message}
          </BaseAlert.Description>
          <div className={classNames('mt-5 grid gap-2.5', cancel !== undefined && 'pairs')}>
            {cancel !== undefined && (
              <Button variant="secondary" onClick={() => setAnswer(false)}>
                {cancel}
              </Button>
            )}
            <Button variant={isDanger ? 'danger' : 'primary'} onClick={() => setAnswer(true)}>
              {confirm}
            </Button>
          </div>
          {Footnote && <Footnote className="mt-3.5" />}
        </BaseAlert.Popup>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  );
}

const PHRASE_LETTERS_MAX = 24;
const PHRASE_ENDS = new RegExp(`([ \\n]|[\\d.,]+ ${text.baht})`);

/** Breaks lines between phrases, not inside an amount or a loanword that the browser's Thai dictionary lacks. */
function splitPhrases(message: string): ReactNode {
  return message.split(PHRASE_ENDS).map((part, index) =>
    part.length > 1 && part.length <= PHRASE_LETTERS_MAX ? (
      <span key={index} className="inline-block">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
