// Where the member is signed in, and signing out everywhere else.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';

import { queryKeys } from '#lib/query-keys';
import { sentenceOf } from '#lib/refusal';
import { useSite } from '#lib/site';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Card, RowList } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { useDialog } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import { ListRow } from '#ui/list-row';
import { Section } from '#ui/section';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';
import { toast } from '#lib/toast';

import { askEndOthers, sessionsQuery } from './profile.queries.ts';
import { text } from './profile.text.ts';

export function Devices() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const { site } = useSite();
  // A host that keeps no list has nothing to end.
  if (sessions?.length === 0) return null;

  return (
    <Section title={text.devices}>
      <Card as="div">
        {!sessions && error && <ErrorState sentence={sentenceOf(error)} onRetry={() => void refetch()} />}
        {!sessions && !error && (
          <SkeletonGroup className="flex flex-col gap-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-12" />
          </SkeletonGroup>
        )}
        {sessions && (
          <>
            <RowList>
              {sessions.map(({ sessionId, device, lastSeenAt, isCurrent }) => (
                <ListRow
                  key={sessionId}
                  icon={<MonitorSmartphone aria-hidden="true" size={22} strokeWidth={1.75} />}
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
            <EndOthers count={sessions.filter(({ isCurrent }) => !isCurrent).length} />
          </>
        )}
      </Card>
    </Section>
  );
}

function EndOthers({ count }: { readonly count: number }) {
  const queryClient = useQueryClient();
  const { ask, tell } = useDialog();
  const [isBusy, setBusy] = useState(false);

  async function endOthers() {
    const isMeant = await ask({
      title: text.endOthers,
      message: text.endOthersQuestion,
      confirm: text.confirm,
      cancel: text.cancel,
      isDanger: true,
    });
    if (!isMeant) return;
    setBusy(true);
    try {
      toast(text.othersEnded(await askEndOthers()));
    } catch (error) {
      await tell({ title: text.endOthersFailed, message: sentenceOf(error), tone: 'failure' });
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
    }
  }

  if (count === 0) return <p className="border-t border-hairline pt-3 text-small text-text-3">{text.noOthers}</p>;
  return (
    <Button variant="secondary" isWide isBusy={isBusy} onClick={() => void endOthers()} className="mt-2">
      {text.endOthers}
    </Button>
  );
}
