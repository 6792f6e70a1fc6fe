// The receipt of one movement or bet: everything a member may be asked for, and the reference to copy.

import type { ReactNode } from 'react';

import { bankName } from '@chaba/contract/banks.text';
import type { BetItem } from '@chaba/contract/history';

import { shownMoney } from '#lib/balance';
import { useSite } from '#lib/site';
import { CopyRow } from '#ui/copy-button';
import { DateTime } from '#ui/date-time';
import { Sheet } from '#ui/dialog';
import { Money } from '#ui/money';
import { StatusMark } from '#ui/status-mark';

import { BonusBadge } from './bonus-badge.tsx';
import { AmountOf, bonusOf } from './history-row.tsx';
import type { HistoryItem } from './history.queries.ts';
import { text } from './history.text.ts';

export function Receipt({ item, onClose }: { readonly item: HistoryItem | undefined; readonly onClose: () => void }) {
  return (
    <Sheet isOpen={item !== undefined} onClose={onClose} title={text.receipt} hasStamp>
      {item && <MovementFacts item={item} />}
    </Sheet>
  );
}

function MovementFacts({ item }: { readonly item: HistoryItem }) {
  const { site } = useSite();
  const bonusId = bonusOf(item);
  return (
    <>
      <div className="mb-4 flex flex-col items-center gap-1">
        <AmountOf item={item} className="num text-amount" />
        <StatusMark status={item.Status} />
      </div>
      <Facts>
        <Fact label={text.kind}>{text.type[item.TransType]}</Fact>
        {bonusId !== undefined && (
          <Fact label={text.bonusRow}>
            <BonusBadge bonusId={bonusId} />
          </Fact>
        )}
        {'BankCode' in item && (
          <Fact label={text.toAccount}>
            {bankName(item.BankCode)} ••• {item.BankAccount.slice(-4)}
          </Fact>
        )}
        <Fact label={text.at}>
          <DateTime value={item.createdAt} calendar={site.calendar} />
        </Fact>
        {'finishedAt' in item && item.finishedAt && (
          <Fact label={text.finishedAt}>
            <DateTime value={item.finishedAt} calendar={site.calendar} />
          </Fact>
        )}
        {'note' in item && item.note && <Fact label={text.note}>{item.note}</Fact>}
      </Facts>
      <Reference value={item.id} label={text.reference} />
    </>
  );
}

export function BetReceipt({ bet, onClose }: { readonly bet: BetItem | undefined; readonly onClose: () => void }) {
  return (
    <Sheet isOpen={bet !== undefined} onClose={onClose} title={text.bet} hasStamp>
      {bet && <BetFacts bet={bet} />}
    </Sheet>
  );
}

function BetFacts({ bet }: { readonly bet: BetItem }) {
  const { site } = useSite();
  return (
    <>
      <Facts>
        <Fact label={text.game}>{bet.gameName}</Fact>
        <Fact label={text.provider}>{site.ProductList.find(({ ch }) => ch === bet.ch)?.name ?? bet.ch}</Fact>
        <Fact label={text.result}>{text.betStatus[bet.status]}</Fact>
        <Fact label={text.stake}>
          <Money value={shownMoney(bet.Amount)} hasUnit />
        </Fact>
        <Fact label={text.payout}>
          <Money value={shownMoney(bet.payout)} hasUnit />
        </Fact>
        <Fact label={text.turnover}>
          <Money value={shownMoney(bet.turnover)} hasUnit />
        </Fact>
        <Fact label={text.at}>
          <DateTime value={bet.createdAt} calendar={site.calendar} />
        </Fact>
        {bet.settledAt && (
          <Fact label={text.settledAt}>
            <DateTime value={bet.settledAt} calendar={site.calendar} />
          </Fact>
        )}
        <Fact label={text.round}>
          <span className="break-all">{bet.roundId}</span>
        </Fact>
      </Facts>
      <Reference value={bet.betId} label={text.reference} />
    </>
  );
}

function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y divide-hairline rounded-card bg-surface-2 px-4">{children}</dl>;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 py-2">
      <dt className="flex-none text-text-2">{label}</dt>
      <dd className="num min-w-0 text-right">{children}</dd>
    </div>
  );
}

function Reference({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <>
      <CopyRow
        value={value}
        name={label}
        className="mt-3 rounded-card border border-hairline bg-surface-2 py-2 pr-2 pl-4"
      >
        <span className="block text-small text-text-2">{label}</span>
        <span className="num block text-base font-semibold break-all">{value}</span>
      </CopyRow>
      <p className="mt-2 text-small text-text-3">{text.contact}</p>
    </>
  );
}
