// Two texts compared by lines: what the second one adds and removes. Unchanged lines are shown for orientation.

import { classNames } from '@chaba/ui/class-names';

type Line = { readonly key: string; readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

/** More pairs of lines than a person reads: the texts stand one after the other. */
const PAIRS_MAX = 4_000_000;

/** The lines of both texts in order, by their longest common sequence. */
function compareLines(before: string, after: string): readonly Line[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length * now.length > PAIRS_MAX) {
    return [
      ...old.map((text, i): Line => ({ key: `${i}:removed`, kind: 'removed', text })),
      ...now.map((text, j): Line => ({ key: `${j}:added`, kind: 'added', text })),
    ];
  }
  // lengths[i][j]: the longest common sequence of old from i and now from j.
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as Uint16Array;
      const below = lengths[i + 1] as Uint16Array;
      row[j] = old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  const push = (kind: Line['kind'], text: string): void => void lines.push({ key: `${i}:${j}:${kind}`, kind, text });
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]];
    if (removed !== undefined && removed === added) {
      push('same', removed);
      i += 1;
      j += 1;
    } else if (added !== undefined && (removed === undefined || at(lengths, i, j + 1) > at(lengths, i + 1, j))) {
      push('added', added);
      j += 1;
    } else {
      push('removed', removed ?? '');
      i += 1;
    }
  }
  return lines;
}

const at = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

const MARKS = { same: ' ', added: '+', removed: '−' } as const;

export function Compare({
  label,
  before,
  after,
  words,
}: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly words: { readonly added: string; readonly removed: string; readonly same: string };
}) {
  const lines = compareLines(before, after);
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-text-2">{words.same}</p>;
  return (
    <section aria-label={label} className="rounded-[8px] border border-hairline">
      {lines.map(({ key, kind, text }) =>
        text === '' ? null : (
          <p
            key={key}
            className={classNames(
              'flex gap-2 px-2 py-0.5 wrap-anywhere',
              kind === 'added' && 'bg-success/16',
              kind === 'removed' && 'bg-danger/16 line-through',
              kind === 'same' && 'text-text-2',
            )}
          >
            <span aria-hidden="true">{MARKS[kind]}</span>
            {kind !== 'same' && <span className="sr-only">{words[kind]}</span>}
            {text}
          </p>
        ),
      )}
    </section>
  );
}
