import { useEffect } from 'react';
import { messages } from './texts.en.ts';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = messages.documentTitle({ title });
  }, [title]);
}
