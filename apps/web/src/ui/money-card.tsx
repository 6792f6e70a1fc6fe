// The only tinted surface: member, balance, the two actions, progress. Built from parts, so that home, withdraw and
// affiliate show the same card with different contents.

import type { ReactNode } from 'react';

import { classNames } from '#lib/class-names';
import { FlowerOutline } from './flower-outline.tsx';

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
