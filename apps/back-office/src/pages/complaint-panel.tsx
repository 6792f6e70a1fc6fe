// One complaint: what the member complains about, its deadline and owner, the answer, its course, the last contacts.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import type { ComplaintDetail } from '@chaba/contract/back-office/case-wire';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import { Badge } from '@chaba/ui/badge';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ActionDialog } from '#action/action-dialog';
import { ClaimBar } from '#action/claim';
import { complaintQuery, sessionQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { useCaseWords } from '#text/case-words';
import { useTime, useWords } from '#text/language';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { KeyHint } from '#ui/key-hint';
import { ErrorState, LoadingRows } from '#ui/states';

import { AnswerForm, type CaseInput, OutcomeForm, OwnerForm, useCopy } from './case-forms.tsx';
import { ContactFacts, Deadline } from './case-parts.tsx';
import { Section } from './member-parts.tsx';
import { MemberLink } from './queue-parts.tsx';

type Opened = { readonly action: ActionName; readonly input: CaseInput };

/** An action with its key. */
type Offer = readonly [ActionName, key: string];

/** Actions of each state. */
const OFFERS: Readonly<Record<ComplaintDetail['state'], readonly Offer[]>> = {
  open: [
    ['complaint.answer', 'a'],
    ['complaint.close', 'r'],
    ['complaint.assign', 'o'],
    ['complaint.escalate', 'e'],
  ],
  closed: [['complaint.reopen', 'a']],
};

type PanelProps = { readonly site: string; readonly roles: readonly Role[] };

export function ComplaintPanel({ site, roles, reference }: PanelProps & { readonly reference: string }) {
  const { data, error, isPending, refetch } = useQuery(complaintQuery(site, reference));
  if (isPending) return <LoadingRows />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Complaint key={reference} site={site} roles={roles} detail={data} />;
}

function Complaint({ site, roles, detail }: PanelProps & { readonly detail: ComplaintDetail }) {
  const notice = useNotice();
  const text = useWords();
  const { reference, state, answer } = detail;
  const { data: session } = useQuery(sessionQuery);
  const [opened, setOpened] = useState<Opened>();
  const copy = useCopy();
  const offered = OFFERS[state].filter(
    ([action]) =>
      findActingRole(roles, actions[action].permission) !== undefined &&
      !(action === 'complaint.escalate' && detail.isEscalated),
  );
  const start = (action: ActionName): void =>
    setOpened({ action, input: firstInput(action, detail, session?.operator.name ?? '') });
  useKeys({
    ...Object.fromEntries(offered.map(([action, key]) => [`Key${key.toUpperCase()}`, () => start(action)])),
    ...(answer === null ? {} : { KeyC: () => copy(answer) }),
  });
  return (
    <div className="dense grid gap-3 py-3">
      <Head site={site} roles={roles} detail={detail} />
      {state === 'open' && (
        <div>
          <ClaimBar site={site} queue="complaints" item={reference} roles={roles} onPutOff={() => undefined} />
        </div>
      )}
      <p className="rounded-[8px] bg-surface-2 p-2 break-words whitespace-pre-wrap">{detail.summary}</p>
      <Answer detail={detail} onCopy={copy} />
      <OfferButtons offered={offered} onStart={start} />
      <Course detail={detail} />
      <Contacts detail={detail} />
      {opened && (
        <ActionDialog
          site={site}
          open={{
            ...opened,
            isTwo: false,
            facts: {
              reference,
              member: detail.member,
              category: detail.category,
              due: detail.dueAt,
              owner: detail.owner,
            },
          }}
          form={
            <CaseForm
              site={site}
              opened={opened}
              detail={detail}
              onChange={(values) => setOpened({ ...opened, input: { ...opened.input, ...values } })}
            />
          }
          onClose={() => setOpened(undefined)}
          onDone={() => {
            setOpened(undefined);
            notice(`${text.actions[opened.action]} ${reference}`);
          }}
        />
      )}
    </div>
  );
}

function OfferButtons({
  offered,
  onStart,
}: {
  readonly offered: readonly Offer[];
  readonly onStart: (action: ActionName) => void;
}) {
  const text = useWords();
  return (
    <div className="fixed inset-x-0 bottom-14 z-10 flex flex-wrap gap-2 border-t border-hairline bg-bar p-2 lg:static lg:border-0 lg:bg-transparent lg:p-0">
      {offered.map(([action, key], index) => (
        <Button
          key={action}
          variant={index === 0 ? 'primary' : 'secondary'}
          className="flex-1 whitespace-nowrap"
          onClick={() => onStart(action)}
        >
          {text.actions[action]}
          <KeyHint name={key} />
        </Button>
      ))}
    </div>
  );
}

function Contacts({ detail: { contacts } }: { readonly detail: ComplaintDetail }) {
  const words = useCaseWords();
  if (contacts.length === 0) return null;
  return (
    <Section title={words.contacts}>
      <div className="grid gap-2">
        {contacts.map((contact) => (
          <ContactFacts key={contact.id} contact={contact} />
        ))}
      </div>
    </Section>
  );
}

function firstInput(action: ActionName, { reference, answer, owner }: ComplaintDetail, own: string): CaseInput {
  if (action === 'complaint.answer') return { complaint: reference, answer: answer ?? '' };
  if (action === 'complaint.assign') return { complaint: reference, operator: owner ?? own };
  return action === 'complaint.close' ? { complaint: reference, outcome: 'upheld' } : { complaint: reference };
}

function CaseForm({
  site,
  opened: { action, input },
  detail,
  onChange,
}: {
  readonly site: string;
  readonly opened: Opened;
  readonly detail: ComplaintDetail;
  readonly onChange: (values: CaseInput) => void;
}): ReactNode {
  if (action === 'complaint.answer') {
    const { member: name, memberId, reference: complaint, dueAt } = detail;
    return <AnswerForm site={site} facts={{ name, memberId, complaint, dueAt }} input={input} onChange={onChange} />;
  }
  if (action === 'complaint.assign') return <OwnerForm workers={detail.workers} input={input} onChange={onChange} />;
  return action === 'complaint.close' ? <OutcomeForm input={input} onChange={onChange} /> : null;
}

function Head({ site, roles, detail }: PanelProps & { readonly detail: ComplaintDetail }) {
  const words = useCaseWords();
  const time = useTime();
  const { reference, category, channel, member, memberId, owner, openedBy, openedAt, dueAt, isEscalated } = detail;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-title-3">{reference}</h2>
        <Deadline row={detail} />
        {isEscalated && <Badge tone="warning">{words.escalated}</Badge>}
      </div>
      <Facts
        facts={[
          [
            words.columns.member,
            <MemberLink key="member" site={site} roles={roles} memberId={memberId} name={member} />,
          ],
          [words.category, `${words.categories[category]} · ${words.channels[channel]}`],
          [words.due, time(dueAt)],
          [words.owner, owner ?? words.nobody],
        ]}
      />
      <p className="text-micro text-text-3">{words.openedBy(openedBy, time(openedAt))}</p>
    </div>
  );
}

function Answer({ detail, onCopy }: { readonly detail: ComplaintDetail; readonly onCopy: (text: string) => void }) {
  const words = useCaseWords();
  const time = useTime();
  const { answer, answeredAt } = detail;
  return (
    <Section title={words.answer}>
      {answer === null ? (
        <p className="text-text-2">{words.noAnswer}</p>
      ) : (
        <>
          <p className="break-words whitespace-pre-wrap">{answer}</p>
          <p className="flex items-center gap-2 text-micro text-text-3">
            {answeredAt !== null && time(answeredAt)}
            <Button variant="quiet" onClick={() => onCopy(answer)}>
              {words.copy}
              <KeyHint name="c" />
            </Button>
          </p>
        </>
      )}
    </Section>
  );
}

function Course({ detail: { steps } }: { readonly detail: ComplaintDetail }) {
  const words = useCaseWords();
  const text = useWords();
  const time = useTime();
  const names: Readonly<Record<string, string>> = text.actions;
  return (
    <Section title={words.steps}>
      {steps.length === 0 && <p className="text-text-2">{words.noSteps}</p>}
      <ol className="grid gap-1.5">
        {steps.map(({ at, by, action, reason }) => (
          <li key={`${at}-${action}`}>
            <p>
              <strong className="font-semibold">{names[action] ?? action}</strong>
              <span className="ml-2 break-words text-text-2">{reason}</span>
            </p>
            <p className="text-micro text-text-3">{`${by} · ${time(at)}`}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
