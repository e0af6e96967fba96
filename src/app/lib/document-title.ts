import { useEffect } from 'react';
import { messages } from './texts.en.ts';

/** Sets the document title, which browsers also show in their history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = messages.documentTitle({ title });
  }, [title]);
}
