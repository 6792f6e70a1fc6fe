// A signed-in member on a page of the public area: the balance, the way to the member area, and the member's own bar.

import { Gift, TicketPercent, UserRound } from 'lucide-react';

import { paths } from '#lib/paths';
import { Link } from '#ui/link';

import { BalanceChip } from './balance-chip.tsx';
import { MemberBar } from './footer-bar.tsx';
import { icons } from './icon-look.ts';
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

export function MemberBarHere({ chatTo }: { readonly chatTo: string }) {
  return (
    <MemberBar
      second={{ to: paths.member.promotion, label: text.promotion, icon: <TicketPercent {...icons} /> }}
      fourth={{ to: paths.member.freeCredit, label: text.freeCredit, icon: <Gift {...icons} /> }}
      chatTo={chatTo}
    />
  );
}
