// Dialogs and sheets. What is drawn comes from the lazy overlays chunk (Base UI); this file is what
// features import.
//
//   const { tell, ask } = useDialog();
//   await tell(sentence)                       one notice with an OK button
//   await ask({ message, confirm, cancel })    true when confirmed
//   dismissAll()                               what was asked of somebody who is no longer there: answered no
//   <Sheet isOpen onClose title>…</Sheet>      from below, for confirming money and for menus
//   <Dialog isOpen onClose title>…</Dialog>    in the middle, for a form such as login
//
// Always true: one notice at a time, in the order they were asked for; focus returns to where it was.

import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { lazyWithPreload, PartBoundary } from './lazy-component.tsx';
import type { Notice, OverlayProps } from './overlays.tsx';
import { text } from './ui.text.ts';

type Asked = Notice & { readonly id: number; readonly answer: (isConfirmed: boolean) => void };

type DialogApi = {
  readonly showMessage: (notice: string | Notice) => Promise<void>;
  readonly showConfirm: (question: Notice) => Promise<boolean>;
  readonly dismissAll: () => void;
};

const DialogContext = createContext<DialogApi | undefined>(undefined);

// Without its code a question is not asked, and the page behind it stays.
const loadOverlays = () => import('./overlays.tsx');
const LateSheet = lazyWithPreload(async () => (await loadOverlays()).SheetOverlay);
const LateSideSheet = lazyWithPreload(async () => (await loadOverlays()).SideSheetOverlay);
const LateDialog = lazyWithPreload(async () => (await loadOverlays()).DialogOverlay);
const LateNotice = lazyWithPreload(async () => (await loadOverlays()).NoticeOverlay);

/** Fetches the overlays before they are needed: on idle, or when a finger goes down. */
export function preloadOverlays(): void {
  loadOverlays().catch(() => undefined);
}

export function useDialog(): DialogApi {
  const api = use(DialogContext);
  if (!api) throw new Error('useDialog needs a DialogProvider above it');
  return api;
}

let nextId = 1;

export function DialogProvider({ children }: { readonly children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Asked[]>([]);
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
      {children}
      {shown && (
        <PartBoundary isWanted>
          <LateNotice
            key={shown.id}
            notice={shown}
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
  return <Kept isOpen={props.isOpen}>{() => <LateSheet {...props} />}</Kept>;
}

/** From the left edge: the menu. */
export function SideSheet(props: OverlayProps) {
  return <Kept isOpen={props.isOpen}>{() => <LateSideSheet {...props} />}</Kept>;
}

export function Dialog(props: OverlayProps) {
  return <Kept isOpen={props.isOpen}>{() => <LateDialog {...props} />}</Kept>;
}

/** Mounted from the first opening on, so that closing can be animated and nothing loads before. */
function Kept({ isOpen, children }: { readonly isOpen: boolean; readonly children: () => ReactNode }) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened ? <PartBoundary isWanted={isOpen}>{children()}</PartBoundary> : null;
}
