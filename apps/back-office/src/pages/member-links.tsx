// Linked members of a member: the list on the page, and the comparison with the verdict of a person on some of them.
//
// Elsewhere: the comparison (risk-group.tsx), verdicts from alerts (items.tsx).

import { actions, type ActionName } from '@chaba/contract/back-office/actions';
import type { GroupComparison } from '@chaba/contract/back-office/risk';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import type { MemberDetail } from '@chaba/contract/back-office/wire-members';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { memberGroupQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useWords } from '#text/language';
import { useMemberWords } from '#text/members';
import { useRiskWords } from '#text/risk-words';
import { Button } from '#ui/button';
import { Modal } from '#ui/modal';
import { ErrorState, LoadingRows } from '#ui/states';

import { MemberStateBadge, Section } from './member-parts.tsx';
import { GroupView } from './risk-group.tsx';

type Place = { readonly site: string; readonly roles: readonly Role[]; readonly detail: MemberDetail };

const VERDICTS = [
  'member.different',
  'member.same-person',
  'member.household',
] as const satisfies readonly ActionName[];

export function MemberLinks({ site, roles, detail }: Place) {
  const { page } = useMemberWords();
  const { group } = useRiskWords();
  const [isOpen, setOpen] = useState(false);
  const { linked, friends, second, reference } = detail;
  const mayDecide = findActingRole(roles, actions['member.different'].permission) !== undefined;
  return (
    <Section title={page.links}>
      {linked.length === 0 && <p className="text-text-2">{page.noLinks}</p>}
      {friends > 0 && (
        <p>
          <Link to={`/${site}/members?referrer=${reference}`} className="underline">
            {page.friends(friends, second)}
          </Link>
        </p>
      )}
      <ul className="grid gap-1.5">
        {linked.map((each) => (
          <li key={`${each.relation}-${each.reference}`} className="flex flex-wrap items-center gap-x-2">
            <Link to={`/${site}/members/${each.reference}`} className="font-semibold underline">
              {each.name}
            </Link>
            <span className="text-text-2">{`${each.reference} · ${page.relations[each.relation]} · ${formatAmount(each.deposits)}`}</span>
            {each.state !== 'open' && <MemberStateBadge state={each.state} />}
          </li>
        ))}
      </ul>
      {mayDecide && (
        <div className="mt-2">
          <Button onClick={() => setOpen(true)}>{group.open}</Button>
        </div>
      )}
      {isOpen && <GroupDialog site={site} roles={roles} detail={detail} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function GroupDialog({ site, roles, detail, onClose }: Place & { readonly onClose: () => void }) {
  const { group: words } = useRiskWords();
  const { data, error, isPending, refetch } = useQuery(memberGroupQuery(site, detail.reference));
  return (
    <Modal title={words.title} onClose={onClose} isWide>
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.members.length < 2 && <p className="text-text-2">{words.nobody}</p>}
      {data && data.members.length > 1 && (
        <div className="dense grid gap-3">
          <GroupView site={site} roles={roles} group={data} />
          <Verdict site={site} reference={detail.reference} group={data} />
        </div>
      )}
    </Modal>
  );
}

/** The others of the verdict, at first those with a shared attribute and without a verdict. */
function Verdict({
  site,
  reference,
  group,
}: {
  readonly site: string;
  readonly reference: string;
  readonly group: GroupComparison;
}) {
  const { group: words } = useRiskWords();
  const text = useWords();
  const notice = useNotice();
  const others = group.members.filter((member) => member.reference !== reference);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => listUndecided(reference, group));
  const [action, setAction] = useState<ActionName>();
  const toggle = (other: string): void =>
    setChosen((before) => (before.has(other) ? before.difference(new Set([other])) : before.union(new Set([other]))));
  const named = others.filter((other) => chosen.has(other.reference)).map((other) => other.reference);
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{words.others}</legend>
        {others.map((other) => (
          <label key={other.reference} className="flex min-h-11 items-center gap-2 lg:min-h-8">
            <input
              type="checkbox"
              checked={chosen.has(other.reference)}
              onChange={() => toggle(other.reference)}
              className="size-6 accent-(--accent) lg:size-4"
            />
            {`${other.reference} ${other.name}`}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        {VERDICTS.map((name) => (
          <Button key={name} disabled={named.length === 0} onClick={() => setAction(name)}>
            {text.actions[name]}
          </Button>
        ))}
      </div>
      {action && (
        <ActionDialog
          site={site}
          open={{ action, input: { member: reference, others: named.join(' ') }, isTwo: false, isPreviewed: true }}
          onClose={() => setAction(undefined)}
          onDone={() => {
            setAction(undefined);
            notice(`${text.actions[action]} ${named.join(' ')}`);
          }}
        />
      )}
    </>
  );
}

function listUndecided(reference: string, { pairs }: GroupComparison): ReadonlySet<string> {
  return new Set(
    pairs.flatMap((pair) => {
      const other = pair.one === reference ? pair.other : pair.one;
      const isOwn = pair.one === reference || pair.other === reference;
      const isShared = pair.devices.length + pair.networks.length > 0 || pair.isSameName;
      return isOwn && isShared && pair.verdict === null ? [other] : [];
    }),
  );
}
