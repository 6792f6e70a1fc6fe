// Short messages at the edge: what was done. Announced politely, gone after a while.

import { createContext, type ReactNode, use, useCallback, useState } from 'react';

const SHOWN_MS = 6_000;

const NoticeContext = createContext<(sentence: string) => void>(() => undefined);

export const useNotice = (): ((sentence: string) => void) => use(NoticeContext);

export function NoticeProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly { readonly id: number; readonly sentence: string }[]>([]);
  const show = useCallback((sentence: string) => {
    const id = Date.now() + Math.random();
    setShown((list) => [...list, { id, sentence }]);
    setTimeout(() => setShown((list) => list.filter((each) => each.id !== id)), SHOWN_MS);
  }, []);
  return (
    <NoticeContext value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-2 bottom-20 z-10 grid justify-items-center gap-2 lg:bottom-4 print:hidden"
      >
        {shown.map(({ id, sentence }) => (
          <p key={id} className="rounded-[8px] border border-line bg-surface-3 px-4 py-2 shadow-(--shadow-float)">
            {sentence}
          </p>
        ))}
      </div>
    </NoticeContext>
  );
}
