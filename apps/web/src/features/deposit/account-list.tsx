// The receiving accounts: banks and wallets apart (spec §3), each with its number to copy and a QR code. Known parts
// are shown while the accounts load.

import { ExternalLink, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';

import { getBank, formatAccountNumber } from '@chaba/contract/banks';
import { bankName } from '@chaba/contract/banks.text';
import type { DepositAccount } from '@chaba/contract/deposits';
import { formatPhone } from '@chaba/contract/phones';

import { classNames } from '@chaba/ui/class-names';
import { useIsHydrated } from '#lib/react/hydration';
import { useMember } from '#lib/member/session';
import { useSite } from '#lib/site/site';
import { BankMark } from '#parts/bank-mark';
import { Callout } from '@chaba/ui/callout';
import { preloadOverlays } from '#ui/dialog';
import { EmptyState } from '#ui/empty-state';
import { IconButton } from '#ui/icon-button';
import { lazyOnIdle } from '#ui/lazy-component';
import { Section } from '#ui/section';
import { Skeleton, SkeletonGroup, listSkeletonKeys } from '#ui/skeleton';
import { Tabs } from '#ui/tabs';
import { CopyButton } from '#ui/copy-button';

import { text } from './deposit.text.ts';
import { getBankPageAddress, getAccountNumber } from './receiving-account.ts';

const AccountQr = lazyOnIdle(async () => (await import('./account-qr.tsx')).AccountQr);

const WALLET_CODE = 'TRUEMONEY';
const NUMBER = 'text-[1.125rem] leading-[1.5] min-[390px]:text-title-2';

type Kind = 'bank' | 'wallet';

export function AccountList({
  accounts,
}: {
  /** Undefined until they are loaded. */
  readonly accounts: readonly DepositAccount[] | undefined;
}) {
  const [chosen, setChosen] = useState<Kind>();
  const kind = chosen ?? (accounts?.every(isWallet) ? 'wallet' : 'bank');

  if (accounts?.length === 0) return <EmptyState title={text.none} />;
  return (
    <div>
      <Tabs
        label={text.tabs}
        tabs={[
          { value: 'bank', label: text.tabBank },
          { value: 'wallet', label: text.tabWallet },
        ]}
        value={kind}
        onChange={setChosen}
      >
        <div className="mt-5">
          <AccountsOfKind accounts={accounts} kind={kind} />
        </div>
      </Tabs>
    </div>
  );
}

/** The cards of the banks, or those of the wallets. */
export function AccountsOfKind({
  accounts,
  kind,
}: {
  /** Undefined until they are loaded. */
  readonly accounts: readonly DepositAccount[] | undefined;
  readonly kind: Kind;
}) {
  const shown = accounts?.filter((account) => isWallet(account) === (kind === 'wallet'));
  return (
    <div className="flex flex-col gap-5">
      <Callout>
        <From kind={kind} />
      </Callout>
      <Section title={text.choose}>{shown ? <Cards accounts={shown} /> : <CardsSkeleton />}</Section>
      {shown ? <SandboxBank account={shown[0]} /> : <SandboxBankSkeleton />}
    </div>
  );
}

/** Spec §3: a wallet account has no BankCode. */
function isWallet({ BankCode }: DepositAccount): boolean {
  return BankCode === undefined || BankCode === '';
}

function From({ kind }: { readonly kind: Kind }) {
  const member = useMember();
  const isHydrated = useIsHydrated();
  // The height of a typical sentence.
  if (!isHydrated) return <Skeleton className="h-[2lh] sm:h-[1lh]" />;
  if (kind === 'wallet' || !member) return text.fromWallet;
  return text.from(bankName(member.BankCode), member.BankAccount.slice(-4));
}

function Cards({ accounts }: { readonly accounts: readonly DepositAccount[] }) {
  if (accounts.length === 0) return <p className="text-text-2">{text.noneOfKind}</p>;
  return (
    <ul className="flex flex-col gap-3">
      {accounts.map((account) => (
        <li key={getAccountNumber(account)}>
          <AccountCard account={account} />
        </li>
      ))}
    </ul>
  );
}

/** Lines with the heights of a card. */
function CardsSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-3">
      {listSkeletonKeys(2).map((key) => (
        <div key={key} aria-hidden="true" className="animate-pulse rounded-card bg-surface-2 p-3.75">
          <p className="h-[1lh] text-small" />
          <p className={classNames('h-[1lh]', NUMBER)} />
          <p className="h-[1lh] text-small" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

function AccountCard({ account }: { readonly account: DepositAccount }) {
  const [isQrOpen, setQrOpen] = useState(false);
  const number = getAccountNumber(account);
  const shownNumber = account.BankCode ? formatAccountNumber(account.BankCode, number) : formatPhone(number);
  const code = account.BankCode ?? WALLET_CODE;
  const name = account.BankName;

  return (
    <div className="flex flex-wrap items-center gap-2.5 rounded-card border border-hairline bg-surface-1 p-3.5 shadow-card transition-colors duration-120 has-[button_.text-success]:border-success/55">
      <BankMark code={getBank(code).code} />
      <div className="flex-1">
        <p className="text-small text-text-2">{name}</p>
        <p className={classNames('num font-semibold whitespace-nowrap', NUMBER)}>{shownNumber}</p>
        <p className="text-small text-text-2">{account.fullName}</p>
      </div>
      <div className="ml-auto flex flex-none gap-1.5 self-center" onPointerDown={preloadOverlays}>
        <IconButton
          label={text.showQr(name)}
          onClick={() => setQrOpen(true)}
          className="border border-hairline bg-surface-2 text-text!"
          icon={<QrIcon aria-hidden="true" size={20} strokeWidth={1.75} />}
        />
        <CopyButton value={number} name={text.account(name)} hasWord />
      </div>
      <AccountQr
        isWanted={isQrOpen}
        account={account}
        number={number}
        shownNumber={shownNumber}
        label={text.account(name)}
        isOpen={isQrOpen}
        onClose={() => setQrOpen(false)}
      />
    </div>
  );
}

/** Play money only: link to the page where a tester makes the transfer. */
function SandboxBank({ account }: { readonly account: DepositAccount | undefined }) {
  const { site } = useSite();
  const member = useMember();
  const address = getBankPageAddress(site.sandboxBankUrl, account, member);
  if (!address) return null;
  return (
    <div className="flex flex-col gap-2">
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="press inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-ctl border border-line bg-quiet px-5 text-base font-semibold"
      >
        <ExternalLink aria-hidden="true" size={18} strokeWidth={1.75} />
        {text.sandboxBank}
      </a>
      <p className="text-center text-small text-text-3">{text.sandboxBankHelp}</p>
    </div>
  );
}

function SandboxBankSkeleton() {
  const { site } = useSite();
  if (!site.sandboxBankUrl) return null;
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-12" />
      <Skeleton className="mx-auto h-[1lh] w-64 text-small" />
    </div>
  );
}
