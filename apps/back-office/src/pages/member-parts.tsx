// Parts of a member that the short view and the page share: head, why not, money.

import type { MemberDetail, MemberState, Reason } from '@chaba/contract/back-office/wire-members';
import { type RiskRule, riskRules } from '@chaba/contract/back-office/risk';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { formatAmount, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useRiskWords } from '#text/risk-words';
import { type FactPair, Facts } from '#ui/facts';

const TONES: Readonly<Record<MemberState, Tone>> = {
  locked: 'danger',
  excluded: 'warning',
  break: 'warning',
  open: 'success',
};

export function MemberStateBadge({ state }: { readonly state: MemberState }) {
  return <Badge tone={TONES[state]}>{useMemberWords().states[state]}</Badge>;
}

/** The key of a button, on a wide screen. */
export function Key({ name }: { readonly name: string }) {
  return (
    <kbd aria-hidden="true" className="hidden text-micro opacity-70 lg:inline">
      {name}
    </kbd>
  );
}

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Sentences above everything else: a break, pinned notes, a request that waits. */
export function MemberNotices({ detail }: { readonly detail: MemberDetail }) {
  const { page } = useMemberWords();
  const time = useTime();
  const isOnBreak = detail.state === 'excluded' || detail.state === 'break';
  return (
    <>
      {isOnBreak && (
        <Callout tone="warning">
          {detail.breakUntil === null ? page.breakForever : page.breakUntil(time(detail.breakUntil))}
        </Callout>
      )}
      <HarmNotice harm={detail.harm} />
      {detail.notes
        .filter(({ isPinned }) => isPinned)
        .map(({ id, text: note, writtenBy }) => (
          <Callout key={id} tone="warning">
            {note} <span className="text-text-2">{`— ${writtenBy}`}</span>
          </Callout>
        ))}
      {detail.request !== null && <Callout tone="warning">{page.requestOpen(detail.request)}</Callout>}
    </>
  );
}

/** Undecided marks of harm, with their figures. */
function HarmNotice({ harm }: Pick<MemberDetail, 'harm'>) {
  const words = useRiskWords();
  const time = useTime();
  if (harm.length === 0) return null;
  const rules: Readonly<Record<string, RiskRule>> = riskRules;
  return (
    <Callout tone="warning">
      <p className="font-semibold">{words.harm}</p>
      <ul>
        {harm.map(({ rule, figure, threshold, foundAt }) => {
          const unit = rules[rule]?.unit ?? 'times';
          const format = (value: string): string => (unit === 'baht' ? formatAmount(value) : value);
          const name = (words.rules as Readonly<Record<string, string>>)[rule] ?? rule;
          return (
            <li key={rule}>
              {words.harmLine(name, `${format(figure)} ${words.units[unit]}`, format(threshold), time(foundAt))}
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}

/** Why the member cannot withdraw, and why no bonus came: the sentences of the functions that decide. */
export function WhyNot({ detail }: { readonly detail: MemberDetail }) {
  const words = useMemberWords();
  const { newCode } = useWords();
  const { why } = words.page;
  const { bonus, withdrawReasons } = detail;
  const explain = ({ code, params }: Reason): string => words.withdrawReasons[code]?.(params) ?? newCode(code);
  return (
    <>
      <Section title={why.withdraw}>
        {withdrawReasons.length === 0 ? (
          <p className="text-success">{why.canWithdraw}</p>
        ) : (
          <ul className="list-disc pl-5">
            {withdrawReasons.map((reason) => (
              <li key={reason.code}>{explain(reason)}</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={why.bonus}>
        <p className="text-text-2">
          {bonus.deposit === null ? why.bonusExample(bonus.amount) : why.bonusOf(bonus.deposit, bonus.amount)}
        </p>
        {bonus.granted !== null && <p className="text-success">{why.granted(bonus.granted)}</p>}
        {bonus.granted === null && bonus.obstacle !== null && (
          <p className="text-warning">{words.bonusObstacles[bonus.obstacle] ?? bonus.obstacle}</p>
        )}
        {bonus.promotions.length === 0 && <p className="text-text-2">{why.noPromotions}</p>}
        <ul className="list-disc pl-5">
          {bonus.promotions.map(({ id, title, against, bonus: brings }) => (
            <li key={id}>
              {title}
              {': '}
              {against === null
                ? why.wouldGrant(brings ?? '0.00')
                : (words.promotionTerms[against.code]?.(against.params) ?? against.code)}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

export function Money({ site, detail }: { readonly site: string; readonly detail: MemberDetail }) {
  const { page } = useMemberWords();
  const names = page.position;
  const { position, leaving } = detail;
  const rows: readonly (readonly [string, string])[] = [
    [names.inPlay, position.inPlay],
    [names.held, position.held],
    [names.main, position.main],
    [names.cashback, position.cashback],
    [names.affiliate, position.affiliate],
    [names.residual, position.residual],
    [names.owed, position.owed],
    [names.frozen, position.frozen],
  ];
  const facts: readonly FactPair[] = [
    [names.playable, <strong key="playable">{formatAmount(position.playable)}</strong>],
    ...rows.filter(([, amount]) => amount !== '0.00').map(([name, amount]): FactPair => [name, formatAmount(amount)]),
    ...(position.openRounds === 0 ? [] : [[names.openRounds, position.openRounds] as const]),
    [names.coins, `${position.coins} / ${position.spins}`],
    [page.deposits, formatAmount(detail.deposits)],
    [page.withdrawals, formatAmount(detail.withdrawals)],
  ];
  return (
    <>
      <Section title={names.title}>
        <Facts facts={facts} />
      </Section>
      {leaving && (
        <Section title={page.leaving}>
          <p>
            <Link
              to={`/${site}/withdrawals?queue=recent&open=${leaving.reference}`}
              className="font-semibold underline"
            >
              {leaving.reference}
            </Link>
            {` · ${formatAmount(leaving.amount)} · ${page.leavingStates[leaving.state] ?? leaving.state}`}
          </p>
        </Section>
      )}
      <Turnover detail={detail} />
    </>
  );
}

function Turnover({ detail }: { readonly detail: MemberDetail }) {
  const { page } = useMemberWords();
  const time = useTime();
  const { lines } = detail.position;
  return (
    <Section title={page.turnover}>
      {lines.length === 0 && <p className="text-text-2">{page.noTurnover}</p>}
      <ul className="grid gap-2">
        {lines.map((line) => {
          const share = line.required === '0.00' ? 100 : (Number(line.progress) / Number(line.required)) * 100;
          const more = [
            line.bonus === '0.00' ? '' : page.ofBonus(line.bonus),
            line.cap === null ? '' : page.cap(line.cap),
            line.expiresAt === null ? '' : page.until(time(line.expiresAt)),
          ].filter((each) => each !== '');
          return (
            <li key={`${line.source}-${line.createdAt}`}>
              <p className="flex flex-wrap justify-between gap-x-2">
                <span>{page.sources[line.source] ?? line.source}</span>
                <span>{line.remaining === '0.00' ? page.met : page.remaining(line.remaining)}</span>
              </p>
              <span aria-hidden="true" className="my-1 block h-1.5 overflow-hidden rounded-full bg-surface-3">
                <span className="block h-full bg-accent" style={{ width: `${Math.min(100, share)}%` }} />
              </span>
              <p className="text-micro text-text-2">
                {[`${formatAmount(line.progress)} / ${formatAmount(line.required)}`, ...more].join(' · ')}
              </p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

export function useIdentityFacts(detail: MemberDetail): readonly FactPair[] {
  const text = useWords();
  const time = useTime();
  const { page } = useMemberWords();
  const yesNo = (value: boolean): string => (value ? text.yes : text.no);
  return [
    [page.verified, yesNo(detail.isNameVerified)],
    [page.acceptsBonus, yesNo(detail.acceptsBonus)],
    [page.registered, time(detail.registeredAt)],
    [page.seen, time(detail.seenAt)],
    [
      page.playerId,
      <span key="id" className="break-all">
        {detail.playerId}
      </span>,
    ],
  ];
}
