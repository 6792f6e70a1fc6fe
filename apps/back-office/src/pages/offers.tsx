// Promotions: the list with sums and costs, and one with what is in force, its draft beside it, and its versions.
//
// Always true: a button stands only where a role may begin the action. A draft changes nothing that a member sees.
//
// Elsewhere: the editor of a draft (promotion-editor.tsx).

import type { ActionName } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import type { PromotionDetail, PromotionRow, PromotionTerms } from '@chaba/contract/back-office/offer-wire';
import type { Role } from '@chaba/contract/back-office/roles';
import { Badge } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { promotionQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useTime, useWords } from '#text/language';
import { useOfferWords } from '#text/offer-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { ListPage } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';

import { mayAct } from './member-actions.tsx';
import { OfferTabs } from './offer-tabs.tsx';
import {
  CostBadge,
  CostFacts,
  getBonusWord,
  listChanged,
  PromotionState,
  TERM_NAMES,
  TermChanges,
  TermFacts,
  useTermFormat,
} from './promotion-parts.tsx';
import { useListState } from './use-list.ts';

const LINK =
  'inline-flex min-h-11 items-center justify-center rounded-[8px] border border-line bg-surface-2 px-3 text-small lg:min-h-9';

export function OffersPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const text = useOfferWords();
  const state = useListState();
  const listed = useListRows(site, 'promotions', { keyOf: ({ promotion }) => promotion });
  const { chosen } = state;
  return (
    <ListPage
      title={text.title}
      placeholder={text.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen === undefined ? undefined : <PromotionPanel key={chosen} site={site} promotion={chosen} roles={roles} />
      }
      tools={
        <>
          <OfferTabs site={site} />
          {mayAct(roles, 'promotion.save-draft') && (
            <Link to={`/${site}/offers/edit`} className={`ml-auto ${LINK}`}>
              {text.create}
            </Link>
          )}
        </>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={text.empty} help={text.emptyHelp} />}
        label={text.title}
        columns={useColumns()}
        chosen={chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useColumns(): readonly Column<PromotionRow, ColumnId<'promotions'>>[] {
  const text = useOfferWords();
  const format = useTermFormat();
  const { columns } = text;
  return [
    {
      id: 'promotion',
      title: columns.promotion,
      cell: ({ promotion, terms }) => (
        <>
          <strong className="block font-semibold">{terms['title'] ?? promotion}</strong>
          <span className="text-micro text-text-2">{promotion}</span>
        </>
      ),
    },
    {
      id: 'worth',
      title: columns.worth,
      cell: ({ terms }) => (
        <>
          {format(getBonusWord(terms), terms[getBonusWord(terms)])}
          <span className="block text-micro text-text-2">{format('for', terms['for'])}</span>
        </>
      ),
    },
    {
      id: 'terms',
      title: columns.terms,
      isWide: true,
      cell: ({ terms }) => (
        <span className="text-text-2">
          {text.minimum(terms['min'] ?? '–')}
          <span className="block">{text.turnoverOf(terms['turnover'] ?? '–')}</span>
        </span>
      ),
    },
    ...useStateColumns(),
  ];
}

/** Sums, cost and state. */
function useStateColumns(): readonly Column<PromotionRow, ColumnId<'promotions'>>[] {
  const text = useOfferWords();
  const { columns } = text;
  return [
    {
      id: 'given',
      title: columns.given,
      isNumber: true,
      cell: ({ given, budget }) => (
        <>
          {formatAmount(given)}
          <span className="block text-text-2">{budget === null ? text.noBudget : formatAmount(budget)}</span>
        </>
      ),
    },
    {
      id: 'cost',
      title: columns.cost,
      isWide: true,
      cell: ({ cost }) =>
        cost === null ? (
          '–'
        ) : (
          <span className="flex flex-wrap items-center gap-1 whitespace-nowrap">
            {cost.share === null ? text.noLimit : `${cost.share} %`}
            {!cost.isWithinBound && <CostBadge cost={cost} />}
          </span>
        ),
    },
    {
      id: 'state',
      title: columns.state,
      cell: ({ state, draft, request }) => (
        <span className="flex flex-wrap items-center gap-1 whitespace-nowrap">
          <PromotionState state={state} />
          {draft !== null && state !== 'draft' && <Badge tone="info">{text.hasDraft}</Badge>}
          {request !== null && <Badge tone="warning">{request}</Badge>}
        </span>
      ),
    },
  ];
}

function PromotionPanel({
  site,
  promotion,
  roles,
}: {
  readonly site: string;
  readonly promotion: string;
  readonly roles: readonly Role[];
}) {
  const text = useOfferWords();
  const { data, error, isPending, refetch } = useQuery(promotionQuery(site, promotion));
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const { inForce, draft } = data;
  return (
    <div className="dense grid gap-4 py-3">
      <div>
        <h2 className="text-title-3">{data.terms['title'] ?? promotion}</h2>
        <p className="flex flex-wrap items-center gap-2 text-text-2">
          {promotion}
          <PromotionState state={data.state} />
          {data.version > 0 && text.version(data.version)}
        </p>
      </div>
      {data.request !== null && (
        <Callout tone="warning">
          <Link to={`/${site}/requests?open=${data.request}`} className="underline">
            {text.waits(data.request)}
          </Link>
        </Callout>
      )}
      <PromotionButtons site={site} detail={data} roles={roles} />
      {draft !== null && <DraftSection detail={data} draft={draft} />}
      {inForce !== null && (
        <section aria-label={text.inForce}>
          <h3 className="mb-1 font-semibold">{text.inForce}</h3>
          <Facts
            facts={[
              [text.given, formatAmount(data.given)],
              [text.budget, data.budget === null ? text.noBudget : formatAmount(data.budget)],
            ]}
          />
          <div className="mt-1">
            <TermFacts terms={inForce} />
          </div>
        </section>
      )}
      <section aria-label={text.columns.cost}>
        <h3 className="mb-1 font-semibold">{text.columns.cost}</h3>
        <CostFacts cost={data.cost} />
      </section>
      <Versions versions={data.versions} />
    </div>
  );
}

function DraftSection({
  detail,
  draft,
}: {
  readonly detail: PromotionDetail;
  readonly draft: NonNullable<PromotionDetail['draft']>;
}) {
  const text = useOfferWords();
  const time = useTime();
  const { inForce } = detail;
  return (
    <section aria-label={text.draft} className="rounded-[8px] bg-surface-2 p-3">
      <h3 className="font-semibold">{inForce === null ? text.draft : text.compare}</h3>
      <p className="mb-1 text-micro text-text-2">{text.savedBy(draft.savedBy, time(draft.savedAt))}</p>
      {inForce === null && <TermFacts terms={draft.terms} />}
      {inForce !== null && listChanged(inForce, draft.terms).length === 0 && <p>{text.same}</p>}
      {inForce !== null && listChanged(inForce, draft.terms).length > 0 && (
        <TermChanges label={text.compare} before={inForce} after={draft.terms} />
      )}
    </section>
  );
}

/** The lines of an input. */
export function toLines(terms: PromotionTerms): string {
  return TERM_NAMES.filter((name) => terms[name] !== undefined)
    .map((name) => `${name}=${terms[name] ?? ''}`)
    .join('\n');
}

function PromotionButtons({
  site,
  detail,
  roles,
}: {
  readonly site: string;
  readonly detail: PromotionDetail;
  readonly roles: readonly Role[];
}) {
  const words = useWords();
  const text = useOfferWords();
  const notice = useNotice();
  const [action, setAction] = useState<ActionName>();
  const { promotion, draft, inForce, request } = detail;
  const isOpen = request !== null;
  const offered: readonly (readonly [ActionName, boolean])[] = [
    ['promotion.publish', draft !== null && !isOpen],
    ['promotion.discard-draft', draft !== null],
    ['promotion.end', inForce?.['offered'] === 'yes'],
  ];
  const input = action === 'promotion.publish' ? { promotion, terms: toLines(draft?.terms ?? {}) } : { promotion };
  return (
    <div className="flex flex-wrap gap-2">
      {mayAct(roles, 'promotion.save-draft') && (
        <Link to={`/${site}/offers/edit/${promotion}`} className={LINK}>
          {draft === null ? text.editNew : text.edit}
        </Link>
      )}
      {offered
        .filter(([name, isPossible]) => isPossible && mayAct(roles, name))
        .map(([name]) => (
          <Button
            key={name}
            variant={name === 'promotion.publish' ? 'primary' : 'secondary'}
            onClick={() => setAction(name)}
          >
            {words.actions[name]}
          </Button>
        ))}
      {action && (
        <ActionDialog
          site={site}
          open={{ action, input, isTwo: action === 'promotion.publish', isPreviewed: true }}
          onClose={() => setAction(undefined)}
          onDone={(outcome) => {
            setAction(undefined);
            notice(
              outcome.request === undefined
                ? `${words.actions[action]} ${promotion}`
                : words.action.requested(outcome.request),
            );
          }}
        />
      )}
    </div>
  );
}

function Versions({ versions }: Pick<PromotionDetail, 'versions'>) {
  const text = useOfferWords();
  const time = useTime();
  if (versions.length === 0) return null;
  return (
    <section aria-label={text.versions}>
      <h3 className="mb-1 font-semibold">{text.versions}</h3>
      {versions.map(({ version, publishedAt, request, terms }, index) => {
        const before = versions[index + 1]?.terms;
        return (
          <details key={version} className="border-t border-hairline">
            <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-2 lg:min-h-9">
              {text.version(version)}
              <span className="text-text-2">{time(publishedAt)}</span>
              {request !== null && <span className="text-text-3">{request}</span>}
            </summary>
            <div className="pb-2">
              {before === undefined ? (
                <TermFacts terms={terms} />
              ) : (
                <TermChanges label={text.version(version)} before={before} after={terms} />
              )}
            </div>
          </details>
        );
      })}
    </section>
  );
}
