import { Button } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { chooseDeviceLanguage, languageNames, useLanguage } from '#app/lib/language.ts';
import { messages } from '#app/lib/texts.en.ts';
import styles from './public-shell.module.css';
import { SkipLink } from './skip-link.tsx';

/** Renders the button of the pages before sign-in that sets the other language for this device. */
function LanguageSwitch() {
  const other = useLanguage() === 'en' ? 'ar' : 'en';
  return (
    <Button
      variant="ghost"
      colorPalette="neutral"
      ms="auto"
      lang={other}
      onClick={() => void chooseDeviceLanguage(other).catch(() => undefined)}
    >
      {languageNames[other]}
    </Button>
  );
}

/** Renders the frame of public pages: a top bar with the logo, and the content. Needs no router. */
export function PublicShell({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.bar}>
        <a className={styles.home} href="/">
          <img src="/logo.svg" width={28} height={28} alt="" />
          {messages.productName}
        </a>
        <LanguageSwitch />
      </header>
      <main className={styles.content} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
