import { useEffect } from 'react';

/** Sets the document title, which browsers also show in their history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Branch Desk`;
  }, [title]);
}
