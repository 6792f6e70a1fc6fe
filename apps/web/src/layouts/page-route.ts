// What the frame knows of a page before its code is there: address, title and kind of header. So the
// header never jumps when the page arrives.

import { createElement, lazy, useState, type ComponentType } from 'react';
import { matchPath } from 'react-router';

import { untilLoaded } from '#lib/until-loaded';

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
  readonly preload: () => Promise<void>;
};

/** A page whose code is fetched when its route is shown, or earlier with preload(). */
export function page(
  path: string,
  title: string,
  header: PageRoute['header'],
  load: () => Promise<ComponentType>,
  { isOnScene = false }: { readonly isOnScene?: boolean } = {},
): PageRoute {
  let loading: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;
  const once = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        // A lost connection must not make the page unreachable for ever.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const late = () =>
    lazy(async () => {
      try {
        return { default: await untilLoaded(once, isServerThere) };
      } catch (error) {
        Late = late();
        throw error;
      }
    });
  let Late = late();
  // What is there is drawn in the same moment: a lazy component would show its skeleton first.
  function Page() {
    const [Chosen] = useState<ComponentType>(() => loaded ?? Late);
    return createElement(Chosen);
  }
  return {
    path,
    title,
    header,
    isOnScene,
    Page,
    preload: () =>
      once().then(
        () => undefined,
        () => undefined,
      ),
  };
}

/** Then code that does not come is gone with an older build. */
async function isServerThere(): Promise<boolean> {
  return fetch(globalThis.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

export function routeAt(routes: readonly PageRoute[], pathname: string): PageRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}
