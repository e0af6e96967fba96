import { Button } from '@chakra-ui/react';
import { chooseDeviceLanguage, languageNames, useLanguage } from '#app/lib/language.ts';

/** Renders the button of the pages before sign-in that sets the other language for this device. */
export function LanguageSwitch() {
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
