import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useFormContextValue } from './form-context.ts';

/** Renders what a form comes to beside its save button, where no scrolling and no bar hides it. */
export function FormSummary({ children }: { readonly children: ReactNode }) {
  const { summary } = useFormContextValue();
  return summary && createPortal(children, summary);
}
