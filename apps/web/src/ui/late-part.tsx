// A part that no page waits for: a sheet behind a button, what runs beside a page. Its code comes when the page is there,
// so it opens at once and without a connection too; somebody who asks for it before gets it sooner.

import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';

import { untilLoaded } from '#lib/until-loaded';
import { useIsIdle } from '#lib/when-idle';

import { Awaited } from './awaited.tsx';

/** Give it `isWanted` when it was asked for; `meanwhile` is drawn until its code has come. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile?: ReactNode) {
  const Part = lazy(async () => ({ default: await untilLoaded(load) })) as ComponentType<Props>;

  return function LatePart({ isWanted, ...props }: Props & { readonly isWanted: boolean }): ReactNode {
    const isIdle = useIsIdle();
    if (!isIdle && !isWanted) return null;
    return (
      <Suspense
        fallback={
          <>
            {meanwhile}
            {isWanted && <Awaited />}
          </>
        }
      >
        <Part {...(props as unknown as Props)} />
      </Suspense>
    );
  };
}
