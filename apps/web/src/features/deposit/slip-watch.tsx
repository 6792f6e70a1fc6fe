// Lists the member's undecided slips and those decided while this page was open. A credit updates the list without a
// reload.

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock3 } from 'lucide-react';
import { useState } from 'react';

import { toMoney } from '#lib/wallet/balance';
import { useSite } from '#lib/site/site';
import { slipsQuery, type MemberSlip } from '#lib/wallet/slips';
import { Badge } from '@chaba/ui/badge';
import { Card, RowList } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { Money } from '#ui/money';
import { Section } from '#ui/section';

import { text } from './deposit.text.ts';

const none: readonly MemberSlip[] = [];
const openTexts = { waiting: text.slipWaits, review: text.slipReview, disputed: text.slipDisputed };

export function SlipWatch() {
  const { data: slips = none } = useQuery(slipsQuery);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const isOpen = ({ state }: MemberSlip) => state in openTexts;
  const fresh = slips.filter((slip) => isOpen(slip) && !seen.has(slip.slipId));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ slipId }) => slipId)]));

  const shown = slips.filter((slip) => isOpen(slip) || seen.has(slip.slipId));
  if (shown.length === 0) return null;
  return (
    <Section title={text.watchTitle}>
      <Card as="div" className="py-1!">
        <RowList>
          {shown.map((slip) => (
            <SlipRow key={slip.slipId} slip={slip} />
          ))}
        </RowList>
      </Card>
    </Section>
  );
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 2 } as const;

function SlipRow({ slip }: { readonly slip: MemberSlip }) {
  const { site } = useSite();
  const isCredited = slip.state === 'credited';
  return (
    <li className="flex flex-col gap-1.5 py-3.5" aria-live="polite">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <StateBadge slip={slip} />
        {slip.Amount !== null && (
          <Money value={toMoney(slip.Amount)} hasPlus={isCredited} className="text-base font-semibold" />
        )}
      </div>
      {!isCredited && slip.message && <p className="text-small">{slip.message}</p>}
      <p className="text-micro text-text-3">
        {text.sentAt} <DateTime value={slip.createdAt} calendar={site.calendar} />
        {slip.state === 'waiting' && slip.nextTryAt && (
          <span className="block">
            {text.askedAgain} <DateTime value={slip.nextTryAt} part="time" />
          </span>
        )}
      </p>
    </li>
  );
}

function StateBadge({ slip: { state } }: { readonly slip: MemberSlip }) {
  switch (state) {
    case 'waiting':
    case 'review':
    case 'disputed':
      return (
        <Badge tone="warning" icon={<Clock3 {...icon} />}>
          {openTexts[state]}
        </Badge>
      );
    case 'credited':
      return (
        <Badge tone="success" icon={<CircleCheck {...icon} />}>
          {text.watchCredited}
        </Badge>
      );
    case 'refused':
      return (
        <Badge tone="danger" icon={<CircleX {...icon} />}>
          {text.watchRefused}
        </Badge>
      );
  }
}
