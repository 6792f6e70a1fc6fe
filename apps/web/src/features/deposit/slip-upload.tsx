// The slip upload of the deposit page with all its states (look 05), which have nearly the same height, so the page
// does not jump.

import { CircleAlert, CircleCheck, ImageUp } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';

import { SLIP_NOTICE_MINUTES } from '@chaba/contract/constraints';
import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { classNames } from '@chaba/ui/class-names';
import { useEarlyInput } from '#lib/react/hydration';
import { useIsOnline } from '#lib/browser/online';
import { paths } from '#lib/paths';
import { useSite } from '#lib/site/site';
import { Button, ButtonLink } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { DateTime } from '#ui/date-time';
import { preloadOverlays } from '#ui/dialog';
import { Money } from '#ui/money';
import { Section } from '#ui/section';
import { Spinner } from '@chaba/ui/spinner';

import type { CreditedSlip } from './deposit.queries.ts';
import { text } from './deposit.text.ts';
import { SLIP_TYPES, type Frame } from './slip-reader.ts';
import { MEGABYTES_MAX, useSlipUpload, type SlipStep } from './use-slip-upload.ts';

export function SlipUpload() {
  const isOnline = useIsOnline();
  const { step, picture, choose, sendAgain, cancel } = useSlipUpload({ isOnline });
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const pickFile = (field: HTMLInputElement) => {
    choose(field.files?.[0]);
    // The same file again is a new attempt.
    field.value = '';
  };
  useEarlyInput(id, (field: HTMLInputElement) => {
    if (field.files?.length) pickFile(field);
  });
  const open = () => {
    preloadOverlays();
    input.current?.click();
  };

  return (
    <Section title={text.slipTitle} detail={text.slipNote(SLIP_NOTICE_MINUTES)}>
      <input
        ref={input}
        id={id}
        type="file"
        accept={SLIP_TYPES}
        aria-label={text.slipChoose}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => pickFile(event.target)}
      />
      <div className="flex flex-col gap-3">
        {!isOnline && <Callout tone="warning">{text.needsInternet}</Callout>}
        {step.kind === 'idle' ? <Picker onOpen={open} /> : <SlipCard step={step} picture={picture} />}
        <Actions
          step={step}
          onOpen={open}
          onNoFile={() => choose(undefined)}
          onSendAgain={sendAgain}
          onCancel={cancel}
        />
      </div>
    </Section>
  );
}

function Picker({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press flex min-h-37 w-full flex-col items-center justify-center rounded-card border border-dashed border-line-strong bg-surface-1 p-4"
    >
      <span className="mb-2.5 grid size-13 place-items-center rounded-full border border-hairline bg-surface-2 text-brand-text">
        <ImageUp aria-hidden="true" size={26} strokeWidth={1.75} />
      </span>
      <span className="text-title-3">{text.slipChoose}</span>
      <span className="text-small text-text-3">{text.slipKinds(MEGABYTES_MAX)}</span>
    </button>
  );
}

function Actions({
  step,
  onOpen,
  onNoFile,
  onSendAgain,
  onCancel,
}: {
  readonly step: SlipStep;
  readonly onOpen: () => void;
  readonly onNoFile: () => void;
  readonly onSendAgain: () => void;
  readonly onCancel: () => void;
}) {
  switch (step.kind) {
    case 'idle':
      return (
        <Button variant="secondary" isWide onClick={onNoFile}>
          {text.slipSend}
        </Button>
      );
    case 'reading':
      return (
        <Button variant="quiet" isWide onClick={onCancel}>
          {text.slipCancel}
        </Button>
      );
    case 'sending':
      return (
        <Button variant="secondary" isWide isBusy>
          {text.slipSend}
        </Button>
      );
    case 'unanswered':
      return (
        <div className="pairs grid gap-3">
          <Button variant="secondary" onClick={onOpen}>
            {text.slipChange}
          </Button>
          <Button onClick={onSendAgain}>{text.slipSendAgain}</Button>
        </div>
      );
    case 'refused':
      return (
        <Button variant="secondary" isWide onClick={onOpen}>
          {text.slipChange}
        </Button>
      );
    case 'done':
      return (
        <div className="pairs grid gap-3">
          <Button variant="ghost" onClick={onCancel}>
            {text.slipAnother}
          </Button>
          <ButtonLink to={paths.member.history} variant="secondary">
            {text.seeHistory}
          </ButtonLink>
        </div>
      );
  }
}

const edges: Readonly<Record<Exclude<SlipStep['kind'], 'idle'>, string>> = {
  reading: 'border-hairline bg-surface-2',
  sending: 'border-hairline bg-surface-2',
  unanswered: 'border-warning/40 bg-surface-2',
  done: 'border-success/55 bg-[color-mix(in_srgb,var(--success)_9%,var(--surface-1))]',
  refused: 'border-danger/45 bg-[color-mix(in_srgb,var(--danger)_6%,var(--surface-1))]',
};

function SlipCard({
  step,
  picture,
}: {
  readonly step: Exclude<SlipStep, { kind: 'idle' }>;
  readonly picture: string | undefined;
}) {
  return (
    <div className={classNames('flex min-h-37 items-center gap-4 rounded-card border p-4', edges[step.kind])}>
      <Preview picture={picture} frame={'frame' in step ? step.frame : undefined} />
      <div className="min-w-0 flex-1" aria-live="polite">
        <Words step={step} />
      </div>
    </div>
  );
}

function Preview({ picture, frame }: { readonly picture: string | undefined; readonly frame: Frame | undefined }) {
  if (!picture) return null;
  const percent = (share: number) => `${share * 100}%`;
  return (
    <span className="relative block max-w-19 flex-none overflow-hidden rounded-[8px]">
      <img
        src={picture}
        alt={text.slipPreview}
        // A picture that cannot be displayed is hidden; the text beside it states the result.
        onError={(event) => event.currentTarget.parentElement?.setAttribute('hidden', '')}
        className="block max-h-28 w-auto max-w-full"
      />
      {frame && (
        <span
          aria-hidden="true"
          style={{
            left: percent(frame.left),
            top: percent(frame.top),
            width: percent(frame.width),
            height: percent(frame.height),
          }}
          className="absolute rounded-[3px] border-2 border-info"
        />
      )}
    </span>
  );
}

function Words({ step }: { readonly step: Exclude<SlipStep, { kind: 'idle' }> }) {
  switch (step.kind) {
    case 'reading':
      return (
        <>
          <Title icon={<BusyRing />}>{text.slipReading}</Title>
          <Progress share={step.share} />
          <Note>{text.slipStays}</Note>
        </>
      );
    case 'sending':
      return (
        <>
          <Title icon={<BusyRing />}>{text.slipSending}</Title>
          <Progress share={0.97} />
          <Note>{text.slipSendingNote}</Note>
        </>
      );
    case 'unanswered':
      return (
        <>
          <Title icon={<CircleAlert {...icon} className="text-warning" />}>{step.sentence}</Title>
          <Note>{step.isUnknown ? text.slipUnanswered : text.slipNotSent}</Note>
        </>
      );
    case 'refused':
      return (
        <>
          <Title icon={<CircleAlert {...icon} className="text-danger" />} tone="text-danger">
            {text.slipRefused}
          </Title>
          <Note>{step.sentence}</Note>
        </>
      );
    case 'done':
      return <Done credited={step.credited} />;
  }
}

const icon = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const;

function Done({ credited }: { readonly credited: CreditedSlip }) {
  const { site } = useSite();
  const { balance } = credited;
  return (
    <>
      <Title icon={<CircleCheck {...icon} className="text-success" />} tone="text-success">
        {text.slipDone}
      </Title>
      <Money value={credited.amount} hasPlus hasUnit className="text-title-1" />
      {balance && (
        <p className="text-small text-text-2">
          <DateTime value={balance.at} calendar={site.calendar} />
        </p>
      )}
      {balance && !credited.isParked && (
        <p className="num text-small text-text-2">{text.newBalance(formatBaht(toMoney(balance.balance)))}</p>
      )}
      {credited.isParked && <p className="text-small text-text-2">{text.parkedNote}</p>}
      <p className="num text-small text-text-3">{text.reference(credited.depositId)}</p>
    </>
  );
}

function Title({
  icon: mark,
  tone,
  children,
}: {
  readonly icon: ReactNode;
  readonly tone?: string;
  readonly children: ReactNode;
}) {
  return (
    <p className={classNames('mb-1 flex items-center gap-2 text-title-3', tone)}>
      {mark}
      {children}
    </p>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return <p className="text-small text-text-2">{children}</p>;
}

function BusyRing() {
  return (
    <span className="text-info">
      <Spinner label="" />
    </span>
  );
}

function Progress({ share }: { readonly share: number }) {
  return (
    <span aria-hidden="true" className="my-2.5 block h-1.5 overflow-hidden rounded-full bg-surface-3">
      <span
        style={{ width: `${share * 100}%` }}
        className="block h-full rounded-full bg-info transition-[width] duration-300"
      />
    </span>
  );
}
