// The members of an alert side by side: a column each, what two of them share, and a drawing of it.
//
// Always true: a mark of a letter stands for the same device, network or name in every column. The list of pairs states
// all that the drawing shows.

import type { GroupComparison, GroupMember, GroupPair } from '@chaba/contract/back-office/risk';
import type { Role } from '@chaba/contract/back-office/roles';
import { Badge } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { alertGroupQuery } from '#api/queries';
import { formatAmount, useTime, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useRiskWords } from '#text/risk-words';
import { ErrorState, LoadingRows } from '#ui/states';

import { MemberLink } from './queue-parts.tsx';

type Place = { readonly site: string; readonly roles: readonly Role[] };

export function RiskGroup({ alert, ...place }: Place & { readonly alert: string }) {
  const { data, error, isPending, refetch } = useQuery(alertGroupQuery(place.site, alert));
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <GroupView {...place} group={data} />;
}

export function GroupView({ group, ...place }: Place & { readonly group: GroupComparison }) {
  const { group: words } = useRiskWords();
  return (
    <section aria-label={words.title} className="grid gap-3">
      <SideBySide {...place} group={group} />
      {group.members.length > 2 && <Drawing group={group} />}
      <Pairs group={group} />
      {group.left > 0 && <Callout>{words.left(group.left)}</Callout>}
    </section>
  );
}

function SideBySide({ group, site, roles }: Place & { readonly group: GroupComparison }) {
  const words = useRiskWords();
  const { group: own } = words;
  const { states } = useMemberWords();
  const text = useWords();
  const time = useTime();
  const rows: readonly (readonly [title: string, cell: (member: GroupMember) => ReactNode])[] = [
    [own.member, ({ name, sameName }) => <Marked letters={sameName === null ? [] : [sameName]}>{name}</Marked>],
    [own.state, ({ state }) => states[state as keyof typeof states] ?? state],
    [own.phone, ({ phone }) => phone],
    [own.account, ({ account }) => account],
    [own.devices, ({ devices }) => <Marked letters={devices}>{devices.length === 0 && text.none}</Marked>],
    [own.networks, ({ networks }) => <Marked letters={networks}>{networks.length === 0 && text.none}</Marked>],
    [own.registered, ({ registeredAt }) => time(registeredAt)],
    [own.seen, ({ seenAt }) => time(seenAt)],
    [own.deposits, ({ deposits }) => formatAmount(deposits)],
    [own.withdrawals, ({ withdrawals }) => formatAmount(withdrawals)],
    [own.firstBonus, ({ firstBonus }) => (firstBonus === null ? text.none : formatAmount(firstBonus.amount))],
  ];
  return (
    <div className="overflow-x-auto rounded-[8px] border border-hairline">
      <table className="w-full" aria-label={own.title}>
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 bg-surface px-2 py-1 text-left text-micro text-text-3">
              {own.what}
            </th>
            {group.members.map(({ memberId, reference }) => (
              <th key={reference} scope="col" className="px-2 py-1 text-left whitespace-nowrap">
                <MemberLink site={site} roles={roles} memberId={memberId} name={reference} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, cell]) => (
            <tr key={title} className="border-t border-hairline">
              <th
                scope="row"
                className="sticky left-0 bg-surface px-2 py-1 text-left text-micro font-medium whitespace-nowrap text-text-3"
              >
                {title}
              </th>
              {group.members.map((member) => (
                <td key={member.reference} className="px-2 py-1 whitespace-nowrap tabular-nums">
                  {cell(member)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value with the letters of what others have too. */
function Marked({ letters, children }: { readonly letters: readonly string[]; readonly children?: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {children}
      {letters.map((letter) => (
        <Badge key={letter} tone="warning">
          {letter}
        </Badge>
      ))}
    </span>
  );
}

/** Sentences about everything that the two share. */
function useSharedWords(): (pair: GroupPair) => readonly string[] {
  const { group: words } = useRiskWords();
  return ({ devices, networks, isSameName, opposite }) => [
    ...(isSameName ? [words.sameName] : []),
    ...(devices.length === 0 ? [] : [words.sharedDevices(devices.join(', '))]),
    ...(networks.length === 0 ? [] : [words.sharedNetworks(networks.join(', '))]),
    ...(opposite === null ? [] : [words.opposite(opposite.rounds, formatAmount(opposite.amount))]),
  ];
}

function Pairs({ group }: { readonly group: GroupComparison }) {
  const words = useRiskWords();
  const { group: own } = words;
  const toShared = useSharedWords();
  const time = useTime();
  const shown = group.pairs.filter((pair) => toShared(pair).length > 0 || pair.verdict !== null);
  if (shown.length === 0) return <p className="text-text-2">{own.nothing}</p>;
  return (
    <ul aria-label={own.pairs} className="grid gap-2">
      {shown.map((pair) => (
        <li key={`${pair.one} ${pair.other}`} className="rounded-[8px] bg-surface-2 px-2 py-1">
          <p className="font-semibold">{`${pair.one} – ${pair.other}`}</p>
          {toShared(pair).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {pair.verdict !== null && (
            <p className="text-text-2">
              {own.verdict(own.verdicts[pair.verdict.verdict], pair.verdict.by, time(pair.verdict.at))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

const SIZE = 240;
const RADIUS = 84;
const NODE = 15;
const QUARTER = Math.PI / 2;

/** Members on a circle; a line joins two who share something, a thick one two who share a device. */
function Drawing({ group }: { readonly group: GroupComparison }) {
  const { group: words } = useRiskWords();
  const toShared = useSharedWords();
  const { members } = group;
  const place = (reference: string): { readonly x: number; readonly y: number } => {
    const index = members.findIndex((member) => member.reference === reference);
    const angle = (index / members.length) * 2 * Math.PI - QUARTER;
    return { x: SIZE / 2 + RADIUS * Math.cos(angle), y: SIZE / 2 + RADIUS * Math.sin(angle) };
  };
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={words.drawing(members.length)}
      className="mx-auto w-full max-w-[280px] text-text-2"
    >
      {group.pairs
        .filter((pair) => toShared(pair).length > 0)
        .map((pair) => {
          const [from, to] = [place(pair.one), place(pair.other)];
          return (
            <line
              key={`${pair.one} ${pair.other}`}
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              stroke="currentColor"
              strokeWidth={pair.devices.length > 0 ? 3 : 1}
              strokeDasharray={pair.devices.length === 0 && !pair.isSameName ? '4 3' : undefined}
            />
          );
        })}
      {members.map(({ reference }) => {
        const { x, y } = place(reference);
        return (
          <g key={reference}>
            <circle cx={x} cy={y} r={NODE} className="fill-surface-2 stroke-current" />
            <text x={x} y={y + 4} textAnchor="middle" fontSize={11} className="fill-text">
              {reference.slice(-3)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
