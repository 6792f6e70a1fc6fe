// Shows that the connection is lost, and once that it is back. On pages that move money it states that requests are
// impossible.

import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { useIsOnline } from '#lib/browser/online';
import { paths } from '#lib/paths';
import { toast } from '#lib/react/toast';

import { text } from './layouts.text.ts';

const { member } = paths;
const moneyPaths: readonly string[] = [
  member.deposit,
  member.withdraw,
  member.cashBack,
  member.affiliate,
  member.freeCredit,
  member.spinner,
];

export function OfflineBanner() {
  const isOnline = useIsOnline();
  const { pathname } = useLocation();
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
          {moneyPaths.includes(pathname) ? text.offlineMoney : text.offline}
        </p>
      )}
    </div>
  );
}
