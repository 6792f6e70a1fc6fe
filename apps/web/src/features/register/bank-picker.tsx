// The bank picker: a grid of radio cells with letter marks; eight common banks first, the others on request. A selected
// bank is always visible.

import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';

import { banks } from '@chaba/contract/banks';
import { bankName } from '@chaba/contract/banks.text';

import { classNames } from '@chaba/ui/class-names';
import { BankMark } from '#parts/bank-mark';

import { cellNames, text } from './register.text.ts';

const mostUsed = ['004', '014', '002', '006', '025', '011', '030', '034'] as const;
const others = banks.map(({ code }) => code).filter((code) => !mostUsed.some((used) => used === code));

export function BankPicker({
  value,
  onChange,
  describedBy,
}: {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly describedBy?: string | undefined;
}) {
  const [hasAll, setHasAll] = useState(others.includes(value));
  const shown = hasAll ? [...mostUsed, ...others] : mostUsed;

  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="sr-only">{text.bankTitle}</legend>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 aria-hidden="true" className="text-title-2">
          {text.bankTitle}
        </h2>
        <span className="num text-small text-text-3">{text.bankCount(banks.length)}</span>
      </div>
      <div className="fours grid gap-2">
        {shown.map((code) => (
          <Cell key={code} code={code} isChosen={code === value} onChoose={() => onChange(code)} />
        ))}
      </div>
      {!hasAll && (
        <button
          type="button"
          onClick={() => setHasAll(true)}
          className="press mt-2.5 flex min-h-11 w-full items-center justify-center gap-2 rounded-ctl border border-line text-label text-text-2"
        >
          {text.moreBanks(others.length)}
          <ChevronDown aria-hidden="true" size={18} strokeWidth={1.75} />
        </button>
      )}
    </fieldset>
  );
}

function Cell({
  code,
  isChosen,
  onChoose,
}: {
  readonly code: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <label
      className={classNames(
        'press relative flex min-h-21 cursor-pointer flex-col items-center gap-1 rounded-tile border px-0.5 pt-2.5 pb-2',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
        isChosen
          ? 'border-brand-text bg-[color-mix(in_srgb,var(--brand-text)_12%,var(--surface-1))] shadow-[inset_0_0_0_1px_var(--brand-text)]'
          : 'border-hairline bg-surface-1',
      )}
    >
      <input
        type="radio"
        name="bank"
        value={code}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 m-0 cursor-pointer appearance-none opacity-0"
      />
      <BankMark code={code} />
      <span
        aria-hidden="true"
        className={classNames(
          'text-center text-micro leading-[1.45] whitespace-pre-line',
          isChosen ? 'text-text' : 'text-text-2',
        )}
      >
        {cellNames[code]}
      </span>
      <span className="sr-only">{bankName(code)}</span>
      {isChosen && (
        <span className="absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-[8px] bg-brand text-on-brand">
          <Check aria-hidden="true" size={15} strokeWidth={3} />
        </span>
      )}
    </label>
  );
}
