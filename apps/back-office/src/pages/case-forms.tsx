// Fields of the actions about contacts, complaints and canned replies.

import {
  CASE_TEXT_LENGTH_MAX,
  CHAT_URL_LENGTH_MAX,
  complaintCategories,
  complaintOutcomes,
  contactChannels,
  contactDirections,
  DEADLINE_DAYS,
  fillReply,
  REPLY_NAME_LENGTH_MAX,
  type ReplyPlaceholder,
  replyPlaceholders,
} from '@chaba/contract/back-office/cases';
import type { ActionName } from '@chaba/contract/back-office/actions';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { ReasonChoice } from '#action/action-dialog';
import { listQuery, sessionQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { useCaseWords } from '#text/case-words';
import { usePreferences, useTime, useWords } from '#text/language';
import { Choice, Field, TextArea } from '#ui/field';

export type CaseInput = Readonly<Record<string, string>>;

/** The facts that fill a canned reply. */
export type ReplyFacts = {
  readonly name: string;
  readonly memberId: string;
  readonly complaint?: string;
  readonly dueAt?: string;
};

type FormProps = { readonly input: CaseInput; readonly onChange: (values: CaseInput) => void };

function Options<Word extends string>({
  words,
  names,
}: {
  readonly words: readonly Word[];
  readonly names: Readonly<Record<Word, string>>;
}) {
  return words.map((word) => (
    <option key={word} value={word}>
      {names[word]}
    </option>
  ));
}

/** Copies a text, and says whether that succeeded. */
export function useCopy(): (text: string) => void {
  const words = useCaseWords();
  const notice = useNotice();
  return (text) => {
    navigator.clipboard.writeText(text).then(
      () => notice(words.copied),
      () => notice(words.notCopied),
    );
  };
}

/** The text of a canned reply in the language of the page with the facts of a member. */
function useReplyFiller(site: string): (reply: { th: string; en: string }, facts: ReplyFacts) => string {
  const { data: session } = useQuery(sessionQuery);
  const { language } = usePreferences().preferences;
  const time = useTime();
  return ({ th, en }, { name, memberId, complaint, dueAt }) => {
    // The name is masked: the first name stands before the initial.
    const [firstName = name] = name.split(' ');
    const values: Partial<Record<ReplyPlaceholder, string>> = {
      name: firstName,
      member: `M${memberId.padStart(8, '0')}`,
      site: session?.sites.find(({ code }) => code === site)?.name ?? site,
      operator: session?.operator.displayName ?? '',
      ...(complaint === undefined ? {} : { complaint }),
      ...(dueAt === undefined ? {} : { deadline: time(dueAt) }),
    };
    return fillReply(language === 'en' && en !== '' ? en : th, values);
  };
}

/** Offers the canned replies, filled with the facts of the member. */
function ReplyPicker({
  site,
  facts,
  onPick,
}: {
  readonly site: string;
  readonly facts: ReplyFacts;
  readonly onPick: (text: string) => void;
}) {
  const words = useCaseWords();
  const fill = useReplyFiller(site);
  const list = useInfiniteQuery(listQuery(site, 'replies', {}, false));
  const replies = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (replies.length === 0) return null;
  return (
    <Choice
      label={words.useReply}
      value=""
      onChange={(id) => {
        const reply = replies.find((each) => each.id === id);
        if (reply) onPick(fill(reply, facts));
      }}
    >
      <option value="">{words.pickReply}</option>
      {complaintCategories.map((topic) => {
        const ofTopic = replies.filter((each) => each.topic === topic);
        return (
          ofTopic.length > 0 && (
            <optgroup key={topic} label={words.categories[topic]}>
              {ofTopic.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        );
      })}
    </Choice>
  );
}

/** The canned replies as reasons of a contact: a digit copies the text for the member and names it. */
export function useReplyChoices(site: string, facts: ReplyFacts, isOffered: boolean): readonly ReasonChoice[] {
  const words = useCaseWords();
  const fill = useReplyFiller(site);
  const copy = useCopy();
  const list = useInfiniteQuery({ ...listQuery(site, 'replies', {}, false), enabled: isOffered });
  const replies = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (!isOffered) return [];
  return replies.map((reply) => ({
    reason: words.answeredWith(reply.name),
    onChoose: () => copy(fill(reply, facts)),
  }));
}

/** The first input of an action about a member; undefined: the action is none of this file. */
export function firstCaseInput(action: ActionName, member: string): CaseInput | undefined {
  if (action === 'contact.record') return { member, channel: 'phone', direction: 'in', chat: '' };
  if (action === 'complaint.open') return { member, category: 'withdrawal', channel: 'phone', days: '' };
  return undefined;
}

export function ContactForm({
  site,
  facts,
  input,
  onChange,
}: FormProps & { readonly site: string; readonly facts: ReplyFacts }) {
  const words = useCaseWords();
  const copy = useCopy();
  return (
    <div className="grid gap-2 lg:grid-cols-2">
      <Choice label={words.channel} value={input['channel']} onChange={(channel) => onChange({ channel })}>
        <Options words={contactChannels} names={words.channels} />
      </Choice>
      <Choice label={words.direction} value={input['direction']} onChange={(direction) => onChange({ direction })}>
        <Options words={contactDirections} names={words.directions} />
      </Choice>
      <Field
        label={words.chat}
        inputMode="url"
        autoComplete="off"
        maxLength={CHAT_URL_LENGTH_MAX}
        value={input['chat'] ?? ''}
        onChange={(chat) => onChange({ chat })}
      />
      <ReplyPicker site={site} facts={facts} onPick={copy} />
    </div>
  );
}

export function ComplaintForm({ input, onChange }: FormProps) {
  const words = useCaseWords();
  return (
    <div className="grid gap-2 lg:grid-cols-3">
      <Choice label={words.category} value={input['category']} onChange={(category) => onChange({ category })}>
        <Options words={complaintCategories} names={words.categories} />
      </Choice>
      <Choice label={words.channel} value={input['channel']} onChange={(channel) => onChange({ channel })}>
        <Options words={contactChannels} names={words.channels} />
      </Choice>
      <Choice label={words.days} value={input['days']} onChange={(days) => onChange({ days })}>
        <option value="">{words.usualDays}</option>
        {DEADLINE_DAYS.map((days) => (
          <option key={days} value={days}>
            {words.dayCount(days)}
          </option>
        ))}
      </Choice>
    </div>
  );
}

export function AnswerForm({
  site,
  facts,
  input,
  onChange,
}: FormProps & { readonly site: string; readonly facts: ReplyFacts }) {
  const words = useCaseWords();
  return (
    <div className="grid gap-2">
      <ReplyPicker site={site} facts={facts} onPick={(answer) => onChange({ answer })} />
      <TextArea
        label={words.answer}
        hint={words.answerHint}
        rows={5}
        maxLength={CASE_TEXT_LENGTH_MAX}
        value={input['answer'] ?? ''}
        onChange={(answer) => onChange({ answer })}
        data-focus
      />
    </div>
  );
}

export function OwnerForm({ input, onChange, workers }: FormProps & { readonly workers: readonly string[] }) {
  const words = useCaseWords();
  return (
    <Choice label={words.owner} value={input['operator']} onChange={(operator) => onChange({ operator })} data-focus>
      <option value="">{words.nobody}</option>
      {workers.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

export function OutcomeForm({ input, onChange }: FormProps) {
  const words = useCaseWords();
  return (
    <Choice label={words.outcome} value={input['outcome']} onChange={(outcome) => onChange({ outcome })} data-focus>
      <Options words={complaintOutcomes} names={words.outcomes} />
    </Choice>
  );
}

export function ReplyForm({ input, onChange }: FormProps) {
  const words = useCaseWords();
  const text = useWords();
  const names = replyPlaceholders.map((name) => `{${name}} ${words.placeholderHelp[name]}`).join(' · ');
  return (
    <div className="grid gap-2">
      <div className="grid gap-2 lg:grid-cols-2">
        <Field
          label={words.replyName}
          maxLength={REPLY_NAME_LENGTH_MAX}
          value={input['name'] ?? ''}
          onChange={(name) => onChange({ name })}
          data-focus
        />
        <Choice
          label={text.factNames['category'] ?? ''}
          value={input['topic']}
          onChange={(topic) => onChange({ topic })}
        >
          <Options words={complaintCategories} names={words.categories} />
        </Choice>
      </div>
      <TextArea
        label={words.replyTh}
        hint={words.placeholders(names)}
        rows={4}
        maxLength={CASE_TEXT_LENGTH_MAX}
        value={input['th'] ?? ''}
        onChange={(th) => onChange({ th })}
      />
      <TextArea
        label={words.replyEn}
        rows={3}
        maxLength={CASE_TEXT_LENGTH_MAX}
        value={input['en'] ?? ''}
        onChange={(en) => onChange({ en })}
      />
    </div>
  );
}
