// My account (/user/account): member, locked bank account, links, settings, devices, sign-out.

import { CaseSensitive, KeyRound, LogOut, Medal, Moon, UserRound, Vibrate } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

import { formatPhone } from '@chaba/contract/phones';

import { getCataloguePicture } from '#art/gallery';
import { useNavItems } from '#parts/nav-items';
import { useSignOut } from '#lib/member/sign-out';
import { hasHaptics, setHaptics } from '#lib/browser/haptics';
import { paths } from '#lib/paths';
import { useMember } from '#lib/member/session';
import { chooseLoopedLetters, chooseMode, useLoopedLetters, useModeChoice, type ModeChoice } from '#lib/site/theme';
import { Badge } from '@chaba/ui/badge';
import { Card, RowList } from '#ui/card';
import { Dialog, preloadOverlays } from '#ui/dialog';
import { lazyOnIdle } from '#ui/lazy-component';
import { ListRow } from '#ui/list-row';
import { Picture } from '#ui/picture';
import { Switch } from '#ui/switch';
import { Tabs } from '#ui/tabs';

import { BankCard } from './bank-card.tsx';
import { ResponsiblePlay } from './responsible-play.tsx';
import { Devices } from './devices.tsx';
import { text } from './profile.text.ts';

const icon = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const;
const modes: readonly { readonly value: ModeChoice; readonly label: string }[] = [
  { value: 'dark', label: text.dark },
  { value: 'light', label: text.light },
  { value: 'auto', label: text.auto },
];

const PasswordForm = lazyOnIdle(async () => (await import('./password-form.tsx')).PasswordForm);

export function AccountPage() {
  const member = useMember();
  const signOut = useSignOut();
  if (!member) return null;

  return (
    <>
      <Card className="flex items-center gap-3.5">
        <Picture
          picture={getCataloguePicture('', member.affiliateKey, 'EGAMES')}
          sizes="60px"
          className="size-15 rounded-banner"
        />
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <div className="min-w-0">
            <h2 className="text-title-3">{member.userName.fullName}</h2>
            <p className="num text-small whitespace-nowrap text-text-2">{formatPhone(member.PhoneNumber)}</p>
          </div>
          <Badge icon={<Medal aria-hidden="true" size={16} strokeWidth={1.75} />}>
            <span className="sr-only">{text.rank} </span>
            {text.silver}
          </Badge>
        </div>
      </Card>
      <BankCard member={member} />
      <Places />
      <Settings />
      <Devices />
      <ResponsiblePlay />
      <Card className="py-1!">
        <RowList>
          <ListRow icon={<LogOut {...icon} />} title={text.logout} onClick={() => void signOut()} isDanger />
        </RowList>
      </Card>
    </>
  );
}

function Places(): ReactNode {
  const { places, perks } = useNavItems();
  const [isChanging, setChanging] = useState(false);
  const wanted: readonly string[] = [
    paths.member.history,
    paths.member.affiliate,
    paths.member.freeCredit,
    paths.member.promotion,
  ];
  const shown = [...places, ...perks].filter(({ to }) => wanted.includes(to));

  return (
    <Card className="py-1!">
      <RowList>
        <ListRow icon={<UserRound {...icon} />} title={text.member} to={paths.member.profile} />
        {shown.map(({ to, label, icon: picture }) => (
          <ListRow key={to} icon={picture} title={label} to={to} />
        ))}
        <ListRow
          icon={<KeyRound {...icon} />}
          title={text.changePassword}
          onClick={() => {
            preloadOverlays();
            setChanging(true);
          }}
        />
      </RowList>
      <Dialog isOpen={isChanging} onClose={() => setChanging(false)} title={text.changePassword} hasFootnote>
        <PasswordForm isWanted={isChanging} onDone={() => setChanging(false)} />
      </Dialog>
    </Card>
  );
}

function Settings(): ReactNode {
  const mode = useModeChoice();
  const isLooped = useLoopedLetters();
  const [isTicking, setTicking] = useState(hasHaptics);

  return (
    <Card className="py-1!">
      <ul className="divide-y divide-hairline">
        <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <Moon {...icon} className="flex-none text-text-2" />
          <span className="flex-1 text-base">{text.theme}</span>
          <div className="min-w-56">
            <Tabs label={text.theme} tabs={modes} value={mode} onChange={chooseMode} />
          </div>
        </li>
        <Setting
          icon={<CaseSensitive {...icon} className="flex-none text-text-2" />}
          label={text.loopedLetters}
          isOn={isLooped}
          onChange={chooseLoopedLetters}
        />
        <Setting
          icon={<Vibrate {...icon} className="flex-none text-text-2" />}
          label={text.haptics}
          isOn={isTicking}
          onChange={(isOn) => {
            setHaptics(isOn);
            setTicking(isOn);
          }}
        />
      </ul>
    </Card>
  );
}

function Setting({
  icon: picture,
  label,
  isOn,
  onChange,
}: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      {picture}
      <span id={id} className="flex-1 text-base">
        {label}
      </span>
      <Switch labelledBy={id} isOn={isOn} onChange={onChange} />
    </li>
  );
}
