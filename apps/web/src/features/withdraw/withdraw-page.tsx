// /user/withdraw: available amount and blocking conditions, the form, and the pending request.

import { useQuery } from '@tanstack/react-query';

import { formatBaht } from '@chaba/money';

import { FeatureClosed } from '#parts/feature-closed';
import { MainWalletCard } from '#parts/main-wallet-card';
import { FreeSpinsNotice } from '#parts/open-rounds-notice';
import { toMoney, useIsBalanceCurrent, useShownBalance } from '#lib/wallet/balance';
import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Callout } from '@chaba/ui/callout';
import { ErrorState } from '#ui/error-state';
import { Money } from '#ui/money';
import { MoneyCard, MoneyCardBody } from '#ui/money-card';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';
import { TurnoverMeter } from '#parts/turnover-meter';
import { LatestWithdrawal } from './latest-withdrawal.tsx';
import { TurnoverLines } from './turnover-lines.tsx';
import { WithdrawForm, WithdrawFormSkeleton } from './withdraw-form.tsx';
import { withdrawConditionQuery, type Condition } from './withdraw.queries.ts';
import { readCap } from './withdraw-rules.ts';
import { text } from './withdraw.text.ts';

const FREE_SPINS = 'WITHDRAW_FREE_SPINS';
/** Reasons that can end without a wallet event, so they are polled: a lost round, a rejected win, a closed dispute. */
const silentReasons = [
  'WITHDRAW_BET_OPEN',
  FREE_SPINS,
  'WITHDRAW_WIN_HELD',
  'WITHDRAW_BONUS_ENDING',
  'WITHDRAW_DISPUTED',
];
const REASON_POLL_MS = 10_000;

export function WithdrawPage() {
  const { site, isKnown } = useSite();
  // Spec §3: Withdraw.canWithdraw. A form that every press rejects is not shown.
  const isClosed = isKnown && !site.Withdraw.canWithdraw;
  const {
    data: condition,
    error,
    refetch,
  } = useQuery({
    ...withdrawConditionQuery,
    refetchInterval: ({ state }) =>
      state.data?.reasons.some(({ code }) => silentReasons.includes(code)) === true ? REASON_POLL_MS : false,
  });
  if (!condition && error) return <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />;
  if (!condition) return <WithdrawSkeleton />;

  return (
    <>
      {isClosed ? <FeatureClosed title={text.closed} help={text.closedHelp} /> : <Lead />}
      <ConditionCard condition={condition} />
      <TurnoverLines />
      <Reasons condition={condition} />
      {condition.reasons.some(({ code }) => code === FREE_SPINS) && <FreeSpinsNotice />}
      <LatestWithdrawal />
      <MainWalletCard />
      {!isClosed && <WithdrawForm condition={condition} />}
    </>
  );
}

function Lead() {
  return <p className="text-label text-text-2">{text.lead}</p>;
}

function ConditionCard({ condition }: { readonly condition: Condition }) {
  const cap = readCap(condition);
  return (
    <MoneyCard>
      <MoneyCardBody>
        <p className="text-small text-text-2">
          {condition.canWithdraw && cap === undefined ? text.available : text.gameWallet}
        </p>
        <Money value={toMoney(condition.gameWallet)} size="card" />
        {cap !== undefined && (
          <p className="num mt-1 text-label text-text-2">
            {text.maxWithdraw} <b className="font-semibold text-text">{text.inBaht(formatBaht(cap))}</b>
          </p>
        )}
        <div className="mt-4">
          <TurnoverMeter
            now={toMoney(condition.nowTurnover)}
            need={toMoney(condition.needTurnover)}
            canWithdraw={condition.canWithdraw}
          />
        </div>
      </MoneyCardBody>
    </MoneyCard>
  );
}

/** Reasons already shown on this page by the meter or by the card of the pending request. */
const shownElsewhere = ['TURNOVER_NOT_MET', 'WITHDRAW_ALREADY_OPEN', 'WITHDRAW_CLOSED'];

function Reasons({ condition: { reasons } }: { readonly condition: Condition }) {
  const shown = reasons.filter(({ code }) => !shownElsewhere.includes(code));
  if (shown.length === 0) return null;
  return (
    <Callout tone="warning">
      <ul>
        {shown.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </Callout>
  );
}

/** Known figures appear at once, as in the header; a stale balance does not, because it has no time here. */
function WithdrawSkeleton() {
  const isCurrent = useIsBalanceCurrent();
  const baht = useShownBalance();
  return (
    <>
      <Lead />
      <SkeletonGroup>
        {baht === undefined || !isCurrent ? (
          <Skeleton className="h-52 rounded-sheet" />
        ) : (
          <MoneyCard>
            <MoneyCardBody>
              <p className="text-small text-text-2">{text.gameWallet}</p>
              <Money value={toMoney(baht)} size="card" />
              <Skeleton className="mt-4 mb-2.5 h-20" />
            </MoneyCardBody>
          </MoneyCard>
        )}
      </SkeletonGroup>
      <WithdrawFormSkeleton />
    </>
  );
}
