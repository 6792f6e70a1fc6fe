// The member's bets, newest first: every one can be looked up (rules §11), with its round and what it added to the turnover.

import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock3, Dices } from 'lucide-react';
import { useState } from 'react';

import { answerText } from '@chaba/contract/answers.text';
import type { BetItem } from '@chaba/contract/history';
import { formatBaht, subtract } from '@chaba/money';

import { shownMoney } from '#lib/balance';
import { classNames } from '#lib/class-names';
import { paths } from '#lib/paths';
import { ButtonLink } from '#ui/button';
import { DateTime } from '#ui/date-time';
import { EmptyState } from '#ui/empty-state';
import { Money } from '#ui/money';

import { HistoryPages, itemsOf } from './history-pages.tsx';
import { betsQuery } from './history.queries.ts';
import { text } from './history.text.ts';
import { BetReceipt } from './receipt.tsx';

export function BetList() {
  const asked = useInfiniteQuery(betsQuery);
  const [opened, setOpened] = useState<BetItem>();
  return (
    <div>
      <HistoryPages
        asked={asked}
        items={itemsOf<BetItem>(asked.data)}
        empty={
          <EmptyState
            title={answerText.noData}
            help={text.emptyBets}
            action={
              <ButtonLink to={paths.member.game} variant="secondary">
                {text.goPlay}
              </ButtonLink>
            }
          />
        }
        renderRow={(bet) => <BetRow bet={bet} onOpen={() => setOpened(bet)} />}
      />
      <BetReceipt bet={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
}

const icon = { 'aria-hidden': true, size: 17, strokeWidth: 1.75 } as const;
const looks = {
  OPEN: { tone: 'text-warning', Icon: Clock3 },
  SETTLED: { tone: 'text-text-3', Icon: CircleCheck },
  VOID: { tone: 'text-text-3', Icon: CircleX },
} as const;

function BetRow({ bet, onOpen }: { readonly bet: BetItem; readonly onOpen: () => void }) {
  const { tone, Icon } = looks[bet.status];
  return (
    <li>
      <button type="button" onClick={onOpen} className="flex min-h-19 w-full items-center gap-3 py-2.5 text-left">
        <span className="grid size-11 flex-none place-items-center rounded-full border border-hairline bg-surface-2">
          <Dices aria-hidden="true" size={21} strokeWidth={1.75} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base font-medium">{bet.gameName}</span>
          <span className="num block text-small text-text-3">
            <DateTime value={bet.createdAt} part="time" /> · {text.stake} {formatBaht(shownMoney(bet.Amount))}
          </span>
        </span>
        <span className="flex flex-none flex-col items-end">
          <Result bet={bet} />
          <span className={classNames('inline-flex items-center gap-1.5 text-small', tone)}>
            <Icon {...icon} />
            {text.betStatus[bet.status]}
          </span>
        </span>
      </button>
    </li>
  );
}

/** What the bet changed: won money stands out, lost money is said plainly, a void changed nothing. */
function Result({ bet }: { readonly bet: BetItem }) {
  const [stake, payout] = [shownMoney(bet.Amount), shownMoney(bet.payout)];
  if (bet.status !== 'SETTLED') return <Money value={stake} className="text-base text-text-2" />;
  if (payout >= stake) return <Money value={subtract(payout, stake)} hasPlus className="text-base font-semibold" />;
  return <span className="num text-base text-text-2">-{formatBaht(subtract(stake, payout))}</span>;
}
