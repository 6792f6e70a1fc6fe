// Notes and tags of a member, with what may be done to each.

import type { Role } from '@chaba/contract/back-office/roles';
import type { MemberDetail } from '@chaba/contract/back-office/wire-members';
import { useState } from 'react';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { useTime } from '#text/language';
import { useMemberWords } from '#text/members';
import { Button } from '#ui/button';

import { mayAct } from './member-actions.tsx';
import { Section } from './member-parts.tsx';

export function MemberNotes({
  site,
  detail,
  roles,
}: {
  readonly site: string;
  readonly detail: MemberDetail;
  readonly roles: readonly Role[];
}) {
  const { page } = useMemberWords();
  const time = useTime();
  const [open, setOpen] = useState<OpenAction>();
  const mayChange = mayAct(roles, 'member.note');
  const start = (
    action: 'member.change-note' | 'member.untag',
    input: Readonly<Record<string, string>>,
    facts: string,
  ): void => {
    setOpen({ action, input, facts: { reference: detail.reference, subject: facts }, isTwo: false });
  };
  return (
    <>
      <Section title={page.notes}>
        {detail.notes.length === 0 && <p className="text-text-2">{page.noNotes}</p>}
        <ul className="grid gap-2">
          {detail.notes.map((note) => {
            const change = (to: string): void => start('member.change-note', { note: note.id, to }, note.text);
            return (
              <li key={note.id} className="rounded-[8px] bg-surface-2 p-2">
                <p className="break-words whitespace-pre-wrap">{note.text}</p>
                <p className="text-micro text-text-3">{`${note.writtenBy} · ${time(note.createdAt)}`}</p>
                {mayChange && (
                  <p className="mt-1 flex gap-1">
                    <Button variant="quiet" onClick={() => change(note.isPinned ? 'plain' : 'pinned')}>
                      {note.isPinned ? page.unpin : page.pin}
                    </Button>
                    <Button variant="quiet" onClick={() => change('removed')}>
                      {page.remove}
                    </Button>
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      </Section>
      <Tags
        detail={detail}
        mayChange={mayChange}
        onRemove={(tag) => start('member.untag', { member: detail.reference, tag }, tag)}
      />
      {open && (
        <ActionDialog site={site} open={open} onClose={() => setOpen(undefined)} onDone={() => setOpen(undefined)} />
      )}
    </>
  );
}

function Tags({
  detail,
  mayChange,
  onRemove,
}: {
  readonly detail: MemberDetail;
  readonly mayChange: boolean;
  readonly onRemove: (tag: string) => void;
}) {
  const { page } = useMemberWords();
  return (
    <Section title={page.tags}>
      {detail.tags.length === 0 && <p className="text-text-2">{page.noTags}</p>}
      <ul className="flex flex-wrap gap-1">
        {detail.tags.map((tag) => (
          <li key={tag} className="flex items-center gap-1 rounded-full bg-surface-2 pl-3">
            {tag}
            {mayChange && (
              <Button variant="quiet" aria-label={`${page.remove} ${tag}`} onClick={() => onRemove(tag)}>
                ×
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
