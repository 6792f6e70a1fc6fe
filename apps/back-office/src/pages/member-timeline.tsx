// The timeline of a member: events newest first, by kinds, each with its record and its sentence to copy.

import type { TimelineRow } from '@chaba/contract/back-office/wire-members';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useSearchParams, Link } from 'react-router';

import { timelineQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { useCaseWords } from '#text/case-words';
import { formatAmount, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useRiskWords } from '#text/risk-words';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { Chips } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';

const GROUPS = {
  money: 'deposit slip withdrawal adjustment',
  bonus: 'bonus code cashback referral referral-day wheel',
  play: 'play',
  security: 'security',
  protection: 'limit break',
  staff: 'action note contact complaint alert',
} as const;
type Group = keyof typeof GROUPS | 'all';
const NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[];

export function MemberTimeline({ site, member }: { readonly site: string; readonly member: string }) {
  const { timeline } = useMemberWords();
  const text = useWords();
  const [params, setParams] = useSearchParams();
  const group: Group = NAMES.find((name) => name === params.get('kind')) ?? 'all';
  const list = useInfiniteQuery(timelineQuery(site, member, group === 'all' ? '' : GROUPS[group]));
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  const choose = (to: Group): void => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (to === 'all') next.delete('kind');
        else next.set('kind', to);
        return next;
      },
      { replace: true },
    );
  };
  const order: readonly Group[] = ['all', ...NAMES];
  useKeys(Object.fromEntries(order.map((name, index) => [`Digit${index + 1}`, () => choose(name)])));
  return (
    <section aria-label={timeline.title} className="dense min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{timeline.title}</h2>
        <Chips
          label={timeline.title}
          values={order.map((name) => [name, name === 'all' ? timeline.all : timeline.groups[name]] as const)}
          chosen={group}
          onChoose={choose}
        />
      </div>
      {list.isPending && <LoadingRows />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && events.length === 0 && !list.hasNextPage && <EmptyState title={timeline.empty} />}
      <ol>
        {events.map((event) => (
          <EventRow key={`${event.kind}-${event.id}`} site={site} event={event} />
        ))}
      </ol>
      {list.hasNextPage && (
        <div className="p-3 text-center">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </section>
  );
}

function EventRow({ site, event }: { readonly site: string; readonly event: TimelineRow }) {
  const { timeline } = useMemberWords();
  const time = useTime();
  const notice = useNotice();
  const describe = useDescription();
  const { title, detail } = describe(event);
  const sentence = `${time(event.at)} ${title} ${detail}`.trim();
  return (
    <li className="grid grid-cols-[5.5rem_1fr_auto] items-start gap-x-3 border-t border-hairline py-1.5">
      <time dateTime={event.at} className="text-micro text-text-3">
        {time(event.at)}
      </time>
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {event.kind === 'withdrawal' && event.reference !== null ? (
            <Link to={`/${site}/withdrawals?queue=recent&open=${event.reference}`} className="underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {detail !== '' && <p className="break-words text-text-2">{detail}</p>}
      </div>
      <div className="flex items-center gap-1">
        {event.amount !== null && <span className="whitespace-nowrap">{formatAmount(event.amount)}</span>}
        <button
          type="button"
          aria-label={`${timeline.copy}: ${title}`}
          onClick={() => {
            navigator.clipboard
              .writeText(event.amount === null ? sentence : `${sentence} ${formatAmount(event.amount)}`)
              .then(
                () => notice(timeline.copied),
                () => undefined,
              );
          }}
          className="min-h-11 rounded-[6px] px-2 text-text-3 hover:text-text lg:min-h-7"
        >
          <Copy aria-hidden="true" size={16} />
        </button>
      </div>
    </li>
  );
}

function useDescription(): (event: TimelineRow) => { readonly title: string; readonly detail: string } {
  const { adjustment, timeline, page } = useMemberWords();
  const cases = useCaseWords();
  const risk = useRiskWords();
  const text = useWords();
  const actionNames: Readonly<Record<string, string>> = { ...text.actions, ...text.otherActions };
  return ({ kind, code, reference, data }) => {
    const name = timeline.kinds[kind] ?? kind;
    if (kind === 'play') return { title: name, detail: timeline.sitting(data) };
    const state = kind === 'action' ? (actionNames[code] ?? code) : (timeline.codes[code] ?? code);
    const known: readonly (string | undefined)[] = [
      data['reason']
        ?.split(' ')
        .map((each) => text.withdrawals.reasons[each] ?? each)
        .join(' '),
      data['adjustment'] && adjustment.kinds[data['adjustment'] as keyof typeof adjustment.kinds],
      data['text'],
      data['promotion'],
      data['bonus'],
      data['code'],
      data['rule'] && risk.rules[data['rule'] as 'losses'],
      data['category'] && cases.categories[data['category'] as 'other'],
      data['direction'] && cases.directions[data['direction'] as 'in'],
      data['subject'],
      data['day'],
      data['failure'],
      data['wait'] && (text.withdrawals.reasons[data['wait']] ?? data['wait']),
      kind === 'limit'
        ? [data['kind'], data['span'] && page.spans[data['span']], data['minutes']].join(' ')
        : undefined,
      data['count'] && `× ${data['count']}`,
      data['by'] && timeline.by(data['by']),
    ];
    const detail = known.filter((each) => each !== undefined && each !== '').join(' · ');
    return { title: [reference ?? name, state].join(' · '), detail };
  };
}
