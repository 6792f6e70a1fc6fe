// Dialogs and sheets. Their rendering is loaded with the first one (overlays.tsx).
//
//   const { showMessage, showConfirm } = useDialog();
//   await showMessage(sentence)                        one message with an OK button
//   await showConfirm({ message, confirm, cancel })    true when confirmed
//   dismissAll()                                       resolves every open one as not confirmed
//   <Sheet isOpen onClose title>…</Sheet>              from below: confirmations and menus
//   <Dialog isOpen onClose title>…</Dialog>            in the middle: forms
//
// Always true: one message at a time, in the order of the calls; the focus returns to its earlier element.

import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { lazyWithPreload, PartBoundary } from './lazy-component.tsx';
import type { Footnote, Notice, OverlayProps } from './overlays.tsx';
import { text } from './ui.text.ts';

type QueuedNotice = Notice & { readonly id: number; readonly answer: (isConfirmed: boolean) => void };

type DialogApi = {
  readonly showMessage: (notice: string | Notice) => Promise<void>;
  readonly showConfirm: (question: Notice) => Promise<boolean>;
  readonly dismissAll: () => void;
};

const DialogContext = createContext<DialogApi | undefined>(undefined);
const FootnoteContext = createContext<Footnote | undefined>(undefined);

// If the code fails to load, no message opens and the page stays usable.
const loadOverlays = () => import('./overlays.tsx');
const LazySheet = lazyWithPreload(async () => (await loadOverlays()).SheetOverlay);
const LazySideSheet = lazyWithPreload(async () => (await loadOverlays()).SideSheetOverlay);
const LazyDialog = lazyWithPreload(async () => (await loadOverlays()).DialogOverlay);
const LazyNotice = lazyWithPreload(async () => (await loadOverlays()).NoticeOverlay);

/** Fetches the code early: on idle, or on pointerdown. */
export function preloadOverlays(): void {
  loadOverlays().catch(() => undefined);
}

export function useDialog(): DialogApi {
  const api = use(DialogContext);
  if (!api) throw new Error('useDialog needs a DialogProvider above it');
  return api;
}

let nextId = 1;

export function DialogProvider({
  footnote: Footnote,
  children,
}: {
  readonly footnote?: Footnote;
  readonly children: ReactNode;
}) {
  const [queue, setQueue] = useState<readonly QueuedNotice[]>([]);
  const latest = useRef(queue);
  useEffect(() => {
    latest.current = queue;
  }, [queue]);

  const api = useMemo<DialogApi>(() => {
    function show(notice: Notice): Promise<boolean> {
      return new Promise((answer) => setQueue((queued) => [...queued, { ...notice, id: nextId++, answer }]));
    }
    return {
      showConfirm: (question) => show({ confirm: text.yes, cancel: text.no, ...question }),
      showMessage: async (notice) => {
        await show(typeof notice === 'string' ? { message: notice } : notice);
      },
      dismissAll: () => {
        const open = latest.current;
        setQueue((queued) => queued.filter((each) => !open.includes(each)));
        for (const { answer } of open) answer(false);
      },
    };
  }, []);

  const [shown] = queue;
  return (
    <DialogContext value={api}>
      <FootnoteContext value={Footnote}>{children}</FootnoteContext>
      {shown && (
        <PartBoundary isWanted>
          <LazyNotice
            key={shown.id}
            notice={shown}
            Footnote={Footnote}
            onAnswer={(isConfirmed) => {
              setQueue((queued) => queued.filter(({ id }) => id !== shown.id));
              shown.answer(isConfirmed);
            }}
          />
        </PartBoundary>
      )}
    </DialogContext>
  );
}

export function Sheet(props: OverlayProps) {
  const Footnote = use(FootnoteContext);
  return <Kept isOpen={props.isOpen}>{() => <LazySheet {...props} Footnote={Footnote} />}</Kept>;
}

/** From the left edge: the menu. */
export function SideSheet(props: OverlayProps) {
  const Footnote = use(FootnoteContext);
  return <Kept isOpen={props.isOpen}>{() => <LazySideSheet {...props} Footnote={Footnote} />}</Kept>;
}

export function Dialog(props: OverlayProps) {
  const Footnote = use(FootnoteContext);
  return <Kept isOpen={props.isOpen}>{() => <LazyDialog {...props} Footnote={Footnote} />}</Kept>;
}

/** Mounted from the first opening on: closing is animated, and no code loads before the opening. */
function Kept({ isOpen, children }: { readonly isOpen: boolean; readonly children: () => ReactNode }) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened ? <PartBoundary isWanted={isOpen}>{children()}</PartBoundary> : null;
}
