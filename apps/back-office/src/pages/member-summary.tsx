// The short view of a member beside a list: balance, open turnover and reasons, and a link to the page.

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import { memberQuery } from '#api/queries';
import { useMemberWords } from '#text/members';
import { ErrorState, LoadingRows } from '#ui/states';

import { Key, MemberNotices, MemberStateBadge, Money, WhyNot } from './member-parts.tsx';

export function MemberSummary({ site, member }: { readonly site: string; readonly member: string }) {
  const words = useMemberWords();
  const { data, error, isPending, refetch } = useQuery(memberQuery(site, member));
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="dense grid gap-4 py-3">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-title-3">{data.name}</h2>
          <MemberStateBadge state={data.state} />
        </div>
        <p className="text-text-2">{`${data.reference} · ${data.phone} · ${data.account}`}</p>
      </div>
      <MemberNotices detail={data} />
      <WhyNot detail={data} />
      <Money site={site} detail={data} />
      <Link
        to={`/${site}/members/${data.reference}`}
        className="inline-flex min-h-11 items-center justify-center gap-1.5 rounded-[8px] border border-line bg-surface-2 px-3 text-small lg:min-h-9"
      >
        {words.list.openPage}
        <Key name="e" />
      </Link>
    </div>
  );
}
