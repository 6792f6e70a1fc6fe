// /user/spinner: the wheel, its price, prizes with probabilities, and verification.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';

import { festoonPicture } from '#art/gallery';
import { FeatureClosed } from '#parts/feature-closed';
import { formatBaht } from '@chaba/money';
import { classNames } from '@chaba/ui/class-names';
import { subscribeToLive } from '#lib/api/live-events';
import { queryKeys } from '#lib/api/query-keys';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { toMoney } from '#lib/wallet/balance';
import { Button } from '#ui/button';
import { preloadOverlays } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { Fairness, SpinHistory } from './fairness.tsx';
import { SpinResult } from './spin-result.tsx';
import { useSpin } from './use-spin.ts';
import { CoinWays, Odds } from './wheel-facts.tsx';
import { WheelFrame, type WheelHandle } from './wheel-frame.tsx';
import { type Prize, type Wheel, wheelQuery } from './wheel.queries.ts';
import { text } from './wheel.text.ts';

const BOWS = [1, 2, 3] as const;
/** Largest size that keeps the button visible above the bar in a low window. */
const WHEEL_WIDTH = 'max-w-[clamp(216px,calc(100svh-23rem),420px)]';

export function WheelPage() {
  const { data: wheel, error, refetch } = useQuery(wheelQuery);
  if (isApiError(error, 'WHEEL_CLOSED')) return <FeatureClosed title={text.unavailable} />;
  if (!wheel && error) return <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />;
  if (!wheel) return <WheelSkeleton />;
  return (
    <>
      <Table wheel={wheel} />
      <CoinWays wheel={wheel} />
      {wheel.prizes.length > 0 && <Odds wheel={wheel} />}
      <SpinHistory wheel={wheel} />
      {wheel.seedHash !== '' && <Fairness wheel={wheel} />}
    </>
  );
}

function Table({ wheel }: { readonly wheel: Wheel }) {
  const handle = useRef<WheelHandle>(null);
  const [isReady, setReady] = useState(false);
  const { spin, isSpinning, result, closeResult } = useSpin(handle, wheel.prizeWallet + wheel.spinWallet);
  const titles = useTitles(wheel.prizes);
  useCoinsFromElsewhere(isSpinning);

  return (
    <section aria-label={text.frame} className="relative flex flex-col items-center">
      <Festoon />
      <div className={classNames('w-full pt-8', WHEEL_WIDTH)}>
        {/* A changed set of fields remounts the wheel. */}
        <WheelFrame key={titles.join('|')} ref={handle} titles={titles} onReady={setReady} />
      </div>
      <p className="num mt-4 text-base text-text-2">
        {text.coins} <b className="font-semibold text-text">{wheel.prizeWallet}</b> {text.coin}
        {wheel.spinWallet > 0 && ` · ${text.freeSpins(wheel.spinWallet)}`}
      </p>
      <Button
        size="hero"
        isWide
        className="mt-4"
        isBusy={isSpinning}
        disabled={!isReady && !isSpinning}
        onPointerDown={preloadOverlays}
        onClick={spin}
      >
        {isSpinning ? text.spinning : text.spin}
      </Button>
      <p className="mt-3 text-center text-small text-text-3">{wheel.spinWallet > 0 ? text.costFree : text.cost}</p>
      <SpinResult drawn={result} onClose={closeResult} />
    </section>
  );
}

/** Images, because a prerendered page may lack component styles; sized for the widest column. */
function Festoon() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute -inset-x-4 -top-6 flex justify-center overflow-hidden [mask-image:linear-gradient(to_right,transparent,#000_10%,#000_90%,transparent)]"
    >
      {BOWS.map((bow) => (
        <img key={bow} src={festoonPicture} alt="" width={260} height={64} decoding="sync" className="max-w-none" />
      ))}
    </div>
  );
}

/** Titles as drawn on the wheel; the same array while the fields are unchanged. */
function useTitles(prizes: Wheel['prizes']): readonly string[] {
  const joined = JSON.stringify(prizes.map(onWheel));
  return useMemo(() => JSON.parse(joined) as string[], [joined]);
}

function onWheel({ kind, Amount }: Prize): string {
  if (kind === 'NONE') return text.onWheel.NONE;
  // A field has room for an amount without its zeros.
  const shown = kind === 'BAHT' ? formatBaht(toMoney(Amount)).replace('.00', '') : Amount.toLocaleString('en-US');
  return text.onWheel[kind](shown);
}

/**
 * A deposit or a code may credit a coin while the page is open; the member's own spin updates the coins by its
 * response.
 */
function useCoinsFromElsewhere(isSpinning: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isSpinning) return undefined;
    return subscribeToLive(({ event }) => {
      if (event === 'wallet') void queryClient.invalidateQueries({ queryKey: queryKeys.wheel });
    });
  }, [isSpinning, queryClient]);
}

function WheelSkeleton() {
  return (
    <SkeletonGroup className="relative flex flex-col items-center gap-4">
      <Festoon />
      <Skeleton className={classNames('mt-8 aspect-square w-full rounded-full', WHEEL_WIDTH)} />
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-44 w-full rounded-card" />
    </SkeletonGroup>
  );
}
