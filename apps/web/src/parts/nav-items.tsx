// Destinations of a member: the list behind the rail, the menu and the bar. A destination without a route is hidden.

import {
  ArrowDownToLine,
  ArrowUpFromLine,
  FerrisWheel,
  Gamepad2,
  Gift,
  History,
  House,
  RotateCcw,
  TicketPercent,
  UserRound,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';

import type { SiteConfiguration } from '@chaba/contract/site';

import { paths } from '#lib/paths';

import { icons } from './icon-look.ts';
import { text } from './parts.text.ts';
import { findRoute, type PageRoute } from '#lib/page-route';

export type NavItem = {
  readonly to: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** A modal screen of the specification: the menu opens it over the page. */
  readonly isOverPage?: boolean;
};

const homePlace: NavItem = { to: paths.member.home, label: text.home, icon: <House {...icons} /> };

const places: readonly NavItem[] = [
  homePlace,
  { to: paths.member.game, label: text.play, icon: <Gamepad2 {...icons} /> },
  { to: paths.member.deposit, label: text.deposit, icon: <ArrowDownToLine {...icons} />, isOverPage: true },
  { to: paths.member.withdraw, label: text.withdraw, icon: <ArrowUpFromLine {...icons} />, isOverPage: true },
  { to: paths.member.history, label: text.history, icon: <History {...icons} />, isOverPage: true },
];

const perks: readonly NavItem[] = [
  { to: paths.member.promotion, label: text.promotion, icon: <TicketPercent {...icons} />, isOverPage: true },
  { to: paths.member.cashBack, label: text.cashback, icon: <RotateCcw {...icons} />, isOverPage: true },
  { to: paths.member.affiliate, label: text.affiliate, icon: <UsersRound {...icons} />, isOverPage: true },
  { to: paths.member.spinner, label: text.wheel, icon: <FerrisWheel {...icons} />, isOverPage: true },
  { to: paths.member.freeCredit, label: text.freeCredit, icon: <Gift {...icons} />, isOverPage: true },
];

const account: NavItem = {
  to: paths.member.account,
  label: text.account,
  icon: <UserRound {...icons} />,
  isOverPage: true,
};

export function listPlaces(routes: readonly PageRoute[]): {
  places: readonly NavItem[];
  perks: readonly NavItem[];
  account: NavItem | undefined;
} {
  const isThere = ({ to }: NavItem) => findRoute(routes, to) !== undefined;
  return {
    places: places.filter(isThere),
    perks: perks.filter(isThere),
    account: isThere(account) ? account : undefined,
  };
}

/** The routes that menus link to. A feature that the site has closed shows that at its address and has no link. */
export function openRoutes(
  routes: readonly PageRoute[],
  { cashBack, Affiliate }: Pick<SiteConfiguration, 'cashBack' | 'Affiliate'>,
): readonly PageRoute[] {
  const closed: readonly string[] = [
    ...(cashBack.usecashBack ? [] : [paths.member.cashBack]),
    ...(Affiliate.useAffiliate ? [] : [paths.member.affiliate]),
  ];
  return routes.filter(({ path }) => !closed.includes(path));
}

/** The destinations for a page of the member area. */
export function useNavItems(): ReturnType<typeof listPlaces> {
  return listPlaces(useOutletContext<readonly PageRoute[] | undefined>() ?? []);
}

/** The second and fourth link of the bar: those of the specification, or the first available page. */
export function selectBarPlaces(routes: readonly PageRoute[]): readonly [NavItem, NavItem] {
  const known = listPlaces(routes);
  const find = (...wanted: readonly string[]) =>
    wanted.map((to) => [...known.places, ...known.perks].find((place) => place.to === to)).find(Boolean) ?? homePlace;
  return [find(paths.member.promotion, paths.member.deposit), find(paths.member.freeCredit, paths.member.history)];
}
