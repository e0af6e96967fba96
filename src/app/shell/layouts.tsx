import { Button } from '@chakra-ui/react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { chooseDeviceLanguage, languageNames, useLanguage } from '#app/lib/language.ts';
import { messages } from '#app/lib/texts.en.ts';
import { SkipLink } from '#app/ui/skip-link.tsx';
import styles from './public-layout.module.css';

export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

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

export function PublicLayout() {
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
        <Outlet />
      </main>
    </div>
  );
}
