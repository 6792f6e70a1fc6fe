// Catches errors that a page throws while it renders. A failed read shows its message and a retry; any other error
// shows a general message and a reload. Each page has its own boundary, so that the frame stays usable. It is a class,
// because React has no hook for it.

import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { ErrorState } from './error-state.tsx';
import { text } from './ui.text.ts';

/** Lazily loaded code is missing: no connection, or a newer build has replaced the files. */
export class CodeUnavailable extends Error {
  override readonly name = 'CodeUnavailable';
}

/** A failed read: its message may be shown; `isUnanswered` is true when no response arrived. */
type ReadError = Error & { readonly isUnanswered: boolean };

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

  /** Retries without a press when the connection is back. */
  private readonly tryAgain = (): void => {
    const { error } = this.state;
    if (isReadError(error) && error.isUnanswered) this.reset();
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
    if (isReadError(error)) return <ErrorState sentence={error.message} onRetry={this.reset} />;
    // Missing code or a defect: only a reload helps.
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

const isReadError = (error: unknown): error is ReadError => error instanceof Error && 'isUnanswered' in error;
const reload = (): void => globalThis.location.reload();

/** The route as `key` resets it on navigation; `fallback` replaces the message. */
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
