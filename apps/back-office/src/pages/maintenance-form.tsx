// Begins or ends the maintenance of the site: a message and an expected end for members.
//
// Always true: one person closes, two people open.

import { isSettingValue } from '@chaba/contract/back-office/site-settings';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { useState } from 'react';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { useNotice } from '#shell/notice';
import { toIsoTime, useWords } from '#text/language';
import { useSiteWords } from '#text/site-words';
import { Button } from '#ui/button';
import { Field, TextArea } from '#ui/field';

export function MaintenanceForm({ site, isOn }: { readonly site: string; readonly isOn: boolean }) {
  const words = useWords();
  const { maintenance: text, problems } = useSiteWords();
  const notice = useNotice();
  const [message, setMessage] = useState('');
  const [endsAt, setEndsAt] = useState('');
  const [opened, setOpened] = useState<Pick<OpenAction, 'action' | 'input'>>();
  const isTextFine = isSettingValue('text', message);
  const [isEndFine, setEndFine] = useState(true);

  function onDone(outcome: ActionOutcome): void {
    setOpened(undefined);
    notice(outcome.request === undefined ? words.action.done : words.action.requested(outcome.request));
  }

  return (
    <>
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const isFine = endsAt === '' || Date.parse(toIsoTime(endsAt)) > Date.now();
          setEndFine(isFine);
          if (!isTextFine || !isFine) return;
          setOpened({ action: 'site.begin-maintenance', input: { message, endsAt: toIsoTime(endsAt) } });
        }}
      >
        <TextArea
          label={text.message}
          error={isTextFine ? undefined : problems.text}
          rows={3}
          value={message}
          onChange={setMessage}
        />
        <Field
          type="datetime-local"
          label={text.endsAt}
          error={isEndFine ? undefined : text.endProblem}
          value={endsAt}
          onChange={setEndsAt}
        />
        <Button type="submit" variant={isOn ? 'primary' : 'danger'}>
          {isOn ? text.change : text.begin}
        </Button>
      </form>
      {isOn && (
        <Button onClick={() => setOpened({ action: 'site.set-switch', input: { flag: 'Maintenance', value: 'off' } })}>
          {text.end}
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
    </>
  );
}
