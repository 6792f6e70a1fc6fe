// The bar above a game: back button, game name, time played, today's result and the current balance. Without a
// connection or a server response it shows the time of the figures.

import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ExternalLink } from 'lucide-react';
import { useState } from 'react';

import { toMoney, useBalance, useIsBalanceCurrent } from '#lib/wallet/balance';
import { netPositionQuery } from '#lib/wallet/net-position';
import { DateTime } from '#ui/date-time';
import { IconButton } from '#ui/icon-button';
import { Money } from '#ui/money';

import { text } from './game-page.text.ts';
import { useMinutesPlayed } from '#lib/games/play-clock';

export function GameBar({
  name,
  balance,
  isHeld,
  minutesLeft,
  onBack,
  onNewTab,
}: {
  readonly name: string;
  /** Baht of the wire. */
  readonly balance: number | undefined;
  /** Whether balance and today's result are those before the round that is being played. */
  readonly isHeld: boolean;
  /** Set when few minutes of the member's own time limit are left. */
  readonly minutesLeft: number | undefined;
  readonly onBack: () => void;
  readonly onNewTab: () => void;
}) {
  const minutes = useMinutesPlayed();
  const { data: today } = useQuery(netPositionQuery('today'));
  const [net, setNet] = useState(today?.net);
  if (!isHeld && net !== today?.net) setNet(today?.net);
  const isCurrent = useIsBalanceCurrent();
  const answered = useBalance();

  return (
    <header className="@container flex min-h-13 flex-none flex-wrap items-center gap-1 border-b border-hairline bg-surface-1 px-1 lg:px-4">
      <IconButton
        label={text.back}
        onClick={onBack}
        icon={<ChevronLeft aria-hidden="true" size={24} strokeWidth={1.75} />}
      />
      <div className="min-w-[4rem] flex-1">
        <h1 className="truncate text-label @max-[13rem]:whitespace-normal leading-[1.35] font-semibold">{name}</h1>
        <p className="num truncate text-micro @max-[13rem]:whitespace-normal leading-[1.35] text-text-2">
          {minutesLeft === undefined ? text.playedFor(minutes) : text.timeLeft(minutesLeft)}
          {net !== undefined && (
            <>
              {' · '}
              {text.today} <Money value={toMoney(net)} hasPlus />
            </>
          )}
        </p>
      </div>
      <p className="flex flex-none flex-col items-end font-semibold">
        <span className="sr-only">{text.balance}</span>
        <span className="flex items-baseline gap-1">
          <span aria-hidden="true" className="text-small font-medium text-text-2">
            {text.bahtSign}
          </span>
          {balance === undefined ? (
            <span className="inline-block w-14">{!isCurrent && text.unknown}</span>
          ) : (
            <Money value={toMoney(balance)} />
          )}
        </span>
        {!isCurrent && answered && (
          <span className="text-micro leading-[1.35] font-medium text-text-2">
            {text.asOf} <DateTime value={answered.at} part="time" />
          </span>
        )}
      </p>
      <IconButton
        label={text.newTab}
        onClick={onNewTab}
        icon={<ExternalLink aria-hidden="true" size={20} strokeWidth={1.75} />}
      />
    </header>
  );
}
