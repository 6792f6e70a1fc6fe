// Terms of use of the site: the versions with their acceptances, the text in force, and a new version compared with it.
//
// Always true: a new version is a request that another person decides, who sees the same comparison.

import { actions } from '@chaba/contract/back-office/actions';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { TermsDetail } from '@chaba/contract/back-office/site-wire';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { TERMS_LENGTH_MAX } from '@chaba/contract/constraints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { termsQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { useTime, useWords } from '#text/language';
import { useSiteWords } from '#text/site-words';
import { Button } from '#ui/button';
import { Compare } from '#ui/compare';
import { TextArea } from '#ui/field';
import { ListPage } from '#ui/list-page';
import { ErrorState, LoadingRows } from '#ui/states';

import { SiteViews } from './site-views.tsx';

const ACTION = 'site.publish-terms';

export function TermsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { views } = useSiteWords();
  const { data, error, isPending, refetch } = useQuery(termsQuery(site));
  return (
    <ListPage
      title={views.terms}
      placeholder={undefined}
      onClosePanel={() => undefined}
      panel={undefined}
      tools={<SiteViews site={site} />}
    >
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className="dense grid gap-4 p-3 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <Editor key={data.versions.length} site={site} roles={roles} detail={data} />
          <Versions detail={data} />
        </div>
      )}
    </ListPage>
  );
}

function Versions({ detail: { versions } }: { readonly detail: TermsDetail }) {
  const { terms: text } = useSiteWords();
  const time = useTime();
  return (
    <section aria-label={text.versions}>
      <h2 className="mb-1 font-semibold">{text.versions}</h2>
      {versions.length === 0 && <p className="text-text-2">{text.empty}</p>}
      <ul>
        {versions.toReversed().map(({ version, publishedAt, accepted }) => (
          <li key={version} className="border-t border-hairline py-2">
            {text.version(version, time(publishedAt))}
            <span className="block text-text-2">{text.accepted(accepted)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Editor({
  site,
  roles,
  detail,
}: {
  readonly site: string;
  readonly roles: readonly Role[];
  readonly detail: TermsDetail;
}) {
  const words = useWords();
  const { terms: text, openRequest } = useSiteWords();
  const notice = useNotice();
  const [draft, setDraft] = useState(detail.content);
  const [isOpen, setOpen] = useState(false);
  const content = draft.trim();
  const isReady = content !== '' && content !== detail.content;
  const canAct = findActingRole(roles, actions[ACTION].permission) !== undefined;

  function onDone(outcome: ActionOutcome): void {
    setOpen(false);
    notice(outcome.request === undefined ? words.action.done : words.action.requested(outcome.request));
  }

  return (
    <div className="grid content-start gap-4">
      {detail.request !== null && (
        <Link to={`/${site}/requests?open=${detail.request}`} className="underline">
          {openRequest(detail.request)}
        </Link>
      )}
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) setOpen(true);
        }}
      >
        <TextArea
          label={text.content}
          hint={text.hint}
          rows={18}
          maxLength={TERMS_LENGTH_MAX}
          readOnly={!canAct}
          value={draft}
          onChange={setDraft}
        />
        {canAct && (
          <Button type="submit" variant="primary" disabled={!isReady}>
            {text.publish}
          </Button>
        )}
      </form>
      {isReady && <Compare label={text.compare} before={detail.content} after={content} words={text.words} />}
      {isOpen && (
        <ActionDialog
          site={site}
          open={{ action: ACTION, input: { content }, isTwo: true, isPreviewed: true }}
          onClose={() => setOpen(false)}
          onDone={onDone}
        />
      )}
    </div>
  );
}

/** The text of a request compared with the one in force. */
export function TermsCompare({ site, content }: { readonly site: string; readonly content: string }) {
  const { terms: text } = useSiteWords();
  const { data, error, isPending, refetch } = useQuery(termsQuery(site));
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Compare label={text.compare} before={data.content} after={content} words={text.words} />;
}
