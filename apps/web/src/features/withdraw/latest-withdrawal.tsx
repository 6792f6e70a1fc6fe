// The withdrawal in progress, and its outcome while this page is open. The live stream invalidates its query, so it
// updates without a reload.

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock3 } from 'lucide-react';
import { useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';
import { bankName } from '@chaba/contract/banks.text';
import { FAILED, PENDING } from '@chaba/contract/codes';
import type { WithdrawItem } from '@chaba/contract/history';

import { toMoney } from '#lib/wallet/balance';
import { paths } from '#lib/paths';
import { useSite } from '#lib/site/site';
import { Badge } from '@chaba/ui/badge';
import { ButtonLink } from '#ui/button';
import { Card } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { Money } from '#ui/money';

import { latestWithdrawalsQuery } from './withdraw.queries.ts';
import { text } from './withdraw.text.ts';

/** Polling in addition to the live stream, which may be disconnected. */
const PENDING_POLL_MS = 10_000;

export function LatestWithdrawal() {
  const { data } = useQuery({
    ...latestWithdrawalsQuery,
    refetchInterval: ({ state }) => (state.data?.[0]?.Status === PENDING ? PENDING_POLL_MS : false),
  });
  const latest = data?.[0];
  // A withdrawal finished before the page was opened belongs to the history; a new one can finish before its first
  // fetch.
  const [past, setPast] = useState<string | null>();
  if (data && past === undefined) setPast(latest && latest.Status !== PENDING ? latest.id : null);
  if (!latest || past === undefined || latest.id === past) return null;
  return <WithdrawalCard withdrawal={latest} />;
}

function WithdrawalCard({ withdrawal }: { readonly withdrawal: WithdrawItem }) {
  const { site } = useSite();
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-title-3">{text.openTitle}</h2>
        <StatusBadge status={withdrawal.Status} />
      </div>
      <div aria-live="polite" className="flex flex-col gap-0.5">
        <Money value={toMoney(withdrawal.Amount)} hasUnit className="text-title-2" />
        {listSentences(withdrawal).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p className="num text-small text-text-2">
          {bankName(withdrawal.BankCode)} ••• {withdrawal.BankAccount.slice(-4)}
        </p>
        <p className="text-small text-text-3">
          <DateTime value={withdrawal.finishedAt ?? withdrawal.createdAt} calendar={site.calendar} />
        </p>
        <p className="num text-small text-text-3">{text.reference(withdrawal.id)}</p>
      </div>
      <ButtonLink to={`${paths.member.history}?tab=withdraw`} variant="ghost" size="small" isWide>
        {text.seeHistory}
      </ButtonLink>
    </Card>
  );
}

/** A pending withdrawal states that, and its reason. */
function listSentences({ Status, note }: WithdrawItem): readonly string[] {
  if (Status === PENDING) return [text.openPending, note ?? text.onItsWay];
  return [note ?? (Status === FAILED ? text.failedTitle : text.paid)];
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 2 } as const;

function StatusBadge({ status }: { readonly status: WithdrawItem['Status'] }) {
  if (status === PENDING) {
    return (
      <Badge tone="warning" icon={<Clock3 {...icon} />}>
        {messageText.statusPending}
      </Badge>
    );
  }
  if (status === FAILED) {
    return (
      <Badge tone="danger" icon={<CircleX {...icon} />}>
        {messageText.statusFailed}
      </Badge>
    );
  }
  return (
    <Badge tone="success" icon={<CircleCheck {...icon} />}>
      {messageText.statusApproved}
    </Badge>
  );
}
