// The region that shows a toast: above the bar, for four seconds. Base UI pauses the timer while the toast is hovered
// or focused and while the window is in the background, closes it on Escape, and focuses it on F6.
//
// Always true: one toast at a time, because all share one id; the region is always mounted, so that screen readers
// announce its content. Loaded with the app notices when the page is idle.

import { Toast } from '@base-ui/react/toast';
import { CircleCheck, Info } from 'lucide-react';
import { useEffect } from 'react';

import { registerToastRegion, type Toast as ToastContent } from '#lib/react/toast';

import { text } from './ui.text.ts';

const SHOWN_MS = 4_000;
const ID = 'toast';

/** Mounted once. */
export function ToastRegion() {
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={1}>
      <Toast.Viewport
        aria-label={text.notice}
        className="pointer-events-none fixed inset-x-4 bottom-28 z-60 flex justify-center lg:bottom-8"
      >
        <ToastCard />
      </Toast.Viewport>
    </Toast.Provider>
  );
}

function ToastCard() {
  const { toasts, add } = Toast.useToastManager<Pick<ToastContent, 'tone'>>();
  useEffect(() => registerToastRegion(({ sentence, tone }) => add({ id: ID, title: sentence, data: { tone } })), [add]);

  return toasts.map((shown) => (
    <Toast.Root key={shown.id} toast={shown} className="fade-in pointer-events-auto max-w-[440px] rounded-ctl">
      <Toast.Close
        aria-hidden={false}
        title={text.close}
        className="flex min-h-12 items-center gap-2.5 rounded-ctl border border-line bg-surface-2 px-4 py-2.5 text-left text-label shadow-float"
      >
        {shown.data?.tone === 'success' ? (
          <CircleCheck aria-hidden="true" size={20} className="text-success" />
        ) : (
          <Info aria-hidden="true" size={20} className="text-info" />
        )}
        <Toast.Title render={<span />} />
      </Toast.Close>
    </Toast.Root>
  ));
}
