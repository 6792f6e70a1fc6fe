// The badge of a deposit (spec §4): ITEMCODE is free credit, null no bonus, anything else a bonus.

import { Badge } from '@chaba/ui/badge';

import { text } from './history.text.ts';

export const FREE_CREDIT = 'ITEMCODE';
/** An extension: a credit or debit by hand. */
export const ADJUSTMENT = 'ADJUSTMENT';

export function BonusBadge({ bonusId }: { readonly bonusId: string | null }) {
  if (bonusId === null) return <Badge>{text.noBonus}</Badge>;
  if (bonusId === FREE_CREDIT) return <Badge tone="info">{text.freeCredit}</Badge>;
  return <Badge tone="brand">{text.bonus}</Badge>;
}
