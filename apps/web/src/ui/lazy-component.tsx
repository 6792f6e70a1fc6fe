// Components whose code comes later.
//
//     late(load)       when it is drawn, or before with its preload(). What is gone with an older build fails: the error boundary
//                      offers to load the page anew
//     lazyOnIdle(load)   no page waits for it: a sheet behind a button, what runs beside a page. Its code comes when the page is
//                      there, so it opens at once and without a connection too; somebody who asks for it before gets it sooner

import { createElement, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';

import { loadWithRetry } from '#lib/load-with-retry';
import { useIsIdle } from '#lib/when-idle';

import { LazyFallback } from './lazy-fallback.tsx';

/** Where nobody asked for it, it is waited for without an end, and nothing that is there breaks. */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isAskedFor: () => boolean = () => true,
) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => (loaded ??= await load());
  const Late = lazy(async () => ({
    default: await loadWithRetry(preload, isAskedFor),
  })) as unknown as ComponentType<Props>;
  // What is there is drawn in the same moment: a lazy component would show its skeleton first.
  function Part(props: Props) {
    const [Chosen] = useState(() => loaded ?? Late);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, { preload });
}

/** Give it `isWanted` when it was asked for; `meanwhile` is drawn until its code has come. */
export function lazyOnIdle<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile?: ReactNode) {
  let isAskedFor = false;
  const Part = lazyWithPreload(load, () => isAskedFor);

  return function LatePart({ isWanted, ...props }: Props & { readonly isWanted: boolean }): ReactNode {
    const isIdle = useIsIdle();
    useEffect(() => {
      isAskedFor = isWanted;
    }, [isWanted]);
    if (!isIdle && !isWanted) return null;
    return (
      <Suspense
        fallback={
          <>
            {meanwhile}
            {isWanted && <LazyFallback />}
          </>
        }
      >
        <Part {...(props as unknown as Props)} />
      </Suspense>
    );
  };
}
