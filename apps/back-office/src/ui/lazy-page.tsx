// A page whose code is loaded when it is needed, or before.
//
// Always true: loaded code is shown without a fallback, because React shows what follows a fallback 300 ms later. What
// is shown stays mounted when its code arrives.

import { type ComponentType, type FunctionComponent, lazy, useState } from 'react';

export type LazyPage<Props extends object> = FunctionComponent<Props> & { readonly load: () => Promise<unknown> };

/** `load` of the result requests the code; a failed one is requested again. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  const Loading = lazy(async () => ({ default: await loadOnce() }));
  function Page(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Loading);
    return <Shown {...props} />;
  }
  return Object.assign(Page, { load: loadOnce });
}
