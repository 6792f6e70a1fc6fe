// One movement: type, time, amount and status. The whole row opens its receipt.

import { ArrowDownToLine, ArrowUpFromLine, Gift, RotateCcw, Scale, UsersRound } from 'lucide-react';

import { FAILED, PENDING } from '@chaba/contract/codes';

import { toMoney } from '#lib/wallet/balance';
import { classNames } from '@chaba/ui/class-names';
import { DateTime } from '#ui/date-time';
import { Money } from '#ui/money';
import { StatusMark } from '#parts/status-mark';

import { ADJUSTMENT, BonusBadge, FREE_CREDIT } from './bonus-badge.tsx';
import type { HistoryItem } from './history.queries.ts';
import { text } from './history.text.ts';

export function HistoryRow({ item, onOpen }: { readonly item: HistoryItem; readonly onOpen: () => void }) {
  const bonusId = getBonusId(item);
  const note = getNote(item);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-19 w-full flex-wrap items-center gap-3 py-2.5 text-left narrow:gap-2"
      >
        <span className="grid size-11 flex-none place-items-center rounded-full narrow:size-9 border border-hairline bg-surface-2">
          <RowIcon item={item} />
        </span>
        <span className="min-w-[4rem] flex-1">
          <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
            <span className="text-base font-medium">{getTypeText(item)}</span>
            {bonusId !== undefined && <BonusBadge bonusId={bonusId} />}
          </span>
          <span className="block text-small text-text-3">
            <DateTime value={item.createdAt} part="time" />
          </span>
        </span>
        <span className="ml-auto flex flex-none flex-col items-end">
          <AmountOf item={item} className="text-base" />
          <StatusMark status={item.Status} />
        </span>
        {note !== undefined && <span className="basis-full text-small text-text-2">{note}</span>}
      </button>
    </li>
  );
}

const isAdjustment = (item: HistoryItem): boolean => 'BonusInfo' in item && item.BonusInfo._id === ADJUSTMENT;

/** The type as the member reads it. */
export function getTypeText(item: HistoryItem): string {
  return isAdjustment(item) ? text.adjustment : text.type[item.TransType];
}

/** The reason why a movement is pending or failed, or why it was made. */
function getNote(item: HistoryItem): string | undefined {
  const isOver = item.Status !== PENDING && item.Status !== FAILED && !isAdjustment(item);
  return 'note' in item && !isOver ? item.note : undefined;
}

/** A failed or pending amount has no sign, because no money moved; a failed one is grey. */
export function AmountOf({ item, className }: { readonly item: HistoryItem; readonly className?: string }) {
  if (item.Amount === null) {
    return <span className={classNames('text-text-2', className)}>{text.amountOnSlip}</span>;
  }
  const amount = toMoney(item.Amount);
  if (item.Status === FAILED) return <Money value={amount} className={classNames('text-text-3', className)} />;
  if (item.Status === PENDING) return <Money value={amount} className={classNames('text-text-2', className)} />;
  return (
    <span className={classNames('font-semibold', className)}>
      {item.TransType === 'WITHDRAW' && '-'}
      <Money value={amount} hasPlus={item.TransType !== 'WITHDRAW'} />
    </span>
  );
}

/** Only deposits have the badge; the type describes a claim. */
export function getBonusId(item: HistoryItem): string | null | undefined {
  const isDeposit = item.TransType === 'DEPOSIT' && !isAdjustment(item);
  return isDeposit && 'BonusInfo' in item ? item.BonusInfo._id : undefined;
}

const icon = { 'aria-hidden': true, size: 21, strokeWidth: 1.75 } as const;

function RowIcon({ item }: { readonly item: HistoryItem }) {
  if (isAdjustment(item)) return <Scale {...icon} />;
  switch (item.TransType) {
    case 'WITHDRAW':
      return <ArrowUpFromLine {...icon} />;
    case 'AFFILIATE':
      return <UsersRound {...icon} />;
    case 'CASHBACK':
      return <RotateCcw {...icon} />;
    case 'DEPOSIT':
      return getBonusId(item) === FREE_CREDIT ? <Gift {...icon} /> : <ArrowDownToLine {...icon} />;
  }
}
