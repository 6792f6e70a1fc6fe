// States of a list or panel: loading with final boxes, empty, error with its code, no permission.

import { CircleSlash2, Inbox, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { CallError } from '#api/api';
import { useEntryWords, useSentence } from '#text/entry';

import { Button } from './button.tsx';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function LoadingRows() {
  const text = useEntryWords();
  return (
    <div className="grid gap-px p-2">
      <span role="status" className="sr-only">
        {text.loading}
      </span>
      {SKELETON_ROWS.map((key) => (
        <span key={key} aria-hidden="true" className="block h-10 animate-pulse rounded-[6px] bg-surface-2" />
      ))}
    </div>
  );
}

function State({
  icon,
  title,
  help,
  children,
}: {
  icon: ReactNode;
  title: string;
  help?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center text-text-2">
      {icon}
      <p className="text-title-3 text-text">{title}</p>
      {help && <p>{help}</p>}
      {children}
    </div>
  );
}

export function EmptyState({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help?: string;
  readonly children?: ReactNode;
}) {
  return (
    <State icon={<Inbox aria-hidden="true" size={32} />} title={title} help={help}>
      {children}
    </State>
  );
}

export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const text = useEntryWords();
  const toSentence = useSentence();
  const id = error instanceof CallError ? error.requestId : undefined;
  return (
    <div role="alert">
      <State icon={<TriangleAlert aria-hidden="true" size={32} />} title={text.errorTitle} help={toSentence(error)}>
        {id && <p className="text-micro text-text-3">{text.requestId(id)}</p>}
        {onRetry && (
          <Button onClick={onRetry}>
            <RefreshCw aria-hidden="true" size={16} />
            {text.retry}
          </Button>
        )}
      </State>
    </div>
  );
}

export function NoPermission({ roles }: { readonly roles: readonly string[] }) {
  const text = useEntryWords();
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center text-text-2">
      <CircleSlash2 aria-hidden="true" size={32} />
      <h1 className="text-title-3 text-text">{text.noPermission}</h1>
      <p>{text.noPermissionHelp(roles.join(', '))}</p>
    </div>
  );
}
