// The menu as a page (/user/menu): the entries of the rail and of the side menu.

import { LogOut } from 'lucide-react';

import { useNavItems } from '#parts/nav-items';
import { useSignOut } from '#lib/member/sign-out';
import { Card, RowList } from '#ui/card';
import { ListRow } from '#ui/list-row';

import { text } from './profile.text.ts';

export function MenuPage() {
  const { places, perks, account } = useNavItems();
  const signOut = useSignOut();
  const groups = [places, perks, account ? [account] : []].filter((group) => group.length > 0);

  return (
    <>
      {groups.map((group) => (
        <Card key={group[0]?.to} as="div" className="py-1!">
          <RowList>
            {group.map(({ to, label, icon }) => (
              <ListRow key={to} icon={icon} title={label} to={to} />
            ))}
          </RowList>
        </Card>
      ))}
      <Card as="div" className="py-1!">
        <RowList>
          <ListRow
            icon={<LogOut aria-hidden="true" size={22} strokeWidth={1.75} />}
            title={text.logout}
            onClick={() => void signOut()}
            isDanger
          />
        </RowList>
      </Card>
    </>
  );
}
