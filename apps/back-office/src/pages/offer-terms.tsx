// Terms of cashback, referral and wheel: in force, and in versions. A wheel is replaced by two people.
//
// Always true: a version never changes; spins keep the version that they were drawn from.
//
// Elsewhere: the settings of cashback and referral are changed on the page of the site.

import type { OfferTermsFacts, WheelFacts } from '@chaba/contract/back-office/offer-wire';
import type { Role } from '@chaba/contract/back-office/roles';
import { isSettingName } from '@chaba/contract/back-office/site-settings';
import { Badge } from '@chaba/ui/badge';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { ActionDialog } from '#action/action-dialog';
import { offerTermsQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { formatAmount, useTime, useWords } from '#text/language';
import { useOfferWords } from '#text/offer-words';
import { useSiteWords } from '#text/site-words';
import { Button } from '#ui/button';
import { Facts } from '#ui/facts';
import { TextArea } from '#ui/field';
import { ErrorState, LoadingRows } from '#ui/states';
import { useTitle } from '#ui/use-title';

import { mayAct } from './member-actions.tsx';
import { OfferTabs } from './offer-tabs.tsx';

const WHEEL_ROWS = 14;

export function OfferTermsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { terms: text } = useOfferTermWords();
  useTitle(text.title);
  const { data, error, refetch } = useQuery(offerTermsQuery(site));
  return (
    <>
      <div className="flex flex-wrap items-end gap-2 border-b border-hairline px-3 py-2">
        <h1 className="mr-2 text-title-3">{text.title}</h1>
        <OfferTabs site={site} />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <div className="dense grid items-start gap-6 p-3 lg:grid-cols-2">
          <WheelSection site={site} wheel={data.wheel} roles={roles} />
          <SettingsSection site={site} facts={data} />
        </div>
      )}
    </>
  );
}

const useOfferTermWords = () => ({ terms: useOfferWords().offerTerms });

function useSettingNames(): (name: string) => string {
  const { names } = useSiteWords();
  return (name) => (isSettingName(name) ? names[name] : name);
}

function SettingsSection({ site, facts }: { readonly site: string; readonly facts: OfferTermsFacts }) {
  const { terms: text } = useOfferTermWords();
  const time = useTime();
  const nameOf = useSettingNames();
  const format = (value = ''): string => ({ on: text.on, off: text.off })[value] ?? (value || '–');
  const { inForce, versions } = facts;
  return (
    <section aria-label={text.settings} className="min-w-0">
      <h2 className="mb-1 text-title-3">{text.settings}</h2>
      <p className="mb-2 text-text-2">
        {text.settingsHelp}{' '}
        <Link to={`/${site}/site`} className="underline">
          {text.change}
        </Link>
      </p>
      <Facts facts={Object.entries(inForce).map(([name, value]) => [nameOf(name), format(value)] as const)} />
      <h3 className="mt-4 font-semibold">{text.versions}</h3>
      {versions.length === 0 && <p className="text-text-2">{text.noVersions}</p>}
      {versions.slice(0, -1).map(({ version, publishedAt, request, terms }, index) => {
        const before = versions[index + 1]?.terms ?? {};
        const changed = Object.keys(terms).filter((name) => terms[name] !== before[name]);
        return (
          <div key={version} className="border-t border-hairline py-2">
            <p className="flex flex-wrap gap-2">
              {text.version(version)}
              <span className="text-text-2">{publishedAt === null ? '' : time(publishedAt)}</span>
              <span className="text-text-3">{request ?? ''}</span>
            </p>
            <Facts
              facts={changed.map((name) => [nameOf(name), `${format(before[name])} → ${format(terms[name])}`] as const)}
            />
          </div>
        );
      })}
    </section>
  );
}

function WheelSection({
  site,
  wheel,
  roles,
}: {
  readonly site: string;
  readonly wheel: WheelFacts | null;
  readonly roles: readonly Role[];
}) {
  const words = useWords();
  const { terms: text } = useOfferTermWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label={text.wheel} className="min-w-0">
      <h2 className="mb-1 flex flex-wrap items-center gap-2 text-title-3">
        {text.wheel}
        {wheel && <Badge tone={wheel.isOn ? 'success' : 'plain'}>{wheel.isOn ? text.on : text.off}</Badge>}
        {wheel && <span className="text-small text-text-2">{text.version(wheel.version)}</span>}
      </h2>
      {wheel === null && <p className="text-text-2">{text.noWheel}</p>}
      {wheel && <WheelFields wheel={wheel} />}
      {mayAct(roles, 'wheel.publish') && (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          {words.actions['wheel.publish']}
        </Button>
      )}
      {isOpen && <WheelDialog site={site} lines={wheel?.lines ?? text.example} onClose={() => setOpen(false)} />}
    </section>
  );
}

function WheelFields({ wheel }: { readonly wheel: WheelFacts }) {
  const { terms: text } = useOfferTermWords();
  const toPrize = (kind: string, amount: string): string =>
    kind === 'BAHT' ? formatAmount(amount) : `${text.kinds[kind] ?? kind}${kind === 'NONE' ? '' : ` ${amount}`}`;
  return (
    <>
      <Facts
        facts={[
          [text.worth, formatAmount(wheel.worth)],
          [
            text.share,
            <span key="share" className="flex flex-wrap items-center gap-2">
              {wheel.share}
              <Badge tone={wheel.isWithinBound ? 'success' : 'danger'}>{text.bound(wheel.bound)}</Badge>
            </span>,
          ],
        ]}
      />
      <table aria-label={text.wheel} className="mt-2 w-full">
        <thead>
          <tr>
            {[text.prize, text.weight, text.chance].map((title, index) => (
              <th
                key={title}
                scope="col"
                className={`py-1 text-micro font-medium text-text-3 ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {wheel.fields.map(({ kind, amount, weight, chance }, index) => (
            <tr key={`${index} ${kind}`} className="border-t border-hairline text-right">
              <th scope="row" className="py-1 text-left font-normal">
                {toPrize(kind, amount)}
              </th>
              <td className="py-1">{weight}</td>
              <td className="py-1">{`${chance} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function WheelDialog({
  site,
  lines: saved,
  onClose,
}: {
  readonly site: string;
  readonly lines: string;
  readonly onClose: () => void;
}) {
  const words = useWords();
  const { terms: text } = useOfferTermWords();
  const notice = useNotice();
  const [lines, setLines] = useState(saved);
  return (
    <ActionDialog
      site={site}
      open={{ action: 'wheel.publish', input: { terms: lines }, isTwo: true, isPreviewed: true }}
      form={<TextArea label={text.lines} hint={text.linesHint} rows={WHEEL_ROWS} value={lines} onChange={setLines} />}
      onClose={onClose}
      onDone={({ request }) => {
        onClose();
        notice(request === undefined ? words.actions['wheel.publish'] : words.action.requested(request));
      }}
    />
  );
}
