import { Component, type ReactNode } from 'react';
import { ErrorNotice } from '#app/ui/error-notice.tsx';

interface Caught {
  readonly error?: unknown;
}

/** Catches every render error that no route boundary has caught. */
export class AppBoundary extends Component<{ readonly children: ReactNode }, Caught> {
  override state: Caught = {};

  static getDerivedStateFromError(error: unknown): Caught {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ErrorNotice error={this.state.error} />;
  }
}
