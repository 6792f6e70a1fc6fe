// The receipt of one movement or bet: all details, the reference to copy, and a picture to save or share.

import { Download, Share2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import type { BetItem } from '@chaba/contract/history';

import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { getErrorMessage } from '#lib/api/api-error';
import { saveFile } from '#lib/browser/save-file';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { CopyRow } from '#ui/copy-button';
import { Sheet } from '#ui/dialog';
import { StatusMark } from '#parts/status-mark';
import { toast } from '#lib/react/toast';

import { BonusBadge } from './bonus-badge.tsx';
import { AmountOf, getBonusId } from './history-row.tsx';
import { betAtProviderQuery, type HistoryItem } from './history.queries.ts';
import { text } from './history.text.ts';
import { formatSignedAmount, listBetLines, listMovementLines, formatStatus, type Line } from './receipt-lines.ts';
import { drawReceipt, type ReceiptPicture } from './receipt-picture.ts';

export function Receipt({ item, onClose }: { readonly item: HistoryItem | undefined; readonly onClose: () => void }) {
  return (
    <Sheet isOpen={item !== undefined} onClose={onClose} title={text.receipt} hasFootnote>
      {item && <MovementFacts item={item} />}
    </Sheet>
  );
}

function MovementFacts({ item }: { readonly item: HistoryItem }) {
  const { site } = useSite();
  const bonusId = getBonusId(item);
  const lines = listMovementLines(item, site);
  return (
    <>
      <div className="mb-4 flex flex-col items-center gap-1">
        <AmountOf item={item} className="num text-amount" />
        <StatusMark status={item.Status} />
      </div>
      <Facts lines={lines}>
        {bonusId !== undefined && (
          <Fact label={text.bonusRow}>
            <BonusBadge bonusId={bonusId} />
          </Fact>
        )}
      </Facts>
      <Reference value={item.id} />
      <SaveAndShare
        reference={item.id}
        picture={{ title: text.receipt, head: { amount: formatSignedAmount(item), status: formatStatus(item) }, lines }}
      />
    </>
  );
}

export function BetReceipt({ bet, onClose }: { readonly bet: BetItem | undefined; readonly onClose: () => void }) {
  return (
    <Sheet isOpen={bet !== undefined} onClose={onClose} title={text.bet} hasFootnote>
      {bet && <BetFacts bet={bet} />}
    </Sheet>
  );
}

function BetFacts({ bet }: { readonly bet: BetItem }) {
  const { site } = useSite();
  const lines = listBetLines(bet, site);
  return (
    <>
      <Facts lines={lines} />
      <AtProvider key={bet.betId} betId={bet.betId} />
      <Reference value={bet.betId} />
      <SaveAndShare reference={bet.roundId} picture={{ title: text.bet, head: undefined, lines }} />
    </>
  );
}

/** Requested by a press only: the provider is an external system and may be slow. */
function AtProvider({ betId }: { readonly betId: string }) {
  const [isRequested, setRequested] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...betAtProviderQuery(betId), enabled: isRequested });
  if (data) {
    return (
      <section aria-label={text.atProvider} className="mt-4">
        <h3 className="mb-2 text-label font-medium">{text.atProvider}</h3>
        <Facts
          lines={[
            { label: text.result, value: text.toldState[data.state] },
            { label: text.stake, value: text.inBaht(formatBaht(toMoney(data.Amount))) },
            { label: text.payout, value: text.inBaht(formatBaht(toMoney(data.payout))) },
            ...data.facts,
          ]}
        />
      </section>
    );
  }
  return (
    <div className="mt-4">
      {error && !isFetching && (
        <p role="status" className="mb-2 text-small text-text-2">
          {getErrorMessage(error)}
        </p>
      )}
      <Button
        variant="secondary"
        isWide
        isBusy={isFetching}
        onClick={() => (isRequested ? void refetch() : setRequested(true))}
      >
        {text.askProvider}
      </Button>
    </div>
  );
}

function Facts({ lines, children }: { readonly lines: readonly Line[]; readonly children?: ReactNode }) {
  return (
    <dl className="divide-y divide-hairline rounded-card bg-surface-2 px-4">
      {lines.map(({ label, value }) => (
        <Fact key={`${label} ${value}`} label={label}>
          {value}
        </Fact>
      ))}
      {children}
    </dl>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 py-2">
      <dt className="flex-none text-text-2">{label}</dt>
      <dd className="num min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}

function Reference({ value }: { readonly value: string }) {
  return (
    <>
      <CopyRow
        value={value}
        name={text.reference}
        className="mt-3 rounded-card border border-hairline bg-surface-2 py-2 pr-2 pl-4"
      >
        <span className="block text-small text-text-2">{text.reference}</span>
        <span className="num block text-base font-semibold break-all">{value}</span>
      </CopyRow>
      <p className="mt-2 text-small text-text-3">{text.contact}</p>
    </>
  );
}

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const;

function SaveAndShare({
  reference,
  picture,
}: {
  readonly reference: string;
  readonly picture: Omit<ReceiptPicture, 'siteName' | 'stamp'>;
}) {
  const { site } = useSite();

  async function draw(): Promise<File | undefined> {
    const lines = [...picture.lines, { label: text.reference, value: reference }];
    const name = `${reference.replaceAll(/[^\w-]/g, '_')}.png`;
    const stamp = site.Mode === 'play' ? text.playMoney : '';
    const file = await drawReceipt({ ...picture, lines, siteName: site.appName, stamp }, name);
    if (!file) toast(text.saveFailed, 'notice');
    return file;
  }
  async function save(): Promise<void> {
    const file = await draw();
    if (!file) return;
    saveFile(file, file.name);
    toast(text.saved);
  }
  async function share(): Promise<void> {
    const file = await draw();
    // Closing the share sheet rejects the promise; this is a cancel, not an error.
    if (file) await navigator.share({ files: [file], title: picture.title }).catch(() => undefined);
  }

  return (
    <div className="mt-4 grid auto-cols-fr grid-flow-col gap-3">
      <Button variant="secondary" isWide icon={<Download {...icon} />} onClick={() => void save()}>
        {text.save}
      </Button>
      {canShare() && (
        <Button variant="secondary" isWide icon={<Share2 {...icon} />} onClick={() => void share()}>
          {text.share}
        </Button>
      )}
    </div>
  );
}

function canShare(): boolean {
  const sample = new File([], 'receipt.png', { type: 'image/png' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [sample] });
}
