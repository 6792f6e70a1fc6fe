// Shows that the connection is lost, and once that it is back; and that the server is asked again (it restarts, or
// another cell takes over the site). On pages that move money it states that requests are impossible offline: before a
// request, so in words of its own; the sentence of section 8 of the specification is the message of one that failed.

import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { useIsReconnecting } from '#lib/api/query-client';
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
  const isReconnecting = useIsReconnecting();
  const { pathname } = useLocation();
  const wasOffline = useRef(false);

  useEffect(() => {
    if (isOnline && wasOffline.current) toast(text.backOnline);
    wasOffline.current = !isOnline;
  }, [isOnline]);

  const offline = moneyPaths.includes(pathname) ? text.offlineMoney : text.offline;
  const Icon = isOnline ? RefreshCw : WifiOff;
  return (
    <div role="status">
      {(!isOnline || isReconnecting) && (
        <p className="flex min-h-9 items-center justify-center gap-2 bg-surface-3 px-4 py-1 text-small text-text">
          <Icon aria-hidden="true" size={16} className="text-warning" />
          {isOnline ? text.reconnecting : offline}
        </p>
      )}
    </div>
  );
}
