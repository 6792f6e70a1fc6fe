// The sheet of a game: figures, rules, verification and the certified report, for members and visitors. Loaded when it
// is first opened.
//
// Elsewhere: the button and the long press that open it (game-tile.tsx), the data (server, play/lobby.ts).

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { GameSheet as Facts } from '@chaba/contract/play';
import { getGameSheet } from '@chaba/contract/requests';

import { getCataloguePicture } from '#art/gallery';
import { getErrorMessage } from '#lib/api/api-error';
import { send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';
import { useIsSignedIn } from '#lib/member/session';
import { paths } from '#lib/paths';
import { classNames } from '@chaba/ui/class-names';
import { ButtonLink } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { Chip, ChipRow } from '#ui/chip';
import { Sheet } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import { Picture } from '#ui/picture';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { text } from './game-sheet.text.ts';

/** A game, or the first game of a provider. */
export type SheetSubject = { readonly ch: string; readonly gameCode?: string; readonly name: string };

const FRESH_MS = 10 * 60_000;

const sheetQuery = (ch: string, gameCode: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.gameSheet, ch, gameCode ?? ''],
    queryFn: ({ signal }) => send(getGameSheet, { query: { ch, ...(gameCode && { gameCode }) }, signal }),
    staleTime: FRESH_MS,
  });

export function GameSheet({
  subject,
  isOpen,
  onClose,
}: {
  readonly subject: SheetSubject;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<{ readonly of: SheetSubject; readonly gameCode: string }>();
  const gameCode = chosen?.of === subject ? chosen.gameCode : subject.gameCode;
  const { data, error, refetch } = useQuery({
    ...sheetQuery(subject.ch, gameCode),
    placeholderData: (known) => (known?.ch === subject.ch ? keepPreviousData(known) : undefined),
  });
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={data?.name ?? subject.name}>
      {data && <Content facts={data} onChoose={(code) => setChosen({ of: subject, gameCode: code })} />}
      {!data && error && <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ContentSkeleton />}
    </Sheet>
  );
}

function Content({ facts, onChoose }: { readonly facts: Facts; readonly onChoose: (gameCode: string) => void }) {
  const { ch, gameCode, games, img, category, providerName, mechanic, isOpen, closedBy, closedReason } = facts;
  const isSignedIn = useIsSignedIn();
  return (
    <div className="flex flex-col gap-4">
      {games.length > 1 && (
        <ChipRow label={text.gamesOf(providerName)}>
          {games.map((game) => (
            <Chip key={game.gameCode} isOn={game.gameCode === gameCode} onClick={() => onChoose(game.gameCode)}>
              {game.name}
            </Chip>
          ))}
        </ChipRow>
      )}
      <div className="flex items-center gap-4">
        <Picture
          picture={getCataloguePicture(img, gameCode, category)}
          sizes="88px"
          className="size-22 flex-none rounded-tile"
        />
        <div className="min-w-0">
          <p className="text-base">{providerName}</p>
          <p className="text-small text-text-2">
            {[text.category[category], ...(mechanic ? [text.mechanic[mechanic]] : [])].join(' · ')}
          </p>
        </div>
      </div>
      {!isOpen && (
        <Callout tone="warning">
          <strong className="block font-semibold">{text.closedBy[closedBy ?? 'operator']}</strong>
          {closedReason ?? text.maintenance}
        </Callout>
      )}
      <Figures facts={facts} />
      {facts.sections.length > 0 && <Rules facts={facts} />}
      <Proof facts={facts} />
      {isOpen && (
        <ButtonLink to={isSignedIn ? paths.member.playing(ch, gameCode) : paths.login} isWide>
          {isSignedIn ? text.play : text.signInToPlay}
        </ButtonLink>
      )}
    </div>
  );
}

function Figures({ facts }: { readonly facts: Facts }) {
  const { isOfBestPlace, returnPercent, volatility, payingPercent, gainingPercent, largest, stakes } = facts;
  const [least, most] = [stakes.at(0), stakes.at(-1)];
  return (
    <div>
      <dl className="divide-y divide-hairline">
        {returnPercent !== undefined && <Figure term={text.returned}>{text.percent(returnPercent)}</Figure>}
        {volatility !== undefined && (
          <Figure term={text.volatility}>
            <span className="inline-flex items-center gap-2">
              <span aria-hidden="true" className="flex gap-1">
                {[1, 2, 3, 4, 5].map((mark) => (
                  <span
                    key={mark}
                    className={classNames('h-3.5 w-2 rounded-full', mark <= volatility ? 'bg-brand-text' : 'bg-line')}
                  />
                ))}
              </span>
              <span className="sr-only">{text.ofFive(volatility)}</span>
              {text.volatilityWords[volatility - 1]}
            </span>
          </Figure>
        )}
        {payingPercent !== undefined && (
          <Figure term={isOfBestPlace ? text.winning : text.paying}>{text.percent(payingPercent)}</Figure>
        )}
        {gainingPercent !== undefined && <Figure term={text.gaining}>{text.percent(gainingPercent)}</Figure>}
        {largest && (
          <Figure term={text.largest}>
            {text.times(largest.times)}
            <span className="block text-small text-text-2">
              {largest.oneIn === undefined ? text.simulated(largest.simulatedRounds ?? 0) : text.oneIn(largest.oneIn)}
            </span>
          </Figure>
        )}
        {least !== undefined && most !== undefined && <Figure term={text.stakes}>{text.range(least, most)}</Figure>}
      </dl>
      {isOfBestPlace && returnPercent !== undefined && (
        <p className="mt-1.5 text-small text-text-2">{text.bestPlace}</p>
      )}
    </div>
  );
}

function Figure({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <dt className="text-text-2">{term}</dt>
      <dd className="num text-right font-medium">{children}</dd>
    </div>
  );
}

function Rules({ facts }: { readonly facts: Facts }) {
  return (
    <details className="group border-y border-hairline">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 text-base font-medium">
        {text.rules}
        <ChevronDown aria-hidden="true" size={20} className="text-text-2 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-3 pb-4 text-label leading-[1.7]">
        {facts.sections.map(({ heading, body }) => (
          <div key={heading}>
            {heading !== '' && <h3 className="font-semibold">{heading}</h3>}
            {body.map((line) => (
              <p key={line} className="text-text-2">
                {line}
              </p>
            ))}
          </div>
        ))}
      </div>
    </details>
  );
}

function Proof({ facts: { fairness, reportUrl, verifyUrl } }: { readonly facts: Facts }) {
  if (fairness === undefined) return null;
  return (
    <section aria-labelledby="game-sheet-proof">
      <h3 id="game-sheet-proof" className="text-base font-medium">
        {text.checked}
      </h3>
      <p className="text-label leading-[1.7] text-text-2">{fairness}</p>
      <div className="flex flex-wrap gap-x-5">
        {reportUrl !== undefined && <OutsideLink href={reportUrl}>{text.report}</OutsideLink>}
        {verifyUrl !== undefined && <OutsideLink href={verifyUrl}>{text.verify}</OutsideLink>}
      </div>
    </section>
  );
}

function OutsideLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="press inline-flex min-h-11 items-center gap-1.5 text-label font-medium text-accent"
    >
      {children}
      <ExternalLink aria-hidden="true" size={16} strokeWidth={1.75} />
    </a>
  );
}

function ContentSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-4">
      <Skeleton className="size-22 rounded-tile!" />
      <Skeleton className="h-52" />
      <Skeleton className="h-12" />
    </SkeletonGroup>
  );
}
