// Provably fair: the server's commitment, the member's client seed, and the latest spins, which this browser can verify
// once their server seed is revealed.

import { type FormEvent, useId, useState } from 'react';

import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { Card, RowList } from '#ui/card';
import { CopyRow } from '#ui/copy-button';
import { DateTime } from '#ui/date-time';
import { preloadOverlays, useDialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { Section } from '#ui/section';
import { toast } from '#lib/react/toast';

import { SpinCheck } from './spin-check.tsx';
import { type Spin, useChangeSeed, type Wheel } from './wheel.queries.ts';
import { text } from './wheel.text.ts';

const SHOWN_FIRST = 5;

export function SpinHistory({ wheel: { spins } }: { readonly wheel: Wheel }) {
  const { site } = useSite();
  const [checked, setChecked] = useState<Spin>();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? spins : spins.slice(0, SHOWN_FIRST);
  return (
    <Section title={text.historyTitle}>
      <Card as="div" className="py-1!">
        {spins.length === 0 && <p className="py-6 text-center text-base text-text-2">{text.historyEmpty}</p>}
        <RowList>
          {shown.map((spin) => (
            <li key={`${spin.seedHash}-${spin.nonce}`} className="flex min-h-16 flex-wrap items-center gap-3 py-2">
              <span className="min-w-[4rem] flex-1">
                <span className="num block text-base font-medium">{spin.prize.title}</span>
                <span className="num block text-small text-text-3">
                  <DateTime value={spin.createdAt} calendar={site.calendar} />
                </span>
              </span>
              {spin.serverSeed === null ? (
                <span className="text-small text-text-3">{text.waiting}</span>
              ) : (
                <Button
                  variant="ghost"
                  size="small"
                  aria-label={`${text.check} ${text.round(spin.nonce)}`}
                  onPointerDown={preloadOverlays}
                  onClick={() => setChecked(spin)}
                >
                  {text.check}
                </Button>
              )}
            </li>
          ))}
        </RowList>
      </Card>
      {shown.length < spins.length && (
        <Button variant="quiet" isWide className="mt-1" onClick={() => setWhole(true)}>
          {text.more}
        </Button>
      )}
      <SpinCheck spin={checked} onClose={() => setChecked(undefined)} />
    </Section>
  );
}

export function Fairness({ wheel: { seedHash, clientSeed, nonce } }: { readonly wheel: Wheel }) {
  const id = useId();
  return (
    <Card labelledBy={id}>
      <h2 id={id} className="text-title-2">
        {text.fairTitle}
      </h2>
      <p className="mt-1 text-label text-text-2">{text.fairLead}</p>
      <dl className="mt-2 divide-y divide-hairline">
        <Figure label={text.seedHash} value={seedHash} />
        <Figure label={text.clientSeed} value={clientSeed} />
        <div className="flex min-h-14 items-center justify-between gap-3 py-2">
          <dt className="text-small text-text-2">{text.nonce}</dt>
          <dd className="num">{nonce}</dd>
        </div>
      </dl>
      <SeedForm />
    </Card>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="py-2">
      <dt className="sr-only">{label}</dt>
      <dd>
        <CopyRow value={value} name={label}>
          <span className="block text-small text-text-2">{label}</span>
          <span className="num block text-small break-all">{value}</span>
        </CopyRow>
      </dd>
    </div>
  );
}

/** Pattern of the contract; the server validates it again. */
const SEED = /^[A-Za-z0-9_-]{1,64}$/;

function SeedForm() {
  const { showMessage } = useDialog();
  const change = useChangeSeed();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    const seed = typed.trim();
    if (!SEED.test(seed)) return setError(text.newSeedWrong);
    return change.mutate(seed, {
      onSuccess: () => {
        setTyped('');
        toast(text.changed);
      },
      onError: (failure) =>
        void showMessage({ title: text.changeFailed, message: getErrorMessage(failure), tone: 'failure' }),
    });
  }

  return (
    <form onSubmit={submit} noValidate className="mt-3 flex flex-col gap-3">
      <Field
        label={text.newSeed}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setError(undefined);
        }}
        hint={text.newSeedHint}
        error={error}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="secondary" isWide isBusy={change.isPending}>
        {text.change}
      </Button>
    </form>
  );
}
