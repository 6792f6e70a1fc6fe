// The bets of the last three months, one row per round with its result, and a download of twelve months.

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock3, Dices, FileDown } from 'lucide-react';
import { useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';
import type { BetItem } from '@chaba/contract/history';
import { formatBaht, subtract } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { classNames } from '@chaba/ui/class-names';
import { paths } from '#lib/paths';
import { Button, ButtonLink } from '#ui/button';
import { Chip, ChipRow } from '#ui/chip';
import { DateTime } from '#ui/date-time';
import { EmptyState } from '#ui/empty-state';
import { lazyOnIdle } from '#ui/lazy-component';
import { Money } from '#ui/money';
import { getErrorMessage } from '#lib/api/api-error';

import { type Range, toDays } from './history-filters.ts';
import { HistoryPages, listItems } from './history-pages.tsx';
import { betsQuery, saveStatement } from './history.queries.ts';
import { text } from './history.text.ts';
import { PositionCard } from './position-card.tsx';

const BetReceipt = lazyOnIdle(async () => (await import('./receipt.tsx')).BetReceipt);

const ranges: readonly Range[] = ['all', 'today', 'week', 'month'];

export function BetList() {
  const [{ range, days }, setChosen] = useState(() => toSelectedRange('all'));
  const result = useInfiniteQuery(betsQuery(days));
  const [opened, setOpened] = useState<BetItem>();
  return (
    <div className="flex flex-col gap-4">
      <ChipRow label={text.ranges}>
        {ranges.map((each) => (
          <Chip key={each} isOn={each === range} onClick={() => setChosen(toSelectedRange(each))}>
            {each === 'all' ? text.quarter : text[each]}
          </Chip>
        ))}
      </ChipRow>
      <PositionCard range={range === 'all' ? 'quarter' : range} />
      <HistoryPages
        result={result}
        items={listItems<BetItem>(result.data)}
        keyOf={({ betId }) => betId}
        empty={
          <EmptyState
            title={messageText.noData}
            help={text.emptyBets(text.within[range])}
            action={
              <ButtonLink to={paths.member.game} variant="secondary">
                {text.goPlay}
              </ButtonLink>
            }
          />
        }
        renderRow={(bet) => <BetRow bet={bet} onOpen={() => setOpened(bet)} />}
      />
      <BetStatement />
      <BetReceipt isWanted={opened !== undefined} bet={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
}

function toSelectedRange(range: Range) {
  return { range, days: toDays(range, new Date()) };
}

const icon = { 'aria-hidden': true, size: 17, strokeWidth: 1.75 } as const;
const looks = {
  OPEN: { tone: 'text-warning', Icon: Clock3 },
  SETTLED: { tone: 'text-text-3', Icon: CircleCheck },
  VOID: { tone: 'text-text-3', Icon: CircleX },
} as const;

function BetRow({ bet, onOpen }: { readonly bet: BetItem; readonly onOpen: () => void }) {
  const isUncounted = bet.status === 'SETTLED' && bet.turnoverReason !== null;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-19 w-full flex-wrap items-center gap-3 py-2.5 text-left"
      >
        <span className="grid size-11 flex-none place-items-center rounded-full border border-hairline bg-surface-2">
          <Dices aria-hidden="true" size={21} strokeWidth={1.75} />
        </span>
        <span className="min-w-[4rem] flex-1">
          <span className="block text-base font-medium">{bet.gameName}</span>
          <span className="num block text-small text-text-3">
            {text.stake} {formatBaht(toMoney(bet.Amount))}
          </span>
          {bet.note !== undefined && <span className="block text-small text-text-2">{bet.note}</span>}
          {bet.heldPayout > 0 && <span className="block text-small text-warning">{text.held}</span>}
          {isUncounted && (
            <span className="block text-small text-text-3">
              {bet.turnover > 0 ? text.countedInPart : text.notCounted}
            </span>
          )}
        </span>
        <span className="ml-auto flex flex-none flex-col items-end">
          <Result bet={bet} />
          <State bet={bet} />
        </span>
      </button>
    </li>
  );
}

/** Shows the time of the result; the figure above shows that there is one. */
function State({ bet }: { readonly bet: BetItem }) {
  const { tone, Icon } = looks[bet.status];
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-small whitespace-nowrap', tone)}>
      <Icon {...icon} />
      {bet.status === 'SETTLED' ? (
        <>
          <span className="sr-only">{text.betStatus.SETTLED}</span>
          <DateTime value={bet.createdAt} part="time" />
        </>
      ) : (
        text.betStatusShort[bet.status]
      )}
    </span>
  );
}

/** The effect of the bet: a win is emphasised, a loss is plain, a void changes nothing. */
function Result({ bet }: { readonly bet: BetItem }) {
  const [stake, payout] = [toMoney(bet.Amount), toMoney(bet.payout)];
  if (bet.status !== 'SETTLED') return <Money value={stake} className="text-base text-text-2" />;
  if (payout >= stake) return <Money value={subtract(payout, stake)} hasPlus className="text-base font-semibold" />;
  return <span className="num text-base text-text-2">-{formatBaht(subtract(stake, payout))}</span>;
}

/** Download of twelve months of bets. */
function BetStatement() {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: saveStatement });
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="ghost"
        isWide
        isBusy={isPending}
        icon={<FileDown aria-hidden="true" size={20} strokeWidth={1.75} />}
        onClick={() => mutate()}
      >
        {isPending ? text.statementBusy : text.statement}
      </Button>
      <p role="status" className="text-center text-small text-text-3">
        {error ? getErrorMessage(error) : isSuccess ? text.statementSaved : ''}
      </p>
    </div>
  );
}
