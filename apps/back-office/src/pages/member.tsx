// The page of a member: identity, why not, money and turnover; the timeline; limits and linked members.

import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import type { MemberDetail } from '@chaba/contract/back-office/wire-members';
import { Badge } from '@chaba/ui/badge';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';

import { memberQuery } from '#api/queries';
import { formatAmount, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { Facts } from '#ui/facts';
import { ErrorState, LoadingRows } from '#ui/states';

import { MemberActions } from './member-actions.tsx';
import { MemberLinks } from './member-links.tsx';
import { MemberNotices, MemberStateBadge, Money, Section, useIdentityFacts, WhyNot } from './member-parts.tsx';
import { MemberNotes } from './member-notes.tsx';
import { MemberTimeline } from './member-timeline.tsx';

export function MemberPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { member = '' } = useParams();
  const text = useWords();
  const { statement } = useMemberWords();
  const { data, error, isPending, refetch } = useQuery(memberQuery(site, member));
  useEffect(() => {
    document.title = data === undefined ? member : `${data.reference} ${data.name}`;
  }, [data, member]);
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="min-w-0 flex-1">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-3 py-2">
        <Link
          to={`/${site}/members`}
          aria-label={text.pages.members}
          className="grid size-11 place-items-center lg:size-9"
        >
          <ChevronLeft aria-hidden="true" size={18} />
        </Link>
        <h1 className="text-title-3">{data.name}</h1>
        <MemberStateBadge state={data.state} />
        <p className="text-text-2">{`${data.reference} · ${data.phone} · ${data.account}`}</p>
        <Tags detail={data} />
      </header>
      <MemberActions key={data.reference} site={site} detail={data} roles={roles} />
      <div className="grid gap-4 p-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-[auto_1fr]">
        <div className="dense grid content-start gap-4">
          <MemberNotices detail={data} />
          <WhyNot detail={data} />
          <Money site={site} detail={data} />
          {hasPermission(roles, 'members.statement') && (
            <p>
              <Link to={`/${site}/members/${data.reference}/statement`} className="underline">
                {statement.open}
              </Link>
            </p>
          )}
        </div>
        <div className="dense grid content-start gap-4">
          <MemberNotes site={site} detail={data} roles={roles} />
          <Identity detail={data} />
          <Limits detail={data} />
          <MemberLinks site={site} roles={roles} detail={data} />
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <MemberTimeline site={site} member={member} />
        </div>
      </div>
    </div>
  );
}

function Tags({ detail: { tags } }: { readonly detail: MemberDetail }) {
  return tags.map((tag) => <Badge key={tag}>{tag}</Badge>);
}

function Identity({ detail }: { readonly detail: MemberDetail }) {
  const { page } = useMemberWords();
  return (
    <Section title={page.identity}>
      <Facts facts={useIdentityFacts(detail)} />
    </Section>
  );
}

function Limits({ detail: { limits } }: { readonly detail: MemberDetail }) {
  const { page } = useMemberWords();
  const text = useWords();
  const format = (kind: string, value: string): string => (kind === 'time' ? value : formatAmount(value));
  return (
    <Section title={page.limits}>
      {limits.length === 0 ? (
        <p className="text-text-2">{text.none}</p>
      ) : (
        <Facts
          facts={limits.map(({ kind, span, most, used, isLoosening }) => [
            `${page.limitKinds[kind]} ${page.spans[span] ?? span}`,
            [
              format(kind, most),
              used === null ? '' : page.limitUsed(format(kind, used)),
              isLoosening ? page.loosening : '',
            ]
              .filter((each) => each !== '')
              .join(' · '),
          ])}
        />
      )}
    </Section>
  );
}
