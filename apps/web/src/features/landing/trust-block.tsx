// Four facts in one ruled block; no seals.

import { Calculator, ScanQrCode, ShieldCheck, Timer } from 'lucide-react';

import { text } from './landing.text.ts';

const icon = { 'aria-hidden': true, size: 26, strokeWidth: 1.6, className: 'text-brand-text' } as const;

const facts = [
  { ...text.trustFacts.slip, icon: <ScanQrCode {...icon} /> },
  { ...text.trustFacts.terms, icon: <Calculator {...icon} /> },
  { ...text.trustFacts.names, icon: <ShieldCheck {...icon} /> },
  { ...text.trustFacts.limits, icon: <Timer {...icon} /> },
] as const;

export function TrustBlock() {
  return (
    <section
      aria-label={text.trust}
      className="overflow-hidden rounded-banner border border-hairline bg-surface-1 shadow-card"
    >
      <ul className="-mt-px -ml-px pairs grid lg:grid-cols-4">
        {facts.map(({ title, detail, icon: picture }) => (
          <li key={title} className="border-t border-l border-hairline p-4">
            {picture}
            <p className="mt-3 text-label font-semibold">{title}</p>
            <p className="mt-0.5 text-small text-text-2">{detail}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
