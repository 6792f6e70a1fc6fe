// The member's friends, their daily commission, and earlier withdrawals. The server masks phone numbers.

import { ArrowUpFromLine, CircleCheck, Clock3, CoinsIcon, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';
import { FAILED } from '@chaba/contract/codes';

import { toMoney } from '#lib/wallet/balance';
import { classNames } from '@chaba/ui/class-names';
import { useSite } from '#lib/site/site';
import { Card, RowList } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { EmptyState } from '#ui/empty-state';
import { Money } from '#ui/money';
import { StatusMark } from '#parts/status-mark';
import { Tabs } from '#ui/tabs';

import type { Affiliate, Friend, Income, AffiliateWithdrawal } from './affiliate.queries.ts';
import { text } from './affiliate.text.ts';

const tabs = [
  { value: 'friends', label: text.friends },
  { value: 'incomes', label: text.incomes },
  { value: 'withdrawals', label: text.withdrawals },
] as const;

type List = (typeof tabs)[number]['value'];

export function AffiliateLists({ affiliate }: { readonly affiliate: Affiliate }) {
  const [list, setList] = useState<List>('friends');
  return (
    <div>
      <Tabs<List> label={text.tabs} tabs={tabs} value={list} onChange={setList}>
        <div className="mt-4">
          {list === 'friends' && <Friends friends={affiliate.Users} />}
          {list === 'incomes' && <Incomes incomes={affiliate.transaction_incomes} />}
          {list === 'withdrawals' && <Withdrawals withdrawals={affiliate.transaction} />}
        </div>
      </Tabs>
    </div>
  );
}

function Friends({ friends }: { readonly friends: readonly Friend[] }) {
  const { site } = useSite();
  if (friends.length === 0) return <EmptyState title={text.noFriends} help={text.noFriendsHelp} />;
  return (
    <Rows>
      {friends.map((friend, index) => (
        // Two masked phones can look the same; the list is never reordered in place.
        <Row
          key={`${friend.phoneNumber}-${index}`}
          icon={<UserRound {...icon} />}
          title={friend.phoneNumber}
          detail={
            <>
              {text.joined} <DateTime value={friend.createdAt} part="date" calendar={site.calendar} />
              {!friend.isActive && <span className="block">{text.notYet}</span>}
            </>
          }
          end={<Signed baht={friend.Amount} />}
          note={text.level(friend.level)}
        />
      ))}
    </Rows>
  );
}

function Incomes({ incomes }: { readonly incomes: readonly Income[] }) {
  const { site } = useSite();
  if (incomes.length === 0) return <EmptyState title={messageText.noData} help={text.noIncomesHelp} />;
  return (
    <Rows>
      {incomes.map((income, index) => (
        <Row
          key={`${income.day}-${income.phoneNumber}-${index}`}
          icon={<CoinsIcon {...icon} />}
          title={<DateTime value={`${income.day}T00:00:00+07:00`} part="date" calendar={site.calendar} />}
          detail={`${income.phoneNumber} · ${text.level(income.level)}`}
          end={<Signed baht={income.Amount} />}
          note={
            <span
              className={classNames(
                'inline-flex items-center gap-1',
                income.isReleased ? 'text-success' : 'text-warning',
              )}
            >
              {income.isReleased ? <CircleCheck {...small} /> : <Clock3 {...small} />}
              {income.isReleased ? text.released : text.unreleased}
            </span>
          }
        />
      ))}
    </Rows>
  );
}

function Withdrawals({ withdrawals }: { readonly withdrawals: readonly AffiliateWithdrawal[] }) {
  const { site } = useSite();
  if (withdrawals.length === 0) return <EmptyState title={messageText.noData} help={text.noWithdrawalsHelp} />;
  return (
    <Rows>
      {withdrawals.map(({ id, Amount, createdAt, Status }) => (
        <Row
          key={id}
          icon={<ArrowUpFromLine {...icon} />}
          title={text.withdraw}
          detail={<DateTime value={createdAt} calendar={site.calendar} />}
          // A failed amount is grey: no money moved.
          end={<Money value={toMoney(Amount)} className={Status === FAILED ? 'text-text-3' : 'font-semibold'} />}
          note={<StatusMark status={Status} />}
        />
      ))}
    </Rows>
  );
}

const icon = { 'aria-hidden': true, size: 21, strokeWidth: 1.75 } as const;
const small = { 'aria-hidden': true, size: 15, strokeWidth: 1.75 } as const;

function Rows({ children }: { readonly children: ReactNode }) {
  return (
    <Card as="div" className="py-1!">
      <RowList>{children}</RowList>
    </Card>
  );
}

function Row({
  icon: picture,
  title,
  detail,
  end,
  note,
}: {
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly detail: ReactNode;
  readonly end: ReactNode;
  readonly note: ReactNode;
}) {
  return (
    <li className="flex min-h-19 flex-wrap items-center gap-3 py-2.5">
      <span className="grid size-11 flex-none place-items-center rounded-full border border-hairline bg-surface-2">
        {picture}
      </span>
      <span className="min-w-[4rem] flex-1">
        <span className="num block text-base font-medium">{title}</span>
        <span className="num block text-small text-text-3">{detail}</span>
      </span>
      <span className="ml-auto flex flex-none flex-col items-end text-base">
        {end}
        <span className="text-small text-text-2">{note}</span>
      </span>
    </li>
  );
}

function Signed({ baht }: { readonly baht: number }) {
  const amount = toMoney(baht);
  return <Money value={amount} hasPlus className={amount === 0n ? 'text-text-3' : 'font-semibold'} />;
}
