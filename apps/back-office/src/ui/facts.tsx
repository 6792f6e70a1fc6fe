// Facts as pairs of a name and a value.

import type { ReactNode } from 'react';

import { useFactValues } from '#text/case-words';
import { formatAmount, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { describePayout } from '#text/payout-words';
import { describeReportProblem } from '#text/problem-words';
import { useQueueWords } from '#text/queue-words';
import { useSiteWords } from '#text/site-words';

export type FactPair = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly FactPair[] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-3 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-text-3">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Stored facts of an entry or request, with names and values in the words of the page. */
export function StoredFacts({ facts }: { readonly facts: Readonly<Record<string, unknown>> }) {
  const text = useWords();
  const queueText = useQueueWords();
  const siteText = useSiteWords();
  const { adjustment } = useMemberWords();
  const time = useTime();
  const values: Readonly<Record<string, string>> = {
    ...siteText.names,
    ...siteText.values,
    ...siteText.announcements.places,
    ...siteText.announcements.audiences,
    ...siteText.announcements.states,
    ...siteText.games.move,
    ...queueText.facts,
    ...queueText.deposits.states,
    ...queueText.deposits.reasons,
    ...adjustment.kinds,
    ...text.withdrawals.states,
    ...text.withdrawals.verdict,
    ...text.withdrawals.reasons,
    ...text.roles,
    ...text.actions,
    none: text.none,
    yes: text.yes,
    no: text.no,
  };
  const ofFacts = useFactValues();
  const format = (name: string, value: unknown): string => {
    if (Array.isArray(value)) {
      return value.length === 0 ? text.none : value.map((each) => format(name, each)).join(', ');
    }
    if (value === null || value === '') return text.none;
    if (typeof value === 'boolean') return value ? text.yes : text.no;
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([name, inner]) => `${text.factNames[name] ?? name} ${format(name, inner)}`)
        .join(' · ');
    }
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (AMOUNT.test(value)) return formatAmount(value);
    if (TIME.test(value)) return time(value);
    if (name === 'payout') return describePayout(text, value);
    if (name === 'problem') return describeReportProblem(queueText, value);
    // The text of a file would hide all other facts.
    if (value.length > SHOWN_LENGTH_MAX) return `${value.slice(0, SHOWN_LENGTH_MAX)}…`;
    return ofFacts[name]?.[value] ?? values[value] ?? value;
  };
  return (
    <Facts
      facts={Object.entries(facts).map(
        ([name, value]) => [text.factNames[name] ?? siteText.factNames[name] ?? name, format(name, value)] as const,
      )}
    />
  );
}

const SHOWN_LENGTH_MAX = 1_000;
const AMOUNT = /^\d+\.\d{2}$/;
const TIME = /^2\d{3}-\d\d-\d\dT[\d:.]+Z$/;
