// The editor of a draft: terms at the left, what they bring and cost beside them, saved by one person.
//
// Always true: figures come from the server, for the terms that they stand beside. A wrong term is named at its field,
// and what was typed stays.
//
// Elsewhere: publishing (offers.tsx), the computation (apps/server/src/modules/operators/promotions.ts).

import type { PromotionEstimate, PromotionTerms } from '@chaba/contract/back-office/offer-wire';
import type { Role } from '@chaba/contract/back-office/roles';
import type { BonusWord } from '@chaba/promotions/kinds';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { CallError } from '#api/api';
import { estimateQuery, listQuery, promotionQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useSentence } from '#text/language';
import { useOfferWords } from '#text/offer-words';
import { Button } from '#ui/button';
import { Choice, Field } from '#ui/field';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';
import { useTitle } from '#ui/use-title';

import { mayAct } from './member-actions.tsx';
import { toLines } from './offers.tsx';
import { PromotionPreview } from './promotion-card.tsx';
import { BONUS_WORDS, CostFacts, getBonusWord } from './promotion-parts.tsx';

const NAME = /^[A-Za-z0-9_-]{1,40}$/;
const TITLE_LENGTH_MAX = 100;
const SETTLED_MS = 400;

/** The first terms of a new promotion; they cost less than the bound. */
const NEW: PromotionTerms = {
  title: '',
  percent: '20',
  max: '300',
  min: '100',
  turnover: '11x',
  cap: '5x',
  for: 'any',
  maxbet: '0',
  exclude: 'none',
  weights: 'LIVECASINO:25,POKER:10',
  budget: 'none',
  place: '0',
  offered: 'yes',
};

/** The first value of a kind that was chosen. */
const FIRST_VALUES: Readonly<Record<BonusWord, string>> = { percent: '20', baht: '100' };

export function PromotionEditorPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { promotion } = useParams();
  const text = useOfferWords();
  useTitle(promotion === undefined ? text.newTitle : text.editorTitle(promotion));
  const { data, error, refetch } = useQuery({
    ...promotionQuery(site, promotion ?? ''),
    enabled: promotion !== undefined,
    // A change of another person does not replace typed terms.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  if (!mayAct(roles, 'promotion.save-draft')) return <EmptyState title={text.title} />;
  if (promotion === undefined) return <Editor site={site} promotion={undefined} terms={NEW} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  return <Editor key={promotion} site={site} promotion={promotion} terms={data.draft?.terms ?? data.inForce ?? NEW} />;
}

function Editor({
  site,
  promotion,
  terms: saved,
}: {
  readonly site: string;
  readonly promotion: string | undefined;
  readonly terms: PromotionTerms;
}) {
  const text = useOfferWords();
  const [terms, setTerms] = useState(saved);
  const [isSaving, setSaving] = useState(false);
  const { name, typed, setTyped, isTaken, isNamed } = useName(site, promotion);
  const lines = toLines(terms);
  const estimate = useEstimate(site, isNamed ? name : 'new', lines);
  const isReady = isNamed && estimate.data !== undefined;
  const change = (name: string, value: string): void => setTerms((before) => changeTerm(before, name, value));
  return (
    <div className="p-3">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Link to={`/${site}/offers`} className="inline-flex min-h-11 items-center underline lg:min-h-0">
          {text.back}
        </Link>
        <h1 className="text-title-3">{promotion === undefined ? text.newTitle : text.editorTitle(promotion)}</h1>
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <form
          className="grid content-start gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) setSaving(true);
          }}
        >
          {promotion === undefined && (
            <Field
              label={text.name}
              value={typed}
              onChange={setTyped}
              maxLength={40}
              autoComplete="off"
              error={isTaken ? text.nameTaken : undefined}
              required
            />
          )}
          <TermFields terms={terms} wrong={estimate.wrong} onChange={change} />
          <div className="flex items-center justify-end gap-3">
            <Button type="submit" variant="primary" disabled={!isReady}>
              {text.save}
            </Button>
          </div>
        </form>
        <Figures estimate={estimate} />
      </div>
      {isSaving && <SaveDialog site={site} name={name} lines={lines} onClose={() => setSaving(false)} />}
    </div>
  );
}

/** The name of the promotion: fixed, or typed and not taken. */
function useName(site: string, promotion: string | undefined) {
  const [typed, setTyped] = useState('');
  const list = useInfiniteQuery(listQuery(site, 'promotions', {}, false));
  const names = list.data?.pages.flatMap(({ rows }) => rows.map((row) => row.promotion)) ?? [];
  const name = promotion ?? typed;
  const isTaken = promotion === undefined && names.includes(name);
  return { name, typed, setTyped, isTaken, isNamed: NAME.test(name) && !isTaken };
}

function SaveDialog({
  site,
  name,
  lines,
  onClose,
}: {
  readonly site: string;
  readonly name: string;
  readonly lines: string;
  readonly onClose: () => void;
}) {
  const text = useOfferWords();
  const notice = useNotice();
  const navigate = useNavigate();
  return (
    <ActionDialog
      site={site}
      open={{
        action: 'promotion.save-draft',
        input: { promotion: name, terms: lines },
        isTwo: false,
        isPreviewed: true,
      }}
      onClose={onClose}
      onDone={() => {
        notice(text.saved(name));
        void navigate(`/${site}/offers?open=${name}`);
      }}
    />
  );
}

function changeTerm(before: PromotionTerms, name: string, value: string): PromotionTerms {
  const words: readonly string[] = BONUS_WORDS;
  if (!words.includes(name)) return { ...before, [name]: value };
  // The bonus is of one kind.
  const others = Object.entries(before).filter(([term]) => !words.includes(term));
  return { ...Object.fromEntries(others), [name]: value };
}

type Estimate = {
  readonly data: PromotionEstimate | undefined;
  /** The term that the server did not accept. */
  readonly wrong: string | undefined;
  readonly error: unknown;
  readonly isWaiting: boolean;
};

/** The figures of the typed terms; none of older ones. */
function useEstimate(site: string, name: string, lines: string): Estimate {
  const [settled, setSettled] = useState(lines);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLED_MS, lines);
    return () => clearTimeout(timer);
  }, [lines]);
  const { data, error, isFetching } = useQuery(estimateQuery(site, name, settled));
  const isWaiting = settled !== lines || isFetching;
  const wrong = error instanceof CallError && error.code === 'FIELD_INVALID' ? error.params.field : undefined;
  return {
    data: settled === lines && error === null ? data : undefined,
    wrong: isWaiting ? undefined : wrong,
    error: isWaiting || wrong !== undefined ? undefined : (error ?? undefined),
    isWaiting,
  };
}

function TermFields({
  terms,
  wrong,
  onChange,
}: {
  readonly terms: PromotionTerms;
  readonly wrong: string | undefined;
  readonly onChange: (name: string, value: string) => void;
}) {
  const text = useOfferWords();
  const unit = getBonusWord(terms);
  const field = (name: string, isNumber = true): ReactNode => (
    <Field
      label={text.terms[name] ?? name}
      hint={text.hints[name]}
      error={wrong === name ? text.wrong(text.hints[name] ?? name) : undefined}
      value={terms[name] ?? ''}
      onChange={(value) => onChange(name, value)}
      autoComplete="off"
      inputMode={isNumber ? 'text' : undefined}
      maxLength={name === 'title' ? TITLE_LENGTH_MAX : undefined}
    />
  );
  const choice = (name: string, values: Readonly<Record<string, string>>): ReactNode => (
    <Choice label={text.terms[name] ?? name} value={terms[name] ?? ''} onChange={(value) => onChange(name, value)}>
      {Object.entries(values).map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </Choice>
  );
  return (
    <>
      {field('title', false)}
      <div className="grid gap-3 lg:grid-cols-2">
        <Choice label={text.unit} value={unit} onChange={(value) => onChange(value, FIRST_VALUES[value as BonusWord])}>
          {BONUS_WORDS.map((word) => (
            <option key={word} value={word}>
              {text.units[word]}
            </option>
          ))}
        </Choice>
        {field(unit)}
        {field('max')}
        {field('min')}
        {field('turnover')}
        {field('cap')}
        {choice('for', text.uses)}
        {field('maxbet')}
        {field('budget')}
        {field('place')}
        {choice('offered', text.offered)}
      </div>
      {field('exclude', false)}
      {field('weights', false)}
    </>
  );
}

function Figures({ estimate }: { readonly estimate: Estimate }) {
  const text = useOfferWords();
  const toSentence = useSentence();
  const { data, error, isWaiting, wrong } = estimate;
  return (
    <section aria-label={text.figures} aria-busy={isWaiting} className="grid content-start gap-4">
      <h2 className="text-title-3">{text.figures}</h2>
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {toSentence(error)}
        </p>
      )}
      {wrong !== undefined && (
        <p role="status" className="text-danger">
          {text.wrong(text.terms[wrong] ?? wrong)}
        </p>
      )}
      {data === undefined && isWaiting && <LoadingRows />}
      {data && (
        <>
          <OfferTable offers={data.offers} />
          <div className="dense">
            <CostFacts cost={data.cost} bestPlay={data.bestPlay} />
          </div>
          <h3 className="font-semibold">{text.card}</h3>
          <PromotionPreview promotion={data.card} />
        </>
      )}
    </section>
  );
}

function OfferTable({ offers }: Pick<PromotionEstimate, 'offers'>) {
  const text = useOfferWords();
  return (
    <table aria-label={text.figures} className="dense w-full">
      <thead>
        <tr>
          {[text.deposit, text.bonus, text.need, text.cap].map((title) => (
            <th key={title} scope="col" className="py-1 pl-2 text-right text-micro font-medium text-text-3">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {offers.map(({ deposit, offer }) => (
          <tr key={deposit} className="border-t border-hairline text-right">
            <th scope="row" className="py-1 pl-2 font-normal">
              {formatAmount(deposit)}
            </th>
            {offer === null ? (
              <td colSpan={3} className="py-1 pl-2 text-text-3">
                {text.noOffer}
              </td>
            ) : (
              <>
                <td className="py-1 pl-2 font-semibold">{formatAmount(offer.bonus)}</td>
                <td className="py-1 pl-2">{formatAmount(offer.need)}</td>
                <td className="py-1 pl-2">{offer.cap === null ? text.unlimited : formatAmount(offer.cap)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
