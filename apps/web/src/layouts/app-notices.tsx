// Notices above the bar: a newer version is ready, or the site can be installed. One at a time. The update starts on a
// press; the installation is offered on home only. The clock of the announcements runs with them.

import { RefreshCw, Smartphone } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';

import { queryClient } from '#lib/api/query-client';
import { updateNow, useIsUpdateReady } from '#lib/browser/app-update';
import { postponeInstall, install, useInstallWay } from '#lib/browser/install';
import { paths } from '#lib/paths';
import { startAnnouncementClock } from '#lib/site/announcement-clock';
import { Button } from '#ui/button';
import { ToastRegion } from '#ui/toast-region';

import { appNoticesText } from './layouts.text.ts';

/** Also contains the toast region. */
export function AppNotices() {
  useEffect(() => startAnnouncementClock(queryClient), []);
  return (
    <>
      <AppState />
      <ToastRegion />
    </>
  );
}

function AppState() {
  const { pathname } = useLocation();
  const isUpdateReady = useIsUpdateReady();
  const way = useInstallWay();
  const [isUpdating, setUpdating] = useState(false);

  if (isUpdateReady) {
    return (
      <AppNotice icon={<RefreshCw {...icon} />} sentence={appNoticesText.updateReady}>
        <Button
          size="small"
          isBusy={isUpdating}
          onClick={() => {
            setUpdating(true);
            updateNow();
          }}
        >
          {appNoticesText.updateNow}
        </Button>
      </AppNotice>
    );
  }
  if (way === undefined || pathname !== paths.member.home) return null;
  return (
    <AppNotice
      icon={<Smartphone {...icon} />}
      sentence={appNoticesText.installTitle}
      detail={way === 'share' ? appNoticesText.installIos : undefined}
    >
      <Button size="small" variant="quiet" onClick={postponeInstall}>
        {appNoticesText.later}
      </Button>
      {way === 'button' && (
        <Button size="small" onClick={() => void install()}>
          {appNoticesText.install}
        </Button>
      )}
    </AppNotice>
  );
}

const icon = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const;

function AppNotice({
  icon,
  sentence,
  detail,
  children,
}: {
  readonly icon: ReactNode;
  readonly sentence: string;
  readonly detail?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={appNoticesText.region}
      className="fixed inset-x-4 bottom-24 z-40 flex justify-center lg:inset-x-auto lg:right-6 lg:bottom-6"
    >
      <div className="fade-in flex w-full max-w-[440px] flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface-2 py-2.5 pr-2.5 pl-4 text-label shadow-float">
        <span className="text-brand-text">{icon}</span>
        <p role="status" className="min-w-0 flex-1 font-medium">
          {sentence}
          {detail && <span className="block text-small font-normal text-text-2">{detail}</span>}
        </p>
        <span className="ml-auto flex gap-1">{children}</span>
      </div>
    </section>
  );
}
