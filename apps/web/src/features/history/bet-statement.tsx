// Download of twelve months of bets.

import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';

import { getErrorMessage } from '#lib/api/api-error';
import { Button } from '#ui/button';

import { saveStatement } from './history.queries.ts';
import { text } from './history.text.ts';

export function BetStatement() {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: saveStatement });
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant="ghost"
        isWide
        isBusy={isPending}
        icon={<FileDown aria-hidden="true" size={20} strokeWidth={1.75} />}
        onClick={() => mutate()}
      >
        {isPending ? text.statementBusy : text.statement}
      </Button>
      <p role="status" className="text-center text-small text-text-3">
        {error ? getErrorMessage(error) : isSuccess ? text.statementSaved : ''}
      </p>
    </div>
  );
}
