import { useEffect } from 'react';
import { drawn } from '#app/jsx/drawn.ts';
import { messages } from './texts.en.ts';

/** Sets the document title, which browsers also show in their history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = String(drawn('title', { children: messages.documentTitle({ title }) }).children);
  }, [title]);
}
