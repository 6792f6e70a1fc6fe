// /user/deposit: receiving accounts, promotion switch, slip upload and rules, in the order of use.

import { useQuery } from '@tanstack/react-query';

import { MainWalletCard } from '#parts/main-wallet-card';
import { PromotionSwitch } from '#parts/promotion-switch';
import { getErrorMessage } from '#lib/api/api-error';
import { ErrorBoundary } from '#ui/error-boundary';
import { ErrorState } from '#ui/error-state';
import { RuleCard } from '#ui/rule-card';

import { AccountList } from './account-list.tsx';
import { DepositHelp } from './deposit-help.tsx';
import { depositAccountsQuery } from './deposit.queries.ts';
import { text } from './deposit.text.ts';
import { LimitNote } from './limit-note.tsx';
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
