import { Button } from '@chakra-ui/react';
import HandCoins from 'lucide-react/icons/hand-coins';
import Plus from 'lucide-react/icons/plus';
import { Link } from 'react-router-dom';
import { addPath, INSTALLMENT_PATH } from '#app/lib/paths.ts';
import { addLabel, messages } from '#app/lib/texts.en.ts';
import { useTakesInstallments } from '#app/reads/capabilities.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import type { Resource } from '#contract/define-resource.ts';

/** Hides icons on phones, where two buttons share the width. */
const phoneStyle = { paddingInline: { base: '2', md: '4' }, css: { '& svg': { hideBelow: 'sm' } } };

/** Renders the actions of a list: create a record and, where possible, an installment. */
export function ListActions({ resource }: { resource: Resource }) {
  const { screens, name } = resource;
  const takesInstallments = useTakesInstallments()(resource);
  const mayCreate = useMay(name, 'create');
  return (
    <>
      {takesInstallments && (
        <Button asChild variant="outline" {...phoneStyle}>
          <Link to={INSTALLMENT_PATH} state={{ resource: name, fallback: screens.list }}>
            <HandCoins size={18} aria-hidden /> {messages.createInstallment}
          </Link>
        </Button>
      )}
      {mayCreate && (
        <Button asChild {...phoneStyle}>
          <Link to={addPath(resource)}>
            <Plus size={18} aria-hidden /> {addLabel(resource)}
          </Link>
        </Button>
      )}
    </>
  );
}
