// A bank's letter mark in its colour. Decorative: the bank's name is always beside it.

import { getBank } from '@chaba/contract/banks';

import { classNames } from '@chaba/ui/class-names';
import { styled } from '#lib/react/styled';

export function BankMark({ code, size = 'normal' }: { readonly code: string; readonly size?: 'small' | 'normal' }) {
  const bank = getBank(code);
  return (
    <span
      ref={styled({ backgroundColor: bank.colour, color: bank.textColour })}
      aria-hidden="true"
      className={classNames(
        'grid flex-none place-items-center rounded-ctl font-semibold shadow-[inset_0_0_0_1px_rgb(255_255_255/0.16)]',
        size === 'small' ? 'size-8' : 'size-10',
        size === 'small' && (bank.shortCode.length > 4 ? 'text-[8px]' : 'text-[10px]'),
        size === 'normal' && (bank.shortCode.length > 4 ? 'text-[9px]' : 'text-[11px]'),
      )}
    >
      {bank.shortCode}
    </span>
  );
}
