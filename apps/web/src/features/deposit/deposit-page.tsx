// /user/deposit: whom to transfer to, whether to take promotions, the slip, the rules. In the order the hands work.

import { useQuery } from '@tanstack/react-query';
import { MessageCircleMore } from 'lucide-react';

import { MainWalletCard } from '#layouts/main-wallet-card';
import { PromotionSwitch } from '#layouts/promotion-switch';
import { sentenceOf } from '#lib/refusal';
import { useSite } from '#lib/site';
import { chatAddress } from '#lib/support';
import { ErrorBoundary } from '#ui/error-boundary';
import { ErrorState } from '#ui/error-state';
import { RuleCard } from '#ui/rule-card';

import { AccountList } from './account-list.tsx';
import { depositAccountsQuery } from './deposit.queries.ts';
import { text } from './deposit.text.ts';
import { LimitNote } from './limit-note.tsx';
import { NextBonus } from './next-bonus.tsx';
import { SlipUpload } from './slip-upload.tsx';
import { SlipWatch } from './slip-watch.tsx';

export function DepositPage() {
  return (
    <>
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
      <Help />
    </>
  );
}

function Accounts() {
  const { data, error, refetch } = useQuery(depositAccountsQuery);
  if (!data && error) return <ErrorState sentence={sentenceOf(error)} onRetry={() => void refetch()} />;
  return <AccountList accounts={data} />;
}

function Help() {
  const { site } = useSite();
  return (
    <div className="flex flex-col items-center gap-1 text-center text-small text-text-3">
      <a
        href={chatAddress(site.LineId)}
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
