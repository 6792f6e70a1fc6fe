// Sessions and remembered devices of the member, and ending all others.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';

import type { Data } from '@chaba/contract/endpoint';
import type { listSessions } from '@chaba/contract/requests';

import { queryKeys } from '#lib/api/query-keys';
import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Badge } from '@chaba/ui/badge';
import { Button } from '#ui/button';
import { Card, RowList } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { useDialog } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import { ListRow } from '#ui/list-row';
import { Section } from '#ui/section';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';
import { toast } from '#lib/react/toast';

import { submitEndOthers, submitRevokeDevice, sessionsQuery } from './profile.queries.ts';
import { text } from './profile.text.ts';

export function Devices() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  // Hosts without a session list have nothing to end.
  if (data?.sessions.length === 0) return null;

  return (
    <Section title={text.devices}>
      <Card as="div">
        {!data && error && <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />}
        {!data && !error && (
          <SkeletonGroup className="flex flex-col gap-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-12" />
          </SkeletonGroup>
        )}
        {data && (
          <>
            <Sessions sessions={data.sessions} />
            {data.devices.length > 0 && <Remembered devices={data.devices} />}
            <EndOthers hasOthers={[...data.sessions, ...data.devices].some(({ isCurrent }) => !isCurrent)} />
          </>
        )}
      </Card>
    </Section>
  );
}

type Listed = Data<typeof listSessions>;

const deviceIcon = <MonitorSmartphone aria-hidden="true" size={22} strokeWidth={1.75} />;

function Sessions({ sessions }: Pick<Listed, 'sessions'>) {
  const { site } = useSite();
  return (
    <RowList>
      {sessions.map(({ sessionId, device, lastSeenAt, isCurrent }) => (
        <ListRow
          key={sessionId}
          icon={deviceIcon}
          title={device || text.unknownDevice}
          detail={
            <>
              {text.lastSeen} <DateTime value={lastSeenAt} calendar={site.calendar} />
            </>
          }
          end={isCurrent && <Badge tone="success">{text.thisDevice}</Badge>}
        />
      ))}
    </RowList>
  );
}

/** Devices that sign in without a password; each can be revoked. */
function Remembered({ devices }: Pick<Listed, 'devices'>) {
  const { site } = useSite();
  return (
    <div className="mt-2 border-t border-hairline pt-3">
      <h3 className="text-base font-medium">{text.remembered}</h3>
      <p className="mt-1 text-small text-text-3">{text.rememberedHint}</p>
      <RowList>
        {devices.map((remembered) => (
          <ListRow
            key={remembered.deviceId}
            icon={deviceIcon}
            title={
              <>
                {remembered.device || text.unknownDevice}{' '}
                {remembered.isCurrent && <Badge tone="success">{text.thisDevice}</Badge>}
              </>
            }
            detail={
              <>
                <span className="block">
                  {text.lastSeen} <DateTime value={remembered.lastUsedAt} calendar={site.calendar} />
                </span>
                <span className="block">
                  {text.rememberedUntil} <DateTime value={remembered.expiresAt} part="date" calendar={site.calendar} />
                </span>
              </>
            }
            end={<Revoke {...remembered} />}
          />
        ))}
      </RowList>
    </div>
  );
}

function Revoke({ deviceId, device, isCurrent }: Listed['devices'][number]) {
  const { showConfirm, showMessage } = useDialog();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const name = device || text.unknownDevice;

  async function revoke() {
    const isConfirmed = await showConfirm({
      title: text.revoke,
      message: isCurrent ? text.revokeOwnQuestion : text.revokeQuestion(name),
      confirm: text.revoke,
      cancel: text.cancel,
      isDanger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      await submitRevokeDevice({ deviceId, isCurrent });
      toast(text.revoked);
    } catch (error) {
      await showMessage({ title: text.revokeFailed, message: getErrorMessage(error), tone: 'failure' });
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
    }
  }

  return (
    <Button
      variant="secondary"
      size="small"
      isBusy={isBusy}
      aria-label={text.revokeDevice(name)}
      onClick={() => void revoke()}
    >
      {text.revoke}
    </Button>
  );
}

function EndOthers({ hasOthers }: { readonly hasOthers: boolean }) {
  const queryClient = useQueryClient();
  const { showConfirm, showMessage } = useDialog();
  const [isBusy, setBusy] = useState(false);

  async function endOthers() {
    const isConfirmed = await showConfirm({
      title: text.endOthers,
      message: text.endOthersQuestion,
      confirm: text.confirm,
      cancel: text.cancel,
      isDanger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      toast(text.othersEnded(await submitEndOthers()));
    } catch (error) {
      await showMessage({ title: text.endOthersFailed, message: getErrorMessage(error), tone: 'failure' });
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
    }
  }

  if (!hasOthers) return <p className="border-t border-hairline pt-3 text-small text-text-3">{text.noOthers}</p>;
  return (
    <Button variant="secondary" isWide isBusy={isBusy} onClick={() => void endOthers()} className="mt-2">
      {text.endOthers}
    </Button>
  );
}
