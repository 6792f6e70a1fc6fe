// Earlier bonuses, newest first, each with its outcome and the reason for it.

import { messageText } from '@chaba/contract/messages.text';
import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import type { PastBonus } from '#lib/promotions/bonus';
import { useSite } from '#lib/site/site';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Card, RowList } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { Money } from '#ui/money';
import { Section } from '#ui/section';

import { text } from './promotions.text.ts';

const tones: Readonly<Record<PastBonus['state'], Tone>> = {
  active: 'brand',
  complete: 'success',
  closed: 'plain',
  lost: 'danger',
  expired: 'warning',
  cancelled: 'plain',
  revoked: 'plain',
};

export function BonusHistory({ bonuses }: { readonly bonuses: readonly PastBonus[] }) {
  return (
    <Section title={text.history}>
      <Card as="div" className="py-1!">
        {bonuses.length === 0 ? (
          <div className="py-6 text-center">
            <p className="text-title-3">{messageText.noData}</p>
            <p className="text-small text-text-2">{text.historyEmpty}</p>
          </div>
        ) : (
          <RowList>
            {bonuses.map((bonus) => (
              <li key={bonus.grantedAt} className="py-3">
                <Row bonus={bonus} />
              </li>
            ))}
          </RowList>
        )}
      </Card>
    </Section>
  );
}

function Row({ bonus }: { readonly bonus: PastBonus }) {
  const { site } = useSite();
  return (
    <details className="group">
      <summary className="press flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-3 [&::-webkit-details-marker]:hidden">
        <span className="min-w-[4rem] flex-1">
          <span className="block text-base font-medium">{bonus.title}</span>
          <span className="block text-small text-text-3">
            <DateTime value={bonus.grantedAt} calendar={site.calendar} />
          </span>
        </span>
        <span className="ml-auto flex flex-none flex-col items-end gap-1">
          <Money value={toMoney(bonus.bonusAmount)} hasPlus className="text-base font-semibold" />
          <Badge tone={tones[bonus.state]}>{text.state[bonus.state]}</Badge>
        </span>
      </summary>
      <div className="mt-2 rounded-ctl bg-surface-2 px-3.5 py-3">
        <p className="num text-small text-text-2">
          {text.turnoverOf(formatBaht(toMoney(bonus.nowTurnover)), formatBaht(toMoney(bonus.needTurnover)))}
        </p>
        <ol className="mt-2 flex flex-col gap-2">
          {bonus.events.map((event) => (
            <li key={`${event.at} ${event.reason}`} className="text-small">
              <span className="block">{text.reason[event.reason] ?? text.state[event.state]}</span>
              <span className="block text-micro text-text-3">
                <DateTime value={event.at} calendar={site.calendar} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}
