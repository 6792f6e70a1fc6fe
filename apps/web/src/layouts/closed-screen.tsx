// The whole site is closed: maintenance, or disabled by its operator.

import { useSite } from '#lib/site/site';
import { buildChatUrl } from '#lib/site/support';
import { Button } from '#ui/button';
import { DateTime } from '#ui/date-time';
import { Mark } from '#ui/mark';

import { ChatLink } from './chat-link.tsx';
import { closedText } from './deferred.text.ts';
import { text } from './layouts.text.ts';
import { PlayMoneyBanner } from './stamp.tsx';

export function ClosedScreen({ reason }: { readonly reason: 'maintenance' | 'disabled' }) {
  const { site, retry } = useSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <PlayMoneyBanner />
      <main className="flex flex-1 flex-col items-center justify-center gap-2 px-6 text-center">
        <Mark size={72} />
        <h1 className="mt-4 text-title-1">
          {reason === 'maintenance' ? closedText.maintenanceTitle : closedText.disabled}
        </h1>
        {reason === 'maintenance' && (
          <p className="wrap-anywhere whitespace-pre-line text-text-2">
            {site.maintenanceMessage ?? closedText.maintenanceBody}
          </p>
        )}
        {reason === 'maintenance' && site.maintenanceEndsAt !== undefined && (
          <p className="text-balance text-text-2">
            {closedText.expectedEnd} <DateTime value={site.maintenanceEndsAt} calendar={site.calendar} />
          </p>
        )}
        <div className="mt-5 flex flex-wrap items-center justify-center gap-3">
          <Button variant="secondary" onClick={retry}>
            {closedText.retry}
          </Button>
          <ChatLink to={buildChatUrl(site.LineId)} label={text.chatWithAdmin} />
        </div>
      </main>
    </div>
  );
}
