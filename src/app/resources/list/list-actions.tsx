import { Button } from '@chakra-ui/react';
import HandCoins from 'lucide-react/icons/hand-coins';
import Plus from 'lucide-react/icons/plus';
import { Link } from 'react-router-dom';
import { addLabel } from '#app/lib/messages.ts';
import { addPath, INSTALLMENT_PATH } from '#app/lib/paths.ts';
import type { Resource } from '#contract/define-resource.ts';

/** Two buttons share the width of a phone: their words matter more than their icons. */
const onPhones = { paddingInline: { base: '2', md: '4' }, css: { '& svg': { hideBelow: 'sm' } } };

/** What a list lets a person begin: an installment where the kind takes them, and a new record. */
export function ListActions({ resource }: { resource: Resource }) {
  const { installment, screens, name } = resource;
  return (
    <>
      {installment && (
        <Button asChild variant="outline" {...onPhones}>
          <Link to={INSTALLMENT_PATH} state={{ resource: name, fallback: screens.list }}>
            <HandCoins size={18} aria-hidden /> Create {installment.singular}
          </Link>
        </Button>
      )}
      <Button asChild {...onPhones}>
        <Link to={addPath(resource)}>
          <Plus size={18} aria-hidden /> {addLabel(resource)}
        </Link>
      </Button>
    </>
  );
}
