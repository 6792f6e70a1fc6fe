// The petal: the shape of the play button, in the site's colour.

import { useId } from 'react';

const circles = [0, 1, 2, 3, 4].map((petal) => {
  const angle = ((petal * 72 - 90) * Math.PI) / 180;
  return { x: round(21.5 * Math.cos(angle)), y: round(21.5 * Math.sin(angle)) };
});

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

export function Petal({ className }: { readonly className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden="true" viewBox="-50 -50 100 100" className={className}>
      <defs>
        <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" y1="-46" x2="0" y2="46">
          <stop offset="0" stopColor="var(--brand-hi)" />
          <stop offset="1" stopColor="var(--brand-lo)" />
        </linearGradient>
      </defs>
      <g fill={`url(#${id})`}>
        {circles.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="23.5" />
        ))}
        <circle r="24" />
      </g>
    </svg>
  );
}
