// Says that there is no connection, and once when it is back.

import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { useIsOnline } from '#lib/online';
import { toast } from '#ui/toast';

import { text } from './layouts.text.ts';

export function OfflineBanner() {
  const isOnline = useIsOnline();
  const wasOffline = useRef(false);

  useEffect(() => {
    if (isOnline && wasOffline.current) toast(text.backOnline);
    wasOffline.current = !isOnline;
  }, [isOnline]);

  return (
    <div role="status">
      {!isOnline && (
        <p className="flex min-h-9 items-center justify-center gap-2 bg-surface-3 px-4 py-1 text-small text-text">
          <WifiOff aria-hidden="true" size={16} className="text-warning" />
          {text.offline}
        </p>
      )}
    </div>
  );
}
