// An amount of baht on the screen: 0,0.00, tabular digits, the decimals smaller on large amounts. Never a badge, never
// a glow. Fractions of a satang are truncated, never rounded up.

import { formatBaht, type Money as Amount } from '@chaba/money';

import { classNames } from '@chaba/ui/class-names';
import { text } from './ui.text.ts';

type MoneyProps = {
  readonly value: Amount;
  /** inline: in a sentence or a list; card: on a money card; sheet: the one number of a sheet. */
  readonly size?: 'inline' | 'card' | 'sheet';
  /** Appends "บาท" to an inline amount. */
  readonly hasUnit?: boolean;
  /** Prefixes + to credited money only. */
  readonly hasPlus?: boolean;
  /** Shows dots instead of digits; screen readers announce that the amount is hidden. */
  readonly isHidden?: boolean;
  readonly className?: string;
};

export function Money({
  value,
  size = 'inline',
  hasUnit = false,
  hasPlus = false,
  isHidden = false,
  className,
}: MoneyProps) {
  const shown = formatBaht(value);
  const sign = hasPlus && value > 0n ? '+' : '';

  if (size === 'inline') {
    return (
      <span className={classNames('num whitespace-nowrap', className)}>
        {isHidden ? <HiddenDigits /> : `${sign}${shown}`}
        {hasUnit && ` ${text.baht}`}
      </span>
    );
  }

  const point = shown.lastIndexOf('.');
  return (
    <span
      className={classNames(
        'num inline-flex items-baseline',
        size === 'card' ? 'text-amount' : 'text-amount-lg',
        className,
      )}
    >
      <span aria-hidden="true" className="mr-1.5 text-[0.62em] font-medium text-brand-text">
        {text.bahtSign}
      </span>
      {isHidden ? (
        <HiddenDigits />
      ) : (
        <span>
          {sign}
          {shown.slice(0, point)}
          <span className="text-[0.6em] font-medium text-text-2">{shown.slice(point)}</span>
        </span>
      )}
      <span className="sr-only"> {text.baht}</span>
    </span>
  );
}

function HiddenDigits() {
  return (
    <>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">{text.balanceHidden}</span>
    </>
  );
}
