// Requests of two people: what was requested, by whom, who may decide, and the decision with a factor of its own.

import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import type { Role } from '@chaba/contract/back-office/roles';
import type { RequestDetail, RequestRow, SessionFacts } from '@chaba/contract/back-office/wire';
import { Badge } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { type FactorDraft, FactorField } from '#action/factor-field';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { CallError } from '#api/api';
import { requestQuery, sendDecision } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatSpan, useSentence, useTime, useWords } from '#text/language';
import { Button } from '#ui/button';
import { type Column, useKeys } from '#ui/data-table';
import { Facts, StoredFacts } from '#ui/facts';
import { TextArea } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { Modal } from '#ui/modal';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';
import { useConfirmKey } from '#ui/use-confirm-key';
import { useNow } from '#ui/use-now';

import { useListState } from './use-list.ts';

const TermsCompare = lazy(async () => ({ default: (await import('./terms.tsx')).TermsCompare }));

type Verdict = 'approved' | 'rejected' | 'withdrawn';
const STATES = ['open', 'closed'] as const;
const REASON_LENGTH_MIN = 3;

export function RequestsPage({ site, session }: { readonly site: string; readonly session: SessionFacts }) {
  const text = useWords();
  const state = useListState();
  const shown = state.get('state') === 'closed' ? 'closed' : 'open';
  const listed = useListRows(site, 'requests', { filter: { state: shown }, keyOf: ({ request }) => request });
  const columns = useColumns(shown);
  return (
    <ListPage
      title={text.requests.list}
      placeholder={text.requests.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        state.chosen === undefined ? undefined : (
          <RequestPanel key={state.chosen} site={site} request={state.chosen} session={session} />
        )
      }
      tools={
        <>
          <Chips
            label={text.requests.columns.verdict}
            values={STATES.map((each) => [each, text.requests.states[each]] as const)}
            chosen={shown}
            onChoose={(value) => state.filter({ state: value })}
          />
        </>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={text.requests.empty} help={text.requests.emptyHelp} />}
        label={text.requests.list}
        columns={columns}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useColumns(shown: 'open' | 'closed'): readonly Column<RequestRow, ColumnId<'requests'>>[] {
  const text = useWords();
  const { columns } = text.requests;
  return [
    { id: 'request', title: columns.request, cell: ({ request }) => request },
    { id: 'action', title: columns.action, cell: ({ action }) => text.actions[action] },
    {
      id: 'subject',
      title: columns.subject,
      cell: ({ subject }) => <strong className="font-semibold">{subject}</strong>,
    },
    { id: 'by', title: columns.by, cell: ({ requestedBy }) => requestedBy },
    {
      id: 'verdict',
      title: shown === 'open' ? columns.expires : columns.verdict,
      cell: (row) => <VerdictBadge row={row} />,
    },
  ];
}

function VerdictBadge({ row }: { readonly row: RequestRow }) {
  const text = useWords();
  const now = useNow();
  if (row.verdict !== null) {
    const tone = row.verdict === 'approved' ? 'success' : 'plain';
    return <Badge tone={tone}>{text.requests.verdicts[row.verdict] ?? row.verdict}</Badge>;
  }
  const left = (Date.parse(row.expiresAt) - now) / 1_000;
  const life = (Date.parse(row.expiresAt) - Date.parse(row.requestedAt)) / 1_000;
  if (left <= 0) return <Badge>{text.requests.verdicts['expired']}</Badge>;
  return <Badge tone={left < life / 2 ? 'warning' : 'info'}>{formatSpan(left)}</Badge>;
}

function RequestPanel({
  site,
  request,
  session,
}: {
  readonly site: string;
  readonly request: string;
  readonly session: SessionFacts;
}) {
  const text = useWords();
  const now = useNow();
  const notice = useNotice();
  const { data, error, isPending, refetch } = useQuery(requestQuery(site, request));
  const [verdict, setVerdict] = useState<Verdict>();
  const [link, setLink] = useState<string>();
  const isInvitation = data?.action.startsWith('operator.') === true;
  const isOpen = data !== undefined && data.verdict === null && Date.parse(data.expiresAt) > now;
  useKeys(isOpen && data.canDecide ? { KeyA: () => setVerdict('approved'), KeyR: () => setVerdict('rejected') } : {});
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="dense grid gap-4 py-3">
      <RequestFacts site={site} detail={data} />
      {link !== undefined && (
        <OnceShown label={isInvitation ? text.requests.link : text.requests.secret} value={link} />
      )}
      {isOpen && data.isOwn && <Callout tone="warning">{text.requests.own}</Callout>}
      {isOpen && <RequestButtons detail={data} onChoose={setVerdict} />}
      {verdict && (
        <DecisionDialog
          site={site}
          detail={data}
          verdict={verdict}
          session={session}
          onClose={() => setVerdict(undefined)}
          onDone={(secret) => {
            setVerdict(undefined);
            notice(`${text.requests.verdicts[verdict] ?? verdict} ${data.request}`);
            if (secret !== undefined) setLink(isInvitation ? `${location.origin}/enrolment#${secret}` : secret);
          }}
        />
      )}
    </div>
  );
}

/** The input of a request; a new text of the terms is compared with the one in force. */
function RequestInput({ site, detail: { action, input } }: { readonly site: string; readonly detail: RequestDetail }) {
  if (action !== 'site.publish-terms') return <StoredFacts facts={input} />;
  return (
    <Suspense fallback={<LoadingRows />}>
      <TermsCompare site={site} content={input['content'] ?? ''} />
    </Suspense>
  );
}

function RequestFacts({ site, detail: data }: { readonly site: string; readonly detail: RequestDetail }) {
  const text = useWords();
  const time = useTime();
  return (
    <>
      <div>
        <h2 className="text-title-3">{`${data.request} · ${text.actions[data.action]}`}</h2>
        <p className="text-base font-semibold">{data.subject}</p>
        <p className="text-text-2">{`${data.requestedBy} · ${time(data.requestedAt)}`}</p>
      </div>
      <p>
        <VerdictBadge row={data} />
      </p>
      {data.verdict !== null && data.decidedBy !== null && (
        <p>{`${text.requests.decidedBy(data.decidedBy)}: ${data.decisionReason ?? ''}`}</p>
      )}
      <Callout>{text.effects[data.action]}</Callout>
      <section aria-label={text.requests.reason}>
        <h3 className="font-semibold">{text.requests.reason}</h3>
        <p>{data.reason}</p>
      </section>
      <section aria-label={text.requests.input}>
        <h3 className="mb-1 font-semibold">{text.requests.input}</h3>
        <RequestInput site={site} detail={data} />
      </section>
      <section aria-label={text.requests.facts}>
        <h3 className="mb-1 font-semibold">{text.requests.facts}</h3>
        <StoredFacts facts={data.facts} />
      </section>
      <Deciders detail={data} />
    </>
  );
}

function RequestButtons({
  detail,
  onChoose,
}: {
  readonly detail: RequestDetail;
  readonly onChoose: (verdict: Verdict) => void;
}) {
  const text = useWords();
  return (
    <div className="fixed inset-x-0 bottom-14 z-10 flex gap-2 border-t border-hairline bg-bar p-2 lg:static lg:border-0 lg:bg-transparent lg:p-0">
      {detail.canDecide && (
        <>
          <Button variant="primary" className="flex-1" onClick={() => onChoose('approved')}>
            {text.requests.approve}
          </Button>
          <Button className="flex-1" onClick={() => onChoose('rejected')}>
            {text.requests.reject}
          </Button>
        </>
      )}
      {detail.isOwn && (
        <Button className="flex-1" onClick={() => onChoose('withdrawn')}>
          {text.requests.withdraw}
        </Button>
      )}
    </div>
  );
}

function Deciders({ detail }: { readonly detail: RequestDetail }) {
  const text = useWords();
  const names = (held: readonly Role[]): string => held.map((role) => text.roles[role]).join(', ');
  return (
    <Facts
      facts={[
        [text.requests.deciders, names(detail.decidingRoles)],
        [text.requests.signedIn, detail.signedIn.join(', ') || text.none],
      ]}
    />
  );
}

/** An invitation link or the secret of a key: the server does not show it again. */
function OnceShown({ label, value }: { readonly label: string; readonly value: string }) {
  const text = useWords();
  const [isCopied, setCopied] = useState(false);
  return (
    <Callout tone="success">
      <p>{label}</p>
      <p className="my-2 font-semibold break-all">{value}</p>
      <Button
        onClick={() => {
          navigator.clipboard.writeText(value).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      >
        {isCopied ? text.requests.copied : text.requests.copy}
      </Button>
    </Callout>
  );
}

type Deciding = {
  readonly site: string;
  readonly detail: RequestDetail;
  readonly verdict: Verdict;
  readonly onDone: (secret: string | undefined) => void;
};

/** The draft of a decision and its sending; text stays after a rejection. */
function useDecision({ site, detail, verdict, onDone }: Deciding) {
  const [reason, setReason] = useState('');
  const [factor, setFactor] = useState<FactorDraft>();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const isReady = reason.trim().length >= REASON_LENGTH_MIN && factor !== undefined;

  async function confirm(): Promise<void> {
    if (!isReady || state.isBusy) return;
    setState({ isBusy: true });
    try {
      const body = { verdict, reason, contentHash: detail.contentHash, factor };
      const { secret } = await sendDecision(site, detail.request, body);
      onDone(secret);
    } catch (error) {
      setState({ isBusy: false, error });
      // A factor proves one decision; the next try needs a new one.
      if (error instanceof CallError && error.code !== undefined) setFactor(undefined);
    }
  }
  useConfirmKey(() => void confirm());
  return { reason, setReason, factor, setFactor, state, isReady, confirm };
}

function DecisionDialog({
  session,
  onClose,
  ...deciding
}: Deciding & { readonly session: SessionFacts; readonly onClose: () => void }) {
  const text = useWords();
  const toSentence = useSentence();
  const { site, detail, verdict } = deciding;
  const { reason, setReason, factor, setFactor, state, isReady, confirm } = useDecision(deciding);
  const titles = { approved: text.requests.approve, rejected: text.requests.reject, withdrawn: text.requests.withdraw };
  return (
    <Modal title={`${titles[verdict]} ${detail.request}`} onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <section aria-label={text.requests.facts} className="dense rounded-[8px] bg-surface-2 p-3">
          <StoredFacts facts={detail.facts} />
        </section>
        <TextArea
          label={text.action.reason}
          hint={text.action.reasonHint}
          rows={2}
          value={reason}
          onChange={setReason}
          data-focus
        />
        <FactorField
          session={session}
          decision={{ site, request: detail.request }}
          value={factor}
          onChange={setFactor}
        />
        {state.error !== undefined && (
          <p role="alert" className="text-danger">
            {toSentence(state.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            type="submit"
            variant={verdict === 'approved' ? 'primary' : 'danger'}
            isBusy={state.isBusy}
            disabled={!isReady}
          >
            {titles[verdict]}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
