import { Button } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { isChunkLoadError, reloadOnceForChunk, whenReachable } from '#app/api/chunk-load-error.ts';
import { Notice } from './notice.tsx';

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Something went wrong on this page.';
}

/**
 * Renders an error in place of a page. A missing chunk is fetched by one reload once the server is reachable.
 */
export function ErrorNotice({ error }: { readonly error: unknown }) {
  const isMissingChunk = isChunkLoadError(error);
  const [reloading, setReloading] = useState(isMissingChunk);
  useEffect(() => {
    const tryAgain = () => setReloading(reloadOnceForChunk(error));
    tryAgain();
    return whenReachable(tryAgain);
  }, [error]);

  if (reloading) return null;
  return (
    <Notice
      title={isMissingChunk ? 'This page is not on this device yet' : `Error: ${messageOf(error)}`}
      description={
        isMissingChunk
          ? 'It comes by itself with the next connection to the server. What you saved is kept.'
          : 'What you saved is kept. Try again; if it stays, open another page.'
      }
    >
      <Button onClick={() => location.reload()}>Try again</Button>
      <Button asChild variant="outline" colorPalette="neutral">
        <a href="/">Go back Home</a>
      </Button>
    </Notice>
  );
}
