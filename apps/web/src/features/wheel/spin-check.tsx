// Verifies one spin in this browser: the revealed seed must match the committed hash and draw the same prize.

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';

import { queryKeys } from '#lib/api/query-keys';
import { Callout } from '@chaba/ui/callout';
import { Sheet } from '#ui/dialog';

import { canCheck, checkSpin } from './check-spin.ts';
import type { Spin } from './wheel.queries.ts';
import { text } from './wheel.text.ts';

export function SpinCheck({ spin, onClose }: { readonly spin: Spin | undefined; readonly onClose: () => void }) {
  return (
    <Sheet isOpen={spin !== undefined} onClose={onClose} title={text.checkTitle} hasFootnote>
      {spin && <Computed spin={spin} serverSeed={spin.serverSeed ?? ''} />}
    </Sheet>
  );
}

function Computed({ spin, serverSeed }: { readonly spin: Spin; readonly serverSeed: string }) {
  const { data: check } = useQuery({
    queryKey: [...queryKeys.wheel, 'check', spin.seedHash, spin.nonce],
    queryFn: () => checkSpin(spin, serverSeed),
    enabled: canCheck(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="flex flex-col gap-3">
      {!canCheck() && <Callout tone="warning">{text.needsHttps}</Callout>}
      <div aria-live="polite" className="flex min-h-14 flex-col gap-2">
        {canCheck() && !check && <p className="text-text-2">{text.checking}</p>}
        {check && (
          <>
            <Verdict ok={check.isCommitted}>{check.isCommitted ? text.hashSame : text.hashOther}</Verdict>
            <Verdict ok={check.isSame}>
              {check.isSame ? text.prizeSame(check.index + 1) : text.prizeOther(check.index + 1)}
            </Verdict>
          </>
        )}
      </div>
      <dl className="divide-y divide-hairline rounded-card bg-surface-2 px-4">
        <Line label={text.serverSeed} value={serverSeed} />
        <Line label={text.clientSeed} value={spin.clientSeed} />
        <Line label={text.round(spin.nonce)} value={spin.prize.title} />
        <Line label={text.seedHash} value={spin.seedHash} />
        {check && <Line label={text.computedHash} value={check.hash} />}
      </dl>
      <p className="text-small text-text-3">{text.formula}</p>
    </div>
  );
}

function Line({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="py-2.5">
      <dt className="text-small text-text-2">{label}</dt>
      <dd className="num text-small break-all">{value}</dd>
    </div>
  );
}

function Verdict({ ok, children }: { readonly ok: boolean; readonly children: ReactNode }) {
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <p className={ok ? 'flex gap-2 font-medium text-success' : 'flex gap-2 font-medium text-danger'}>
      <Icon aria-hidden="true" size={20} strokeWidth={2} className="mt-0.5 flex-none" />
      {children}
    </p>
  );
}
