import { Button } from '@chakra-ui/react';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { ApiError } from '#app/api/api-error.ts';
import { isChunkLoadError, reloadOnceForChunk, whenReachable } from '#app/api/chunk-load-error.ts';
import { messages as appMessages, errorMessage } from '#app/lib/texts.en.ts';
import { Notice } from './notice.tsx';
import { messages } from './texts.en.ts';

/** The text of an exception is for engineers, in one language; what the server says is for people. */
const titleOf = (error: unknown): string =>
  error instanceof ApiError ? errorMessage(error.message) : messages.pageErrorFallback;

/** Milliseconds. A page that still lives so long after its reload began is not reloaded: somebody cancelled it. */
const RELOADED_WITHIN = 3_000;

const descriptionOf = (error: unknown): string =>
  error instanceof DOMException ? messages.pageAltered : messages.pageErrorDescription;

/**
 * After a DOM exception the next page is loaded anew: React cannot remove what a translator or an extension has
 * moved.
 */
export function ErrorNotice({ error }: { readonly error: unknown }) {
  const isMissingChunk = isChunkLoadError(error);
  const [reloading, setReloading] = useState(isMissingChunk);
  useEffect(() => {
    const tryAgain = () => setReloading(reloadOnceForChunk(error));
    tryAgain();
    return whenReachable(tryAgain);
  }, [error]);

  useEffect(() => {
    if (!reloading) return;
    const timer = setTimeout(() => setReloading(false), RELOADED_WITHIN);
    return () => clearTimeout(timer);
  }, [reloading]);

  useEffect(() => {
    if (!(error instanceof DOMException)) return;
    const { href } = location;
    return () => {
      if (location.href !== href) location.reload();
    };
  }, [error]);

  if (reloading) return null;
  return (
    <Notice
      title={isMissingChunk ? messages.missingChunkTitle : titleOf(error)}
      description={isMissingChunk ? messages.missingChunkDescription : descriptionOf(error)}
    >
      <Button onClick={() => location.reload()}>{appMessages.tryAgain}</Button>
      <Button asChild variant="outline" colorPalette="neutral">
        <a href="/">{appMessages.goHome}</a>
      </Button>
    </Notice>
  );
}

export function RouteError() {
  return <ErrorNotice error={useRouteError()} />;
}

interface Caught {
  readonly error?: unknown;
}

export class AppBoundary extends Component<{ readonly children: ReactNode }, Caught> {
  override state: Caught = {};

  static getDerivedStateFromError(error: unknown): Caught {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ErrorNotice error={this.state.error} />;
  }
}
