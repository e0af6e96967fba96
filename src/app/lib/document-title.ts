import { useEffect } from 'react';

/** Names the browser's tab and the page in its history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Branch Desk`;
  }, [title]);
}
