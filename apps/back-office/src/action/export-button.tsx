// The button that makes a file of a list or a report: a job that runs on while the person works.
//
// Always true: a press keeps its key until it succeeds, so a double press makes one job.

import { hasPermission } from '@chaba/contract/back-office/roles';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { sendStartExport, sessionQuery } from '#api/queries';
import { useExportWords } from '#text/export-words';
import { useSentence } from '#text/language';
import { Button } from '#ui/button';

import { ExportOptions } from './export-options.tsx';

export function ExportButton({
  site,
  kind,
  name,
  params,
}: {
  readonly site: string;
  readonly kind: 'list' | 'report';
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
}) {
  const text = useExportWords();
  const toSentence = useSentence();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const roles = session?.sites.find(({ code }) => code === site)?.roles ?? [];
  const [key] = useState(() => crypto.randomUUID());
  const filled = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
  const start = useMutation({
    mutationFn: () => sendStartExport(site, { kind, name, params: filled, key }),
    onSuccess: () => void navigate(`/${site}/exports`),
  });
  if (!hasPermission(roles, 'exports.make')) return null;
  return (
    <>
      <Button isBusy={start.isPending} onClick={() => start.mutate()} className="print:hidden">
        <FileDown aria-hidden="true" size={16} />
        {text.start}
      </Button>
      <ExportOptions of={{ site, kind, name, params: filled }} roles={roles} />
      {start.error && (
        <p role="alert" className="text-danger print:hidden">
          {toSentence(start.error)}
        </p>
      )}
    </>
  );
}
