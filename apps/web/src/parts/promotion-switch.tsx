// The promotion selector (spec §2 and §4) of the deposit and the promotions page: confirms, sends the choice, reports
// success and reloads the page; a failure only reloads.
//
// Always true: until the reload the switch shows the current state, the negation of the sent value (spec §4). The new
// state comes from the server.

import { TicketPercent } from 'lucide-react';
import { useId, useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { useBalance } from '#lib/wallet/balance';
import { classNames } from '@chaba/ui/class-names';
import { useIsHydrated } from '#lib/react/hydration';
import { useIsOnline } from '#lib/browser/online';
import { choosePromotions } from './parts.queries.ts';
import { useMember } from '#lib/member/session';
import { Card } from '#ui/card';
import { useDialog } from '#ui/dialog';
import { IconSquare } from '#ui/icon-square';
import { Switch } from '#ui/switch';

import { promotionSwitchText } from './parts.text.ts';

export function PromotionSwitch() {
  const id = useId();
  const member = useMember();
  // Rendered HTML contains no state of the member.
  const whenKnown = useIsHydrated() ? undefined : 'invisible';
  const isOnline = useIsOnline();
  const { showConfirm, showMessage } = useDialog();
  const [isBusy, setBusy] = useState(false);
  const isOn = (useBalance()?.BonusInfo ?? member?.BonusInfo)?.isBonus ?? false;

  async function change(): Promise<void> {
    if (isBusy) return;
    if (!isOnline) {
      await showMessage(promotionSwitchText.needsInternet);
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
      // Spec §4: a failure only reloads the page.
    }
    globalThis.location.reload();
  }

  return (
    <Card className="flex items-center gap-3.5">
      <IconSquare icon={TicketPercent} />
      <span className="min-w-0 flex-1">
        <span id={id} className="block text-title-3">
          {promotionSwitchText.title}
        </span>
        <span className={classNames('block text-small text-text-2', whenKnown)}>
          {isOn ? promotionSwitchText.isOn : promotionSwitchText.isOff}
        </span>
      </span>
      <span className={classNames('flex flex-none', whenKnown)}>
        <Switch labelledBy={id} isOn={isOn} onChange={() => void change()} />
      </span>
    </Card>
  );
}
