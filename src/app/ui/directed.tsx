import { LocaleProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useLanguage } from '#app/lib/language.ts';

/** Dialogs, drawers and menus set their direction themselves: left to right without it. */
export function Directed({ children }: { readonly children: ReactNode }) {
  return <LocaleProvider locale={useLanguage()}>{children}</LocaleProvider>;
}
