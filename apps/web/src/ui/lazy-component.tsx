// Components whose code is loaded on demand.
//
//     lazyWithPreload(load)   loads when rendered, or earlier with preload()
//     lazyOnIdle(load)        for parts that no page depends on: loads on idle, or as soon as it is wanted
//
// Always true: a part that fails to load leaves the page usable. A browser does not import a failed file again, so the
// only remedy is a reload.

import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';

import { useIsIdle } from '#lib/react/when-idle';

import { LazyFallback, PartFailed } from './lazy-fallback.tsx';
import { CodeUnavailable, ErrorBoundary } from './error-boundary.tsx';

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
  // Loaded code renders synchronously; a lazy component would show its skeleton first.
  function Part(props: Props) {
    const [Chosen] = useState(() => loaded ?? Lazy);
    return createElement(Chosen, props);
  }
  return Object.assign(Part, { preload });
}

/** `isWanted`: the member opened it; `meanwhile` is shown while it loads. */
export function lazyOnIdle<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile?: ReactNode) {
  const Part = lazyWithPreload(load);

  return function IdlePart({ isWanted, ...props }: Props & { readonly isWanted: boolean }): ReactNode {
    const isIdle = useIsIdle();
    if (!isIdle && !isWanted) return null;
    return (
      <PartBoundary isWanted={isWanted} meanwhile={meanwhile}>
        <Part {...(props as unknown as Props)} />
      </PartBoundary>
    );
  };
}

/** Error and loading boundary of a part: a failure shows a message only if the member wanted the part. */
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
