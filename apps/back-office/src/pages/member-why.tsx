// Why, opened by `y`: bets that did not count, bonuses, transfers, referral days and cashback, each with its rule and
// figures.

import type { MemberDetail, MemberWhy } from '@chaba/contract/back-office/wire-members';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { whyQuery } from '#api/queries';
import { nameCode } from '#text/code-words';
import { formatAmount, useDay, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { Modal } from '#ui/modal';
import { ErrorState, LoadingRows } from '#ui/states';

import { Key, Section, WhyNot } from './member-parts.tsx';

export function WhyButton({ site, detail }: { readonly site: string; readonly detail: MemberDetail }) {
  const { why } = useMemberWords();
  const [isOpen, setOpen] = useState(false);
  useKeys({ KeyY: () => setOpen(true) });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {why.title}
        <Key name="y" />
      </Button>
      {isOpen && (
        <Modal title={`${why.title} · ${detail.name}`} onClose={() => setOpen(false)}>
          <Why site={site} detail={detail} />
        </Modal>
      )}
    </>
  );
}

function Why({ site, detail }: { readonly site: string; readonly detail: MemberDetail }) {
  const { data, error, isPending, refetch } = useQuery(whyQuery(site, detail.reference));
  return (
    <div className="dense grid gap-4">
      <WhyNot detail={detail} />
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Reasons data={data} />}
    </div>
  );
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

type Line = { readonly key: string; readonly head: string; readonly sentence: string };

function Lines({
  title,
  empty,
  lines,
}: {
  readonly title: string;
  readonly empty: string;
  readonly lines: readonly Line[];
}): ReactNode {
  return (
    <Section title={title}>
      {lines.length === 0 && <p className="text-text-2">{empty}</p>}
      <ul className="grid gap-1">
        {lines.map(({ key, head, sentence }) => (
          <li key={key} className="border-t border-hairline pt-1">
            <p>{head}</p>
            <p className="break-words text-text-2">{sentence}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Reasons({ data }: { readonly data: MemberWhy }) {
  const words = useMemberWords();
  const entryWords = useWords();
  const { deposits } = useQueueWords();
  const time = useTime();
  const { why, timeline } = words;
  const state = useStateName();
  return (
    <>
      <Lines
        title={why.bets}
        empty={why.noBets}
        lines={data.bets.map((bet) => ({
          key: `${bet.provider}/${bet.round}`,
          head: `${time(bet.at)} · ${bet.game} · ${bet.round}`,
          sentence: `${why.notCounted[bet.reason] ?? bet.reason}: ${why.counted(formatAmount(bet.counted), formatAmount(bet.stake))}`,
        }))}
      />
      <Lines
        title={why.bonuses}
        empty={why.noBonuses}
        lines={data.bonuses.map((bonus) => ({
          key: bonus.grantedAt,
          head: `${time(bonus.grantedAt)} · ${bonus.title} · ${formatAmount(bonus.bonus)}`,
          sentence: join([
            `${state(bonus.reason)} ${time(bonus.changedAt)}`,
            why.turnover(formatAmount(bonus.progress), formatAmount(bonus.required)),
          ]),
        }))}
      />
      <Lines
        title={why.movements}
        empty={why.noMovements}
        lines={data.movements.map((movement) => ({
          key: `${movement.kind}-${movement.reference}`,
          head: join([
            time(movement.at),
            `${timeline.kinds[movement.kind] ?? movement.kind} ${movement.reference}`,
            movement.amount === null ? '' : formatAmount(movement.amount),
          ]),
          sentence: join([
            state(movement.state),
            movement.reason === null
              ? ''
              : nameCode(entryWords, { ...deposits.reasons, ...why.movementReasons }, movement.reason),
          ]),
        }))}
      />
      <IncomeReasons data={data} />
      <p className="text-micro text-text-3">{why.source}</p>
    </>
  );
}

function useStateName(): (code: string) => string {
  const { timeline } = useMemberWords();
  return (code) => timeline.codes[code] ?? code;
}

const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

function IncomeReasons({ data }: { readonly data: MemberWhy }) {
  const words = useMemberWords();
  const time = useTime();
  const day = useDay();
  const state = useStateName();
  const { why } = words;
  return (
    <>
      <Lines
        title={why.days}
        empty={why.noDays}
        lines={data.days.map((each) => ({
          key: each.day,
          head: `${each.day} · ${formatAmount(each.payable)} · ${state(each.state)}`,
          sentence: join([
            why.dayFigures(formatAmount(each.sum), formatAmount(each.carried)),
            each.suspicions.map((code) => why.suspicions[code] ?? code).join(', '),
            each.state === 'pending' ? words.page.until(time(each.releasesAt)) : '',
          ]),
        }))}
      />
      <Lines
        title={why.weeks}
        empty={why.noWeeks}
        lines={data.weeks.map((week) => ({
          key: week.from,
          head: `${day(week.from)} – ${day(week.to)} · ${formatAmount(week.amount)} · ${state(week.state)}`,
          sentence: why.weekFigures({
            stakes: formatAmount(week.stakes),
            payouts: formatAmount(week.payouts),
            corrections: formatAmount(week.corrections),
            gifts: formatAmount(week.gifts),
            own: formatAmount(week.ownMoney),
            loss: formatAmount(week.loss),
            percent: PERCENT.format(week.percentBp / 10_000),
            carried: formatAmount(week.carried),
          }),
        }))}
      />
    </>
  );
}
