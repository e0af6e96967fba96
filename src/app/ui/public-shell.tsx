import { Button, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { chooseDeviceLanguage, languageNames, useLanguage } from '#app/lib/language.ts';
import { messages } from '#app/lib/texts.en.ts';
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
    <Flex direction="column" minH="100dvh">
      <SkipLink />
      <chakra.header display="flex" alignItems="center" h="topBar" px={{ base: '4', md: '5' }}>
        <chakra.a
          href="/"
          display="inline-flex"
          alignItems="center"
          gap="2"
          minH="target"
          borderRadius="md"
          fontWeight="semibold"
          letterSpacing="-0.01em"
        >
          <img src="/logo.svg" width={28} height={28} alt="" />
          {messages.productName}
        </chakra.a>
        <LanguageSwitch />
      </chakra.header>
      <chakra.main
        id="content"
        tabIndex={-1}
        flex="1"
        display="flex"
        flexDirection="column"
        outline="none"
        p="4"
      >
        {children}
      </chakra.main>
    </Flex>
  );
}
