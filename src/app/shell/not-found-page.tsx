import { Button } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Notice } from '#app/ui/notice.tsx';

/** The page for unknown paths (specification, section 2). */
export function NotFoundPage() {
  return (
    <Notice title="This page is not found" description="The address may be mistyped, or the page has moved.">
      <Button asChild>
        <Link to="/">Go back Home</Link>
      </Button>
    </Notice>
  );
}
