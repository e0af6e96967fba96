import { Button } from '@chakra-ui/react';
import { Link, useLocation } from 'react-router-dom';
import { Notice } from './notice.tsx';
import { currentEntry, menuGroups } from './side-menu-entries.ts';

/** The place of what the menu names and this version does not have yet (decision 28). */
export function ComingSoonPage() {
  const path = currentEntry(useLocation().pathname);
  const entry = menuGroups.flatMap(({ entries }) => entries).find((one) => one.path === path);
  const about = entry
    ? `${entry.label} is being built. Nothing is lost by waiting: everything else works already.`
    : 'This part is being built.';
  return (
    <Notice title="Coming Soon..." about={about}>
      <Button asChild variant="outline" colorPalette="neutral">
        <Link to="/">Go back Home</Link>
      </Button>
    </Notice>
  );
}
