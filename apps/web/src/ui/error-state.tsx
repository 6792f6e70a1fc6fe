// A failed read: the message and a retry. For failed money requests use useDialog.

import { RefreshCw } from 'lucide-react';

import { Button } from './button.tsx';
import { Mark } from './mark.tsx';
import { text } from './ui.text.ts';

export function ErrorState({
  sentence,
  title = text.errorTitle,
  retryLabel = text.retry,
  onRetry,
}: {
  readonly sentence: string;
  readonly title?: string;
  readonly retryLabel?: string;
  readonly onRetry?: () => void;
}) {
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-12 text-center">
      <Mark size={56} className="mb-4 opacity-55 [filter:grayscale(1)]" />
      <p className="text-title-2">{title}</p>
      <p className="mt-1 text-base text-balance text-text-2">{sentence}</p>
      {onRetry && (
        <div className="mt-5">
          <Button variant="secondary" onClick={onRetry} icon={<RefreshCw aria-hidden="true" size={18} />}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
