// A signed-in member on a page of the public area: the balance and a link to the member area.

import { UserRound } from 'lucide-react';

import { paths } from '#lib/paths';
import { Link } from '#ui/link';

import { BalanceChip } from './balance-chip.tsx';
import { icons } from '#parts/icon-look';
import { text } from './layouts.text.ts';

export function SignedInHere() {
  return (
    <>
      <BalanceChip hasPlus />
      <Link
        to={paths.member.home}
        aria-label={text.toMemberArea}
        title={text.toMemberArea}
        className="press grid size-11 place-items-center rounded-full border border-hairline bg-surface-2 text-text"
      >
        <UserRound {...icons} />
      </Link>
    </>
  );
}
