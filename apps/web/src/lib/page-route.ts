// Data of a page that the frame needs before the page's code: address, title and kind of header. The header therefore
// never shifts.

import type { ComponentType } from 'react';
import { matchPath } from 'react-router';

import { lazyWithPreload } from '#ui/lazy-component';

export type PageRoute = {
  readonly path: string;
  readonly title: string;
  /**
   * main: menu, logo, balance. back: back button and title. bare: like back, without navigation (spec §2). own: the
   * page fills the screen and renders its frame itself (a game).
   */
  readonly header: 'main' | 'back' | 'bare' | 'own';
  /** The header is over the page's own picture, which is dark in both modes. */
  readonly isOnScene?: boolean;
  readonly Page: ComponentType;
  /** Resolves when the page can be rendered at once, or its code failed to load. */
  readonly preload: () => Promise<unknown>;
};

/** A page whose code is fetched when its route is shown, or earlier with preload(). */
export function createPageRoute(
  path: string,
  title: string,
  header: PageRoute['header'],
  load: () => Promise<ComponentType>,
  { isOnScene = false }: { readonly isOnScene?: boolean } = {},
): PageRoute {
  const Page = lazyWithPreload(load);
  return { path, title, header, isOnScene, Page, preload: () => Page.preload().catch(() => undefined) };
}

export function findRoute(routes: readonly PageRoute[], pathname: string): PageRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}
