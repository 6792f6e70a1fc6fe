// Says that money waits in the main wallet and moves it into the game (deposit and withdraw page). Shown only when
// there is some.

import { Wallet } from 'lucide-react';
import { useRef } from 'react';

import { shownMoney, useBalance } from '#lib/balance';
import { useMainWalletRelease } from '#lib/main-wallet';
import { useIsOnline } from '#lib/online';
import { sentenceOf } from '#lib/refusal';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { useDialog } from '#ui/dialog';
import { IconSquare } from '#ui/icon-square';
import { Money } from '#ui/money';

import { text } from './main-wallet-card.text.ts';

export function MainWalletCard() {
  const { tell } = useDialog();
  const isOnline = useIsOnline();
  const release = useMainWalletRelease();
  // The mutation's own state comes a moment later than a second click.
  const isMoving = useRef(false);
  const parked = shownMoney(useBalance()?.internalWallet.mainWallet);
  if (parked <= 0n) return null;

  function move() {
    if (isMoving.current) return;
    if (!isOnline) {
      void tell(text.needsInternet);
      return;
    }
    isMoving.current = true;
    release.mutate(undefined, {
      onSuccess: (message) => void tell({ message, tone: 'success' }),
      onError: (error) => void tell({ title: text.failed, message: sentenceOf(error), tone: 'failure' }),
      onSettled: () => {
        isMoving.current = false;
      },
    });
  }

  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center gap-3.5">
        <IconSquare icon={Wallet} isQuiet />
        <div className="min-w-0 flex-1">
          <h2 className="text-title-3">{text.title}</h2>
          <p className="text-small text-text-2">{text.detail}</p>
        </div>
        <Money value={parked} className="text-title-3" />
      </div>
      <Button variant="secondary" isWide isBusy={release.isPending} onClick={move}>
        {text.release}
      </Button>
    </Card>
  );
}
