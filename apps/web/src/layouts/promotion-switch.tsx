// The promotion selector (spec §2 and §4), for the deposit and the promotions page: asks first, sends the choice,
// says that it was changed and loads the page again; a failure only loads the page again.
//
// Always true: while the question and the call are under way the switch shows what is still so, the negation of the value
// that is sent (spec §4). The new state comes from the server, after the page has loaded again.

import { TicketPercent } from 'lucide-react';
import { useId, useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { useBalance } from '#lib/balance';
import { classNames } from '#lib/class-names';
import { useIsHydrated } from '#lib/hydration';
import { useIsOnline } from '#lib/online';
import { choosePromotions } from '#lib/promotion-choice';
import { useMember } from '#lib/session';
import { Card } from '#ui/card';
import { useDialog } from '#ui/dialog';
import { IconSquare } from '#ui/icon-square';
import { Switch } from '#ui/switch';

import { text } from './promotion-switch.text.ts';

export function PromotionSwitch() {
  const id = useId();
  const member = useMember();
  // The server does not know whose page it is.
  const whenKnown = useIsHydrated() ? undefined : 'invisible';
  const isOnline = useIsOnline();
  const { showConfirm, showMessage } = useDialog();
  const [isBusy, setBusy] = useState(false);
  const isOn = (useBalance()?.BonusInfo ?? member?.BonusInfo)?.isBonus ?? false;

  async function change(): Promise<void> {
    if (isBusy) return;
    if (!isOnline) {
      await showMessage(text.needsInternet);
      return;
    }
    const sent = !isOn;
    setBusy(true);
    if (!(await showConfirm({ title: messageText.noticeTitle, message: messageText.promotionQuestion(sent) }))) {
      setBusy(false);
      return;
    }
    try {
      await choosePromotions(sent);
      await showMessage({ message: messageText.promotionUpdated, tone: 'success' });
    } catch {
      // Spec §4: on failure the page just loads again and shows what is so.
    }
    globalThis.location.reload();
  }

  return (
    <Card className="flex items-center gap-3.5">
      <IconSquare icon={TicketPercent} />
      <span className="min-w-0 flex-1">
        <span id={id} className="block text-title-3">
          {text.title}
        </span>
        <span className={classNames('block text-small text-text-2', whenKnown)}>{isOn ? text.isOn : text.isOff}</span>
      </span>
      <span className={classNames('flex flex-none', whenKnown)}>
        <Switch labelledBy={id} isOn={isOn} onChange={() => void change()} />
      </span>
    </Card>
  );
}
