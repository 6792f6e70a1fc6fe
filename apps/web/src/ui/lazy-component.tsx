// Components whose code comes later.
//
//     late(load)       when it is drawn, or before with its preload(). Code that does not come fails in the error boundary around
//     lazyOnIdle(load)   no page waits for it: a sheet behind a button, what runs beside a page. Its code comes when the page is
//                      there, so it opens at once and without a connection too; a member who wants it before gets it sooner
//
// Always true: a part that does not come leaves the page as it is. A browser imports no file again that failed once, so the way
// on is to load the page anew.

import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

import { CodeUnavailable } from '#lib/code-unavailable';
import { useIsIdle } from '#lib/when-idle';

import { LazyFallback, PartFailed } from './lazy-fallback.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => (loaded ??= await load());
  const Lazy = lazy(async () => {
    try {
      return { default: await preload() };
    } catch (error) {
      throw new CodeUnavailable('code did not load', { cause: error });
    }
  }) as unknown as ComponentType<Props>;
  // What is there is drawn in the same moment: a lazy component would show its skeleton first.
  function Part(props: Props) {
    const [Chosen] = useState(() => loaded ?? Lazy);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, { preload });
}

/** Give it `isWanted` when a member opened it; `meanwhile` is drawn until its code has come. */
export function lazyOnIdle<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile?: ReactNode) {
  const Part = lazyWithPreload(load);

  return function LatePart({ isWanted, ...props }: Props & { readonly isWanted: boolean }): ReactNode {
    const isIdle = useIsIdle();
    if (!isIdle && !isWanted) return null;
    return (
      <PartBoundary isWanted={isWanted} meanwhile={meanwhile}>
        <Part {...(props as unknown as Props)} />
      </PartBoundary>
    );
  };
}

/** Around a part of a page: what does not come is said where a member wants it, and is nothing elsewhere. */
export function PartBoundary({
  isWanted,
  meanwhile,
  children,
}: {
  readonly isWanted: boolean;
  readonly meanwhile?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <ErrorBoundary fallback={isWanted ? <PartFailed /> : null}>
      <Suspense
        fallback={
          <>
            {meanwhile}
            {isWanted && <LazyFallback />}
          </>
        }
      >
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}
