// Registration complete (spec §4): leads to the login after a delay or by the button.

import { useEffect, useEffectEvent } from 'react';

import { flowerPicture } from '#art/gallery';
import { tickSuccess } from '#lib/browser/haptics';
import { Button } from '#ui/button';

import { text } from './register.text.ts';

const SHOWN_MS = 2_500;

export function SuccessStep({ onGo }: { readonly onGo: () => void }) {
  const go = useEffectEvent(onGo);
  useEffect(() => {
    tickSuccess();
    const timer = setTimeout(() => go(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="flex flex-col items-center gap-2 py-4 text-center">
      <img src={flowerPicture} alt="" width={160} height={160} className="size-40" />
      <p role="status" className="text-title-1">
        {text.success}
      </p>
      <p className="text-base text-text-2">{text.successDetail}</p>
      <Button size="large" isWide className="mt-4" onClick={onGo}>
        {text.goLogin}
      </Button>
    </div>
  );
}
