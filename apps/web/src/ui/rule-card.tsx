// Rules as numbered sentences.

import { Card } from './card.tsx';

export function RuleCard({ title, rules }: { readonly title: string; readonly rules: readonly string[] }) {
  return (
    <Card>
      <h2 className="mb-2.5 text-title-3">{title}</h2>
      <ol className="flex flex-col gap-2">
        {rules.map((rule, index) => (
          <li key={rule} className="flex gap-3 text-label font-normal text-text-2">
            <span aria-hidden="true" className="num w-3 flex-none font-semibold text-brand-text">
              {index + 1}
            </span>
            {rule}
          </li>
        ))}
      </ol>
    </Card>
  );
}
