// Deposit-auto and deposit-wallet (spec §2): account cards of one kind, chat-bot link and rules, in a modal over the
// current page.

import { useQuery } from '@tanstack/react-query';

import { getErrorMessage } from '#lib/api/api-error';
import { ErrorState } from '#ui/error-state';
import { RuleCard } from '#ui/rule-card';

import { AccountsOfKind } from './account-list.tsx';
import { DepositHelp } from './deposit-help.tsx';
import { depositAccountsQuery } from './deposit.queries.ts';
import { text } from './deposit.text.ts';

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
