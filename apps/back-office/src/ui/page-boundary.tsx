// Catches what a page throws while it renders, so that header and menu stay usable. A failed import of code is usually
// that of a release before, whose files are gone: only a reload helps. It is a class, because React has no hook for it.

import { RefreshCw, TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';

import { useEntryWords } from '#text/entry';

import { Button } from './button.tsx';

type Props = { readonly address: string; readonly children: ReactNode };
type State = { readonly address: string; readonly hasFailed: boolean };

/** Another address shows its page again. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, hasFailed: false };

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, hasFailed: false };
  }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <PageFailed /> : this.props.children;
  }
}

function PageFailed() {
  const text = useEntryWords();
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-4 py-10 text-center text-text-2">
      <TriangleAlert aria-hidden="true" size={32} />
      <h1 className="text-title-3 text-text">{text.errorTitle}</h1>
      <p>{text.pageFailed}</p>
      <Button onClick={() => location.reload()}>
        <RefreshCw aria-hidden="true" size={16} />
        {text.reload}
      </Button>
    </div>
  );
}
