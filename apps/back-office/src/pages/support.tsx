// Support: complaints by their deadline, contacts, canned replies. The chip in the address chooses the list.

import type { ComplaintRow, ContactRow, ReplyRow } from '@chaba/contract/back-office/case-wire';
import { complaintCategories, complaintChips, contactChannels } from '@chaba/contract/back-office/cases';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import type { Role } from '@chaba/contract/back-office/roles';
import { Badge } from '@chaba/ui/badge';
import { type ReactNode, useState } from 'react';

import { ActionDialog } from '#action/action-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { useNotice } from '#shell/notice';
import { useCaseWords } from '#text/case-words';
import { useTime, useWords } from '#text/language';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Choice } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { type CaseInput, ReplyForm, useCopy } from './case-forms.tsx';
import { ContactFacts, Deadline } from './case-parts.tsx';
import { ComplaintPanel } from './complaint-panel.tsx';
import { ClaimCell, isFreeItem, MemberLink, PutOffBadge, useQueueSteps } from './queue-parts.tsx';
import { type ListState, useFirstRow, useListState } from './use-list.ts';

type PageProps = { readonly site: string; readonly roles: readonly Role[] };
type Chip = (typeof CHIPS)[number];

const CHIPS = [...complaintChips, 'contacts', 'replies'] as const;

export function SupportPage(props: PageProps) {
  const state = useListState();
  const chip = CHIPS.find((each) => each === state.get('queue')) ?? 'open';
  const Page = chip === 'contacts' ? Contacts : chip === 'replies' ? Replies : Complaints;
  return <Page key={chip} {...props} chip={chip} state={state} />;
}

type ListProps = PageProps & { readonly chip: Chip; readonly state: ListState };

function Tools({ chip, state, children }: Pick<ListProps, 'chip' | 'state'> & { readonly children?: ReactNode }) {
  const words = useCaseWords();
  return (
    <>
      <Chips
        label={words.show}
        values={CHIPS.map((each) => [each, words.chips[each]] as const)}
        chosen={chip}
        onChoose={(value) => state.filter({ queue: value === 'open' ? '' : value, category: '', channel: '' })}
      />
      {children}
    </>
  );
}

// ── complaints ───────────────────────────────────────────────────────────────────────────────────────────────────────

const keyOfComplaint = ({ reference }: ComplaintRow): string => reference;

function Complaints({ site, roles, chip, state }: ListProps) {
  const words = useCaseWords();
  const category = state.get('category');
  const filter = { queue: chip, ...(category === '' ? {} : { category }) };
  const listed = useListRows(site, 'complaints', { filter, keyOf: keyOfComplaint });
  const { list, rows } = listed;
  const chosen = useFirstRow(state, list, { rows, keyOf: keyOfComplaint, isFree: isFreeItem });
  useQueueSteps({ rows, keyOf: keyOfComplaint, chosen, choose: state.choose });
  return (
    <ListPage
      title={words.title}
      placeholder={words.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={
        chosen === undefined ? undefined : <ComplaintPanel key={chosen} site={site} roles={roles} reference={chosen} />
      }
      tools={
        <Tools chip={chip} state={state}>
          <Choice label={words.category} value={category} onChange={(value) => state.filter({ category: value })}>
            <option value="">{words.anyCategory}</option>
            {complaintCategories.map((each) => (
              <option key={each} value={each}>
                {words.categories[each]}
              </option>
            ))}
          </Choice>
        </Tools>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={words.empty} help={words.emptyHelp} />}
        label={words.title}
        columns={useComplaintColumns()}
        chosen={chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useComplaintColumns(): readonly Column<ComplaintRow, ColumnId<'complaints'>>[] {
  const words = useCaseWords();
  const { columns } = words;
  return [
    { id: 'due', title: columns.due, cell: (row) => <Deadline row={row} /> },
    {
      id: 'reference',
      title: columns.reference,
      cell: ({ reference }) => <strong className="font-semibold">{reference}</strong>,
    },
    { id: 'member', title: columns.member, cell: ({ member }) => <span className="whitespace-nowrap">{member}</span> },
    { id: 'category', title: columns.category, cell: ({ category }) => words.categories[category] },
    {
      id: 'summary',
      title: columns.summary,
      isWide: true,
      cell: ({ summary }) => <span className="line-clamp-2 break-words text-text-2">{summary}</span>,
    },
    {
      id: 'owner',
      title: columns.owner,
      cell: ({ owner, isEscalated, claim, putOff }) => (
        <span className="flex flex-wrap items-center gap-1 text-text-2">
          {owner ?? words.nobody}
          {isEscalated && <Badge tone="warning">{words.escalated}</Badge>}
          {putOff && <PutOffBadge putOff={putOff} />}
          <ClaimCell claim={claim} />
        </span>
      ),
    },
  ];
}

// ── contacts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const keyOfContact = ({ id }: ContactRow): string => id;

function Contacts({ site, roles, chip, state }: ListProps) {
  const words = useCaseWords();
  const channel = state.get('channel');
  const listed = useListRows(site, 'contacts', {
    filter: channel === '' ? {} : { channel },
    keyOf: keyOfContact,
    isLive: false,
  });
  const { rows } = listed;
  const chosen = rows.find(({ id }) => id === state.chosen);
  return (
    <ListPage
      title={words.title}
      placeholder={words.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen && <ContactPanel site={site} roles={roles} contact={chosen} />}
      tools={
        <Tools chip={chip} state={state}>
          <Choice label={words.channel} value={channel} onChange={(value) => state.filter({ channel: value })}>
            <option value="">{words.anyChannel}</option>
            {contactChannels.map((each) => (
              <option key={each} value={each}>
                {words.channels[each]}
              </option>
            ))}
          </Choice>
        </Tools>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={words.emptyContacts} help={words.emptyContactsHelp} />}
        label={words.chips.contacts}
        columns={useContactColumns()}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useContactColumns(): readonly Column<ContactRow, ColumnId<'contacts'>>[] {
  const words = useCaseWords();
  const time = useTime();
  const { columns } = words;
  return [
    {
      id: 'time',
      title: columns.time,
      cell: ({ at }) => <span className="whitespace-nowrap text-text-2">{time(at)}</span>,
    },
    { id: 'member', title: columns.member, cell: ({ member }) => <span className="whitespace-nowrap">{member}</span> },
    {
      id: 'channel',
      title: columns.channel,
      cell: ({ channel, direction }) => `${words.channels[channel]} · ${words.directions[direction]}`,
    },
    {
      id: 'summary',
      title: words.summary,
      cell: ({ summary }) => <span className="line-clamp-2 break-words text-text-2">{summary}</span>,
    },
    { id: 'by', title: columns.by, isWide: true, cell: ({ by }) => <span className="text-text-2">{by}</span> },
  ];
}

function ContactPanel({ site, roles, contact }: PageProps & { readonly contact: ContactRow }) {
  return (
    <div className="dense grid gap-1 py-3">
      <h2 className="text-title-3">
        <MemberLink site={site} roles={roles} memberId={contact.memberId} name={contact.member} />
      </h2>
      <ContactFacts contact={contact} />
    </div>
  );
}

// ── canned replies ───────────────────────────────────────────────────────────────────────────────────────────────────

const keyOfReply = ({ id }: ReplyRow): string => id;
const NEW_REPLY: CaseInput = { reply: '', name: '', topic: 'other', th: '', en: '' };

type OpenReply = { readonly action: 'reply.save' | 'reply.remove'; readonly input: CaseInput };

function Replies({ site, chip, state }: ListProps) {
  const words = useCaseWords();
  const listed = useListRows(site, 'replies', { keyOf: keyOfReply, isLive: false });
  const { rows } = listed;
  const chosen = rows.find(({ id }) => id === state.chosen);
  const [open, setOpen] = useState<OpenReply>();
  return (
    <ListPage
      title={words.title}
      placeholder={words.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen && <ReplyPanel reply={chosen} onOpen={setOpen} />}
      tools={
        <Tools chip={chip} state={state}>
          <Button variant="primary" onClick={() => setOpen({ action: 'reply.save', input: NEW_REPLY })}>
            {words.newReply}
          </Button>
        </Tools>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={words.emptyReplies} help={words.emptyRepliesHelp} />}
        label={words.chips.replies}
        columns={useReplyColumns()}
        chosen={state.chosen}
        onChoose={state.choose}
      />
      {open && (
        <ReplyDialog
          site={site}
          open={open}
          onChange={(values) => setOpen({ ...open, input: { ...open.input, ...values } })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ListPage>
  );
}

function ReplyDialog({
  site,
  open,
  onChange,
  onClose,
}: {
  readonly site: string;
  readonly open: OpenReply;
  readonly onChange: (values: CaseInput) => void;
  readonly onClose: () => void;
}) {
  const text = useWords();
  const notice = useNotice();
  const isRemoval = open.action === 'reply.remove';
  return (
    <ActionDialog
      site={site}
      open={{ ...open, isTwo: false, ...(isRemoval ? { isPreviewed: true } : {}) }}
      form={isRemoval ? null : <ReplyForm input={open.input} onChange={onChange} />}
      onClose={onClose}
      onDone={() => {
        onClose();
        notice(text.action.done);
      }}
    />
  );
}

function useReplyColumns(): readonly Column<ReplyRow, ColumnId<'replies'>>[] {
  const words = useCaseWords();
  const { columns } = words;
  return [
    { id: 'name', title: columns.name, cell: ({ name }) => <strong className="font-semibold">{name}</strong> },
    { id: 'topic', title: columns.category, cell: ({ topic }) => words.categories[topic] },
    {
      id: 'text',
      title: columns.text,
      isWide: true,
      cell: ({ th }) => <span className="line-clamp-2 break-words text-text-2">{th}</span>,
    },
  ];
}

function ReplyPanel({ reply, onOpen }: { readonly reply: ReplyRow; readonly onOpen: (open: OpenReply) => void }) {
  const words = useCaseWords();
  const time = useTime();
  const copy = useCopy();
  const { id, name, topic, th, en, changedBy, changedAt } = reply;
  return (
    <div className="dense grid gap-3 py-3">
      <div>
        <h2 className="text-title-3">{name}</h2>
        <p className="text-text-2">{words.categories[topic]}</p>
      </div>
      {[th, en]
        .filter((text) => text !== '')
        .map((text) => (
          <div key={text} className="rounded-[8px] bg-surface-2 p-2">
            <p className="break-words whitespace-pre-wrap">{text}</p>
            <Button variant="quiet" onClick={() => copy(text)}>
              {words.copy}
            </Button>
          </div>
        ))}
      <p className="text-micro text-text-3">{`${changedBy} · ${time(changedAt)}`}</p>
      <div className="flex gap-2">
        <Button onClick={() => onOpen({ action: 'reply.save', input: { reply: id, name, topic, th, en } })}>
          {words.edit}
        </Button>
        <Button onClick={() => onOpen({ action: 'reply.remove', input: { reply: id } })}>{words.remove}</Button>
      </div>
    </div>
  );
}
