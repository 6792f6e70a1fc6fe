// What the frame knows of a page before its code is there: address, title and kind of header. So the
// header never jumps when the page arrives.

import type { ComponentType } from 'react';
import { matchPath } from 'react-router';

import { lazyWithPreload } from '#ui/lazy-component';

export type PageRoute = {
  readonly path: string;
  readonly title: string;
  /**
   * main: menu, logo, balance. back: back button and title. bare: like back, without any navigation (spec §2).
   * own: the page fills the screen and draws its frame itself (a game).
   */
  readonly header: 'main' | 'back' | 'bare' | 'own';
  /** The header lies on the page's own picture, which is dark in both modes. */
  readonly isOnScene?: boolean;
  readonly Page: ComponentType;
  /** Answers when the page can be drawn at once, or cannot be fetched. */
  readonly preload: () => Promise<unknown>;
};

/** A page whose code is fetched when its route is shown, or earlier with preload(). */
export function page(
  path: string,
  title: string,
  header: PageRoute['header'],
  load: () => Promise<ComponentType>,
  { isOnScene = false }: { readonly isOnScene?: boolean } = {},
): PageRoute {
  const Page = lazyWithPreload(load);
  return { path, title, header, isOnScene, Page, preload: () => Page.preload().catch(() => undefined) };
}

export function routeAt(routes: readonly PageRoute[], pathname: string): PageRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}
