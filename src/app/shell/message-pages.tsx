import { Button } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Notice } from '#app/ui/notice.tsx';
import { messages } from './texts.en.ts';

export function NotFoundPage() {
  return (
    <Notice title={messages.pageNotFound} description={messages.addressUnknown}>
      <Button asChild>
        <Link to="/">{appMessages.goHome}</Link>
      </Button>
    </Notice>
  );
}

/** The placeholder of the specification; no menu entry links to it (decision 28). */
export function ComingSoonPage() {
  return (
    <Notice title={messages.comingSoon} description={messages.beingBuilt}>
      <Button asChild variant="outline" colorPalette="neutral">
        <Link to="/">{appMessages.goHome}</Link>
      </Button>
    </Notice>
  );
}
