import { useEffect } from 'react';
import { messages } from './texts.en.ts';

/** Browsers also show it in their history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = messages.documentTitle({ title });
  }, [title]);
}
