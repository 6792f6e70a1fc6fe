// Shows money in the main wallet and moves it into the game (home, deposit and withdraw page). Hidden without such
// money. If a withdrawal cap is open, its effect on the moved money is confirmed first.

import { Wallet } from 'lucide-react';
import { useRef } from 'react';

import { formatBaht, min, subtract, zeroMoney } from '@chaba/money';

import { toMoney, useBalance } from '#lib/wallet/balance';
import { useMainWalletRelease } from './parts.queries.ts';
import { useIsOnline } from '#lib/browser/online';
import { getErrorMessage } from '#lib/api/api-error';
import { useMember } from '#lib/member/session';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { useDialog } from '#ui/dialog';
import { IconSquare } from '#ui/icon-square';
import { Money } from '#ui/money';

import { mainWalletText } from './parts.text.ts';

export function MainWalletCard() {
  const { showConfirm, showMessage } = useDialog();
  const isOnline = useIsOnline();
  const release = useMainWalletRelease();
  // The mutation's own pending state updates after a second click can arrive.
  const isMoving = useRef(false);
  const balance = useBalance();
  const member = useMember();
  // Before the first response the stored copy is shown, so the page does not shift; offline it may be stale and is
  // hidden.
  const wallet = balance?.internalWallet ?? (isOnline ? member?.internalWallet : undefined);
  const parked = toMoney(wallet?.mainWallet);
  if (parked <= 0n) return null;

  const returned = balance === undefined ? zeroMoney : min(parked, toMoney(balance.returned));
  const own = subtract(parked, returned);

  /** Confirms the effect of a cap: it applies to returned payouts, and to winnings with deposits but not to these. */
  async function isAgreed(): Promise<boolean> {
    const cap = toMoney(balance?.BonusInfo.maxWithdrawAmount);
    if (cap === 0n) return true;
    const message = [
      ...(returned > 0n ? [mainWalletText.staysCapped(formatBaht(returned), formatBaht(cap))] : []),
      ...(own > 0n ? [mainWalletText.staysOwn(formatBaht(own), formatBaht(cap))] : []),
    ].join('\n');
    return showConfirm({
      title: mainWalletText.question,
      message,
      confirm: mainWalletText.move,
      cancel: mainWalletText.leave,
    });
  }

  async function move(): Promise<void> {
    if (isMoving.current) return;
    isMoving.current = true;
    try {
      if (!isOnline) await showMessage(mainWalletText.needsInternet);
      else if (await isAgreed()) await showMessage({ message: await release.mutateAsync(), tone: 'success' });
    } catch (error) {
      await showMessage({ title: mainWalletText.failed, message: getErrorMessage(error), tone: 'failure' });
    }
    isMoving.current = false;
  }

  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center gap-3.5">
        <IconSquare icon={Wallet} isQuiet />
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
          <div className="min-w-0 flex-[1_1_9.5rem]">
            <h2 className="text-title-3">{mainWalletText.title}</h2>
            <p className="text-small text-balance text-text-2">
              {returned > 0n ? mainWalletText.returned(formatBaht(returned)) : mainWalletText.detail}
            </p>
          </div>
          <Money value={parked} className="text-title-3" />
        </div>
      </div>
      <Button variant="secondary" isWide isBusy={release.isPending} onClick={() => void move()}>
        {mainWalletText.release}
      </Button>
    </Card>
  );
}
