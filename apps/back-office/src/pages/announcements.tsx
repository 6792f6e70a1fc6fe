// Announcements of the site: those that are shown or planned, the ended ones, and a form to create or change one.
//
// Always true: times are typed and shown in Bangkok time and sent as ISO texts.

import { type ActionName, actions } from '@chaba/contract/back-office/actions';
import type { ColumnId } from '@chaba/contract/back-office/list-columns';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import { isSettingValue, MESSAGE_LENGTH_MAX } from '@chaba/contract/back-office/site-settings';
import type { AnnouncementRow } from '@chaba/contract/back-office/site-wire';
import { announcementAudiences, announcementPlaces } from '@chaba/contract/codes';
import { Badge, type Tone } from '@chaba/ui/badge';
import { useState } from 'react';

import { ActionDialog } from '#action/action-dialog';
import { ListRows } from '#action/list-rows';
import { useListRows } from '#action/use-list-rows';
import { useNotice } from '#shell/notice';
import { toIsoTime, toLocalTime, useTime, useWords } from '#text/language';
import { useSiteWords } from '#text/site-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { Choice, Field, TextArea } from '#ui/field';
import { Chips, ListPage } from '#ui/list-page';
import { EmptyState } from '#ui/states';

import { SiteViews } from './site-views.tsx';
import { useListState } from './use-list.ts';

const NEW = 'new';
const STATES = ['current', 'ended'] as const;
const TONES: Readonly<Record<AnnouncementRow['state'], Tone>> = { planned: 'info', live: 'success', ended: 'plain' };

type Draft = Readonly<Record<'place' | 'audience' | 'text' | 'image' | 'startsAt' | 'endsAt', string>>;
type Opened = { readonly action: ActionName; readonly input: Readonly<Record<string, string>> };

export function AnnouncementsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { announcements: text } = useSiteWords();
  const state = useListState();
  const filter = STATES.find((each) => each === state.get('state')) ?? 'current';
  const listed = useListRows(site, 'announcements', {
    filter: { state: filter },
    keyOf: ({ announcement }) => announcement,
  });
  const { rows } = listed;
  const columns = useColumns();
  const canAct = findActingRole(roles, actions['announcement.create'].permission) !== undefined;
  const chosen = rows.find(({ announcement }) => announcement === state.chosen);
  const isNew = state.chosen === NEW && canAct;
  const panel = chosen ? (
    <Panel key={chosen.announcement} site={site} row={chosen} canAct={canAct} onClose={() => state.choose(undefined)} />
  ) : (
    <Panel key={NEW} site={site} canAct onClose={() => state.choose(undefined)} />
  );
  return (
    <ListPage
      title={useSiteWords().views.announcements}
      placeholder={text.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen !== undefined || isNew ? panel : undefined}
      tools={
        <>
          <SiteViews site={site} />
          <Chips
            label={text.filter}
            values={STATES.map((each) => [each, text.filters[each]] as const)}
            chosen={filter}
            onChoose={(value) => state.filter({ state: value })}
          />
          {canAct && (
            <Button variant="primary" onClick={() => state.choose(NEW)}>
              {text.create}
            </Button>
          )}
        </>
      }
    >
      <ListRows
        of={listed}
        empty={<EmptyState title={text.empty} help={text.emptyHelp} />}
        label={useSiteWords().views.announcements}
        columns={columns}
        chosen={state.chosen}
        onChoose={state.choose}
      />
    </ListPage>
  );
}

function useColumns(): readonly Column<AnnouncementRow, ColumnId<'announcements'>>[] {
  const { announcements: text } = useSiteWords();
  const time = useTime();
  return [
    {
      id: 'state',
      title: text.fields.state,
      cell: ({ state }) => (
        <span className="whitespace-nowrap">
          <Badge tone={TONES[state]}>{text.states[state]}</Badge>
        </span>
      ),
    },
    { id: 'place', title: text.fields.place, cell: ({ place }) => text.places[place] },
    {
      id: 'text',
      title: text.fields.text,
      cell: (row) => <span className="line-clamp-2 wrap-anywhere">{row.text}</span>,
    },
    { id: 'starts', title: text.fields.startsAt, isWide: true, cell: ({ startsAt }) => time(startsAt) },
    { id: 'ends', title: text.fields.endsAt, isWide: true, cell: ({ endsAt }) => time(endsAt) },
  ];
}

function Panel({
  site,
  row,
  canAct,
  onClose,
}: {
  readonly site: string;
  /** Absent: a new one. */
  readonly row?: AnnouncementRow;
  readonly canAct: boolean;
  readonly onClose: () => void;
}) {
  const words = useWords();
  const { announcements: text } = useSiteWords();
  const notice = useNotice();
  const [opened, setOpened] = useState<Opened>();
  const isEditable = canAct && row?.state !== 'ended';

  function onDone(): void {
    const isOver = opened?.action !== 'announcement.change';
    setOpened(undefined);
    notice(words.action.done);
    if (isOver) onClose();
  }

  return (
    <div className="dense grid gap-4 py-3">
      <h2 className="text-title-3">{row ? text.places[row.place] : text.create}</h2>
      {row && <Shown row={row} />}
      {isEditable && (
        <Form
          row={row}
          onSubmit={(draft) =>
            setOpened(
              row
                ? { action: 'announcement.change', input: { announcement: row.announcement, ...draft } }
                : { action: 'announcement.create', input: draft },
            )
          }
        />
      )}
      {row && isEditable && (
        <Button
          variant="danger"
          onClick={() => setOpened({ action: 'announcement.end', input: { announcement: row.announcement } })}
        >
          {words.actions['announcement.end']}
        </Button>
      )}
      {opened && (
        <ActionDialog
          site={site}
          open={{ ...opened, isTwo: false, isPreviewed: true }}
          onClose={() => setOpened(undefined)}
          onDone={onDone}
        />
      )}
    </div>
  );
}

function Shown({ row }: { readonly row: AnnouncementRow }) {
  const { announcements: text } = useSiteWords();
  const time = useTime();
  const { fields } = text;
  return (
    <Facts
      facts={[
        [fields.state, text.states[row.state]],
        [fields.audience, text.audiences[row.audience]],
        [
          fields.text,
          <span key="text" className="whitespace-pre-line">
            {row.text}
          </span>,
        ],
        [fields.startsAt, time(row.startsAt)],
        [fields.endsAt, time(row.endsAt)],
        [fields.createdBy, row.createdBy],
      ]}
    />
  );
}

const DAYS_MAX_MS = 366 * 86_400_000;

function Form({
  row,
  onSubmit,
}: {
  readonly row: AnnouncementRow | undefined;
  readonly onSubmit: (draft: Draft) => void;
}) {
  const words = useWords();
  const { announcements: text, problems } = useSiteWords();
  const [draft, setDraft] = useState<Draft>({
    place: row?.place ?? 'banner',
    audience: row?.audience ?? 'everyone',
    text: row?.text ?? '',
    image: row?.image ?? '',
    startsAt: row ? toLocalTime(row.startsAt) : '',
    endsAt: row ? toLocalTime(row.endsAt) : '',
  });
  const [errors, setErrors] = useState<Errors>({});
  const set = (name: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [name]: value }));
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const image = draft.place === 'popup' ? draft.image : '';
        const found: Errors = {
          ...(draft.text.trim() === '' || !isSettingValue('text', draft.text) ? { text: text.textProblem } : {}),
          ...(isSettingValue('image', image) ? {} : { image: problems.image }),
          ...(isEndFine(draft) ? {} : { endsAt: text.endProblem }),
        };
        setErrors(found);
        if (Object.keys(found).length > 0) return;
        onSubmit({ ...draft, image, startsAt: toIsoTime(draft.startsAt), endsAt: toIsoTime(draft.endsAt) });
      }}
    >
      <FormFields draft={draft} errors={errors} set={set} />
      <Button type="submit" variant="primary">
        {words.actions[row ? 'announcement.change' : 'announcement.create']}
      </Button>
    </form>
  );
}

type Errors = Readonly<Partial<Record<keyof Draft, string>>>;

function FormFields({
  draft,
  errors,
  set,
}: {
  readonly draft: Draft;
  readonly errors: Errors;
  readonly set: (name: keyof Draft) => (value: string) => void;
}) {
  const { announcements: text, problems } = useSiteWords();
  const { fields } = text;
  return (
    <>
      <Options
        label={fields.place}
        values={announcementPlaces}
        words={text.places}
        value={draft.place}
        onChange={set('place')}
      />
      <Options
        label={fields.audience}
        values={announcementAudiences}
        words={text.audiences}
        value={draft.audience}
        onChange={set('audience')}
      />
      <TextArea
        label={fields.text}
        hint={text.textProblem}
        error={errors.text}
        rows={4}
        maxLength={MESSAGE_LENGTH_MAX}
        value={draft.text}
        onChange={set('text')}
      />
      {draft.place === 'popup' && (
        <Field
          label={fields.image}
          hint={problems.image}
          error={errors.image}
          value={draft.image}
          onChange={set('image')}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Field
        type="datetime-local"
        label={fields.startsAt}
        hint={text.startHint}
        value={draft.startsAt}
        onChange={set('startsAt')}
      />
      <Field
        type="datetime-local"
        label={fields.endsAt}
        error={errors.endsAt}
        value={draft.endsAt}
        onChange={set('endsAt')}
      />
    </>
  );
}

function isEndFine({ startsAt, endsAt }: Draft): boolean {
  if (endsAt === '') return false;
  const [now, end] = [Date.now(), Date.parse(toIsoTime(endsAt))];
  const begin = startsAt === '' ? now : Date.parse(toIsoTime(startsAt));
  return end > now && end > begin && end - begin <= DAYS_MAX_MS;
}

function Options<Value extends string>({
  label,
  values,
  words,
  value,
  onChange,
}: {
  readonly label: string;
  readonly values: readonly Value[];
  readonly words: Readonly<Record<Value, string>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Choice label={label} value={value} onChange={onChange}>
      {values.map((each) => (
        <option key={each} value={each}>
          {words[each]}
        </option>
      ))}
    </Choice>
  );
}
