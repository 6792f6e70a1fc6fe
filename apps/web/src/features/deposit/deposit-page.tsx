// /user/deposit: receiving accounts, promotion switch, slip upload and rules, in the order of use.

import { useQuery } from '@tanstack/react-query';
import { MessageCircleMore } from 'lucide-react';

import { formatBaht, subtract } from '@chaba/money';

import { MainWalletCard } from '#parts/main-wallet-card';
import { PromotionSwitch } from '#parts/promotion-switch';
import { getErrorMessage } from '#lib/api/api-error';
import { ErrorBoundary } from '#ui/error-boundary';
import { ErrorState } from '#ui/error-state';
import { RuleCard } from '#ui/rule-card';
import { toMoney } from '#lib/wallet/balance';
import { depositLimitsQuery } from '#lib/member/member-limits';
import { Callout } from '@chaba/ui/callout';
import { useSite } from '#lib/site/site';
import { buildChatUrl } from '#lib/site/support';

import { AccountList, AccountsOfKind } from './account-list.tsx';
import { depositAccountsQuery } from './deposit.queries.ts';
import { text } from './deposit.text.ts';
import { NextBonus } from './next-bonus.tsx';
import { SlipUpload } from './slip-upload.tsx';
import { SlipWatch } from './slip-watch.tsx';

export function DepositPage() {
  return (
    <>
      <p className="text-label text-text-2">{text.lead}</p>
      <Accounts />
      <LimitNote />
      <MainWalletCard />
      <PromotionSwitch />
      <NextBonus />
      <ErrorBoundary>
        <SlipUpload />
      </ErrorBoundary>
      <SlipWatch />
      <RuleCard title={text.rulesTitle} rules={text.rules} />
      <DepositHelp />
    </>
  );
}

function Accounts() {
  const { data, error, refetch } = useQuery(depositAccountsQuery);
  if (!data && error) return <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />;
  return <AccountList accounts={data} />;
}

/** The amount that the member's own deposit limits still allow, shown before the transfer. */
function LimitNote() {
  const { data: limits = [] } = useQuery(depositLimitsQuery);
  const [lowest] = limits
    .flatMap(({ span, Amount, used }) =>
      Amount === null ? [] : [{ span, left: subtract(toMoney(Amount), toMoney(used)) }],
    )
    .toSorted((one, other) => (one.left < other.left ? -1 : 1));
  // With nothing left the accounts are hidden and replaced by the reason.
  if (!lowest || lowest.left <= 0n) return null;
  return <Callout>{text.limitLeft(text.limitSpans[lowest.span], formatBaht(lowest.left))}</Callout>;
}

/** Bank accounts: the bank feed credits a transfer without a slip. */
export function DepositAutoSheet() {
  return <DepositSheet kind="bank" />;
}

export function DepositWalletSheet() {
  return <DepositSheet kind="wallet" />;
}

function DepositSheet({ kind }: { readonly kind: 'bank' | 'wallet' }) {
  const { data, error, refetch } = useQuery(depositAccountsQuery);
  return (
    <>
      {!data && error ? (
        <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <AccountsOfKind accounts={data} kind={kind} />
      )}
      <DepositHelp />
      <RuleCard title={text.rulesTitle} rules={kind === 'wallet' ? text.walletRules : text.rules} />
    </>
  );
}

/** Help with a deposit: the chat bot, and the contact for cash. */
function DepositHelp() {
  const { site } = useSite();
  return (
    <div className="flex flex-col items-center gap-1 text-center text-small text-text-3">
      <a
        href={buildChatUrl(site.LineId)}
        target="_blank"
        rel="noreferrer"
        className="press inline-flex min-h-11 items-center gap-2 text-label font-medium text-text-2 underline underline-offset-4"
      >
        <MessageCircleMore aria-hidden="true" size={20} strokeWidth={1.75} />
        {text.bot}
      </a>
      <p>{text.cash}</p>
    </div>
  );
}
