// The tinted surface of amounts. Composed of parts, so that pages show the same card with different content.

import type { ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';

const PETAL =
  'M0 0C-9-6-27-20-23-36C-21.5-42-16-40.5-12.5-44.5C-8-49.5-4-46 0-48.5C4-46 8-49.5 12.5-44.5C16-40.5 21.5-42 23-36C27-20 9-6 0 0Z';
const VEINS = 'M0-9V-42M0-9Q-3-22-6-40M0-9Q3-22 6-40M0-9Q-7-22-14-36M0-9Q7-22 14-36';
const turns = [0, 72, 144, 216, 288];

export function MoneyCard({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <section className={classNames('money-card', className)}>
      <FlowerOutline className="absolute -top-19 -right-17.5 size-60 text-brand-text opacity-15" />
      <div className="relative">{children}</div>
    </section>
  );
}

export function MoneyCardBody({ children }: { readonly children: ReactNode }) {
  return <div className="px-4.5 pt-4.5 pb-4">{children}</div>;
}

/** Two or three facts split by hairlines. */
export function MoneyCardFacts({
  facts,
}: {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className="money-card-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-micro text-text-2">{label}</dt>
          <dd className="num text-title-3 leading-[1.4]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function MoneyCardRow({ children }: { readonly children: ReactNode }) {
  return <div className="money-card-row flex items-center gap-2.5 py-2 pr-2 pl-4.5">{children}</div>;
}

/** The hibiscus of the mark as an outline. */
function FlowerOutline({ className }: { readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-52 -52 104 104"
      fill="none"
      stroke="currentColor"
      strokeWidth="0.9"
      className={className}
    >
      {turns.map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d={PETAL} />
          <path d={VEINS} strokeLinecap="round" />
        </g>
      ))}
    </svg>
  );
}
