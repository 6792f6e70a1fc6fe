// Components whose code is loaded on demand.
//
//     lazyWithPreload(load)   loaded when rendered, or earlier by preload(). Code that is gone with an older build fails:
//                             the error boundary offers a reload
//     lazyOnIdle(load)        delays no page: a sheet behind a button, a part beside a page. Its code loads when the page
//                             is idle, so it opens at once and without a connection; an earlier request loads it sooner

import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

import { CodeUnavailable } from '#lib/code-unavailable';
import { useIsIdle } from '#lib/when-idle';

import { LazyFallback, PartFailed } from './lazy-fallback.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => (loaded ??= await load());
  const Late = lazy(async () => {
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

/** Set `isWanted` when the component was requested; `meanwhile` is rendered until its code is loaded. */
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
