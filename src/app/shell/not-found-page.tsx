import { Button } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Notice } from '#app/ui/notice.tsx';
import { messages } from './texts.en.ts';

/** The page for unknown paths (specification, section 2). */
export function NotFoundPage() {
  return (
    <Notice title={messages.pageNotFound} description={messages.addressUnknown}>
      <Button asChild>
        <Link to="/">{appMessages.goHome}</Link>
      </Button>
    </Notice>
  );
}
