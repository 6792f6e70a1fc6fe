// Result of a spin: the prize, the credited wallet and the new balance.

import { useQuery } from '@tanstack/react-query';

import { formatBaht } from '@chaba/money';

import { flowerPicture } from '#art/gallery';
import { balanceQuery, toMoney } from '#lib/wallet/balance';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';

import type { Drawn } from './wheel.queries.ts';
import { text } from './wheel.text.ts';

export function SpinResult({ drawn, onClose }: { readonly drawn: Drawn | undefined; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={drawn !== undefined} onClose={onClose} title={text.result} isTitleHidden hasFootnote>
      {drawn && <Result drawn={drawn} />}
      <Button size="large" isWide className="mt-5" onClick={onClose}>
        {text.ok}
      </Button>
    </Dialog>
  );
}

function Result({ drawn: { prize, prizeWallet, spinWallet, message } }: { readonly drawn: Drawn }) {
  const { data: balance, isFetching } = useQuery(balanceQuery);
  if (prize.kind === 'NONE') {
    // A prize without a title is described by the host's message, if it has one.
    const words = prize.title === '' ? message || text.spun : text.lost;
    return (
      <div role="status" className="pt-2 pb-3 text-center">
        <p className="text-title-1">{words}</p>
        <p className="num mt-1 text-base text-text-2">{text.coinsLeft(prizeWallet)}</p>
      </div>
    );
  }
  return (
    <div role="status" className="-mt-8 text-center">
      <img src={flowerPicture} alt="" width={132} height={132} decoding="async" className="mx-auto" />
      <p className="mt-3 text-base text-text-2">{text.won}</p>
      <p className="num text-[2.125rem] leading-[1.45] font-semibold">{prize.title}</p>
      <p className="num mt-1 min-h-6 text-label text-text-2">
        {prize.kind === 'BAHT' && balance && !isFetching && text.toGame(formatBaht(toMoney(balance.balance)))}
        {prize.kind === 'COIN' && text.coinsLeft(prizeWallet)}
        {prize.kind === 'SPIN' && text.spinsLeft(spinWallet)}
      </p>
    </div>
  );
}
