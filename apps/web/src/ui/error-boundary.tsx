// Catches what a page throws while it draws: a failed read shows its sentence and can be tried again, a
// bug shows "this page has a problem". One around every page, so the frame stays usable. React has no
// hook for this, hence the one class component of the product.

import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { CodeUnavailable } from '#lib/code-unavailable';
import { ApiError } from '#lib/api-error';

import { ErrorState } from './error-state.tsx';
import { text } from './ui.text.ts';

type Props = { readonly children: ReactNode; readonly onReset: () => void; readonly fallback?: ReactNode };
type State = { readonly error: unknown };

class Boundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidMount(): void {
    globalThis.addEventListener('online', this.tryAgain);
  }

  override componentWillUnmount(): void {
    globalThis.removeEventListener('online', this.tryAgain);
  }

  /** What failed for want of a connection heals by itself when there is one. */
  private readonly tryAgain = (): void => {
    const { error } = this.state;
    if (error instanceof ApiError && error.isUnanswered) this.reset();
    if (error instanceof CodeUnavailable && this.props.fallback === undefined) reload();
  };

  private readonly reset = (): void => {
    this.props.onReset();
    this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;

    if (this.props.fallback !== undefined) return this.props.fallback;
    if (error instanceof ApiError) return <ErrorState sentence={error.message} onRetry={this.reset} />;
    // Code of an older build is gone, the connection is, or a bug: loading the page anew is the way on.
    const isLost = error instanceof CodeUnavailable && !navigator.onLine;
    return (
      <ErrorState
        sentence={isLost ? messageText.noConnection : text.errorCrash}
        retryLabel={text.reload}
        onRetry={reload}
      />
    );
  }
}

const reload = (): void => globalThis.location.reload();

/** Give it the route as `key`, so that leaving a broken page heals it; `fallback` takes the place of the sentence. */
export function ErrorBoundary({ children, ...props }: Pick<Props, 'children' | 'fallback'>) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary onReset={reset} {...props}>
          {children}
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  );
}
