// Why: the checks of the deciding function as sentences with their figures, those against it first.

import type { WithdrawalReason } from '@chaba/contract/back-office/wire';
import { Check, X } from 'lucide-react';

import { formatAmount, useWords } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { Modal } from '#ui/modal';

const AMOUNT = /^-?\d+\.\d{2}$/;

export function WhyDialog({
  reasons,
  onClose,
}: {
  readonly reasons: readonly WithdrawalReason[];
  readonly onClose: () => void;
}) {
  const text = useWords();
  const { why } = useQueueWords();
  const sorted = reasons.toSorted((one, other) => Number(one.isPassed) - Number(other.isPassed));
  return (
    <Modal title={why.title} onClose={onClose}>
      <ul className="dense grid gap-2">
        {sorted.map(({ check, isPassed, figures }) => (
          <li key={check} className={`flex items-start gap-2 ${isPassed ? 'text-text-2' : 'font-semibold'}`}>
            {isPassed ? (
              <Check aria-label={why.passed} size={16} className="mt-0.5 text-success" />
            ) : (
              <X aria-label={why.failed} size={16} className="mt-0.5 text-danger" />
            )}
            <span>{(why.checks[check] ?? (() => check))(formatFigures(figures))}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 text-right">
        <Button onClick={onClose} data-focus>
          {text.close}
        </Button>
      </div>
    </Modal>
  );
}

function formatFigures(figures: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, AMOUNT.test(value) ? formatAmount(value) : value]),
  );
}
