// The history pages (spec §2): /user/history with its tabs, and the three lists of transactions.

import { useSearchParams } from 'react-router';

import { Tabs } from '#ui/tabs';

import { BetList } from './bet-list.tsx';
import { text } from './history.text.ts';
import { depositTypes, type MovementType } from './history.queries.ts';
import { MovementList } from './movement-list.tsx';

const tabs = [
  { value: 'deposit', label: text.tabDeposit },
  { value: 'withdraw', label: text.tabWithdraw },
  { value: 'bets', label: text.tabBets },
] as const;

type HistoryTab = (typeof tabs)[number]['value'];

/** The tab is part of the address, so that links and the back button restore it. */
export function HistoryPage() {
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'deposit';
  return (
    <div>
      <Tabs<HistoryTab>
        label={text.tabs}
        tabs={tabs}
        value={tab}
        // Other parameters of the address (an open modal) are preserved.
        onChange={(value) => setSearch((known) => ({ ...Object.fromEntries(known), tab: value }), { replace: true })}
      >
        <div className="mt-4">{tab === 'bets' ? <BetList /> : <MovementList key={tab} kind={tab} />}</div>
      </Tabs>
    </div>
  );
}

const allTypes: readonly MovementType[] = [...depositTypes, 'WITHDRAW'];

export function TransactionsPage() {
  return <MovementList kind="transfer" types={allTypes} />;
}

export function TransactionsDepositPage() {
  return <MovementList kind="deposit" types={depositTypes} />;
}

/** Spec §7: this variant also includes WITHDRAW, and opens filtered to it. */
export function TransactionsWithdrawPage() {
  return <MovementList kind="transfer" types={allTypes} firstType="WITHDRAW" />;
}
