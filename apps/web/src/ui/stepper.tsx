// Progress in a few steps: completed ones are filled with a check, the current one is outlined, later ones are grey;
// the line between is gold only when passed.

import { Check } from 'lucide-react';

import { classNames } from '@chaba/ui/class-names';
import { text } from './ui.text.ts';

export function Stepper({ steps, current }: { readonly steps: readonly string[]; readonly current: number }) {
  return (
    <ol
      aria-label={text.stepOf(Math.min(current + 1, steps.length), steps.length)}
      className="grid auto-cols-fr grid-flow-col"
    >
      {steps.map((label, index) => {
        const isDone = index < current;
        const isNow = index === current;
        return (
          <li
            key={label}
            aria-current={isNow ? 'step' : undefined}
            className={classNames(
              'relative flex flex-col items-center gap-1.5 text-small font-medium',
              isNow && 'text-text',
              isDone && 'text-text-2',
              !isNow && !isDone && 'text-text-3',
              index > 0 &&
                "before:absolute before:top-3.75 before:right-[calc(50%+22px)] before:h-0.5 before:w-[calc(100%-44px)] before:rounded-full before:content-['']",
              index > 0 && (isDone || isNow ? 'before:bg-brand-text' : 'before:bg-line'),
            )}
          >
            <span
              className={classNames(
                'num grid size-8 place-items-center rounded-full border-[1.5px] text-small font-semibold',
                isDone && 'border-brand bg-brand text-on-brand',
                isNow && 'border-brand-text bg-bg text-brand-text',
                !isNow && !isDone && 'border-line bg-surface-2',
              )}
            >
              {isDone ? <Check aria-hidden="true" size={18} strokeWidth={3} /> : index + 1}
            </span>
            <span>
              {label}
              {isDone && <span className="sr-only"> {text.stepDone}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
