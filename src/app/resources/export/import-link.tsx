import { Button } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { IMPORT_PATH } from '#app/lib/paths.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { messages } from './button-texts.en.ts';

/** Renders the way to the import of files, for whoever may (decision 56). */
export function ImportLink() {
  const may = usePermissions()('imports.manage');
  if (!useDeclared('imports') || !may) return null;
  return (
    <Button asChild variant="outline" colorPalette="neutral" hideBelow="sm">
      <Link to={IMPORT_PATH}>{messages.import}</Link>
    </Button>
  );
}
