// Marks the card of the promotion that the next deposit gets; another one can be selected.

import { CircleCheck } from 'lucide-react';

import type { PublishedPromotion } from '@chaba/contract/bonuses';

import { type BonusQuote, useChooseBonus } from '#lib/promotions/bonus';
import { useIsOnline } from '#lib/browser/online';
import { getErrorMessage } from '#lib/api/api-error';
import { Badge } from '@chaba/ui/badge';
import { Button } from '#ui/button';
import { useDialog } from '#ui/dialog';
import { toast } from '#lib/react/toast';

import { text } from './promotions.text.ts';

export function PromotionChoice({
  promotion,
  quote,
  chosen,
}: {
  readonly promotion: PublishedPromotion;
  readonly quote: BonusQuote;
  /** The promotion selected before; null: the site selects the best. */
  readonly chosen: string | null;
}) {
  const { showMessage } = useDialog();
  const isOnline = useIsOnline();
  const choose = useChooseBonus();
  const isUsable = quote.offers.some(({ bonusId }) => bonusId === promotion._id);
  const isNext = quote.best?.bonusId === promotion._id;
  const isChosen = chosen === promotion._id;

  function pick(bonusId: string | null) {
    if (!isOnline) return void showMessage(text.needsInternet);
    return choose.mutate(bonusId, {
      onSuccess: () => toast(bonusId === null ? text.chosenBySite : text.chosen),
      onError: (error) =>
        void showMessage({ title: text.chooseFailed, message: getErrorMessage(error), tone: 'failure' }),
    });
  }

  if (!isUsable && !isChosen) return <p className="mt-3 text-small text-text-3">{text.cannotUse}</p>;
  return (
    <div className="mt-4 flex flex-col gap-2">
      {isNext && (
        <p>
          <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={16} strokeWidth={1.75} />}>
            {isChosen ? `${text.isChosen} · ${text.isNext}` : text.isNext}
          </Badge>
        </p>
      )}
      {isChosen ? (
        <Button variant="quiet" isWide isBusy={choose.isPending} onClick={() => pick(null)}>
          {text.leaveToSite}
        </Button>
      ) : (
        !isNext && (
          <Button variant="secondary" isWide isBusy={choose.isPending} onClick={() => pick(promotion._id)}>
            {text.choose}
          </Button>
        )
      )}
    </div>
  );
}
