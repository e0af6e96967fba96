import { Button } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Notice } from '#app/ui/notice.tsx';

/** The placeholder page of the specification; no menu entry links to it (decision 28). */
export function ComingSoonPage() {
  return (
    <Notice title="Coming Soon..." description="This part is being built.">
      <Button asChild variant="outline" colorPalette="neutral">
        <Link to="/">Go back Home</Link>
      </Button>
    </Notice>
  );
}
