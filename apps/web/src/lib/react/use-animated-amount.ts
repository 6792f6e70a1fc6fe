// An amount that counts from its previous to its new value. With reduced motion it changes at once.

import { useEffect, useRef, useState } from 'react';

import { money, type Money } from '@chaba/money';

const COUNT_MS = 400;
const STEPS = 1000;

export function useAnimatedAmount(amount: Money): Money {
  const [shown, setShown] = useState(amount);
  const latest = useRef(amount);

  useEffect(() => {
    const from = latest.current;
    if (from === amount) return;
    const show = (value: Money) => {
      latest.current = value;
      setShown(value);
    };
    if (globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      show(amount);
      return;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, Math.max(0, (now - startedAt) / COUNT_MS));
      const eased = BigInt(Math.round((1 - (1 - share) ** 3) * STEPS));
      show(share === 1 ? amount : money(from + ((amount - from) * eased) / BigInt(STEPS)));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [amount]);

  return shown;
}
