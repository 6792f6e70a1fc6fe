// Member info (/user/profile): the read-only data of the member, then the password form.

import { formatPhone } from '@chaba/contract/phones';

import { useMember } from '#lib/member/session';
import { Card } from '#ui/card';
import { lazyOnIdle } from '#ui/lazy-component';
import { Section } from '#ui/section';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { BankCard } from './bank-card.tsx';
import { text } from './profile.text.ts';

const PasswordForm = lazyOnIdle(
  async () => (await import('./password-form.tsx')).PasswordForm,
  <SkeletonGroup className="flex flex-col gap-4">
    <Skeleton className="h-20" />
    <Skeleton className="h-20" />
    <Skeleton className="h-20" />
    <Skeleton className="h-13" />
  </SkeletonGroup>,
);

export function ProfilePage() {
  const member = useMember();
  if (!member) return null;
  const facts = [
    { label: text.phone, value: <span className="num">{formatPhone(member.PhoneNumber)}</span> },
    { label: text.fullName, value: member.userName.fullName },
  ];

  return (
    <>
      <section aria-label={text.member} className="flex flex-col gap-4">
        <Card as="dl" className="divide-y divide-hairline py-1!">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2">
              <dt className="text-small text-text-2">{label}</dt>
              <dd className="text-base font-medium">{value}</dd>
            </div>
          ))}
        </Card>
        <BankCard member={member} />
      </section>
      <Section title={text.changePassword}>
        <Card as="div">
          <PasswordForm isWanted />
        </Card>
      </Section>
    </>
  );
}
