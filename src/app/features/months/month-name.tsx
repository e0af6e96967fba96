import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { monthPath } from '#app/lib/paths.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Month } from '#contract/month.ts';

const Name = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'target',
    _hover: { color: 'accent.fg', textDecoration: 'underline' },
  },
});

/** Leads to the page of the month for users who see its figures, where the server tells more of it. */
export function MonthName({ month: { id, name } }: { readonly month: Month }) {
  const opens = usePermissions()('months.figures');
  if (useBranch()?.month_breakdown !== true || !opens) return <TypedText>{name}</TypedText>;
  return (
    <Name to={monthPath(id)}>
      <TypedText>{name}</TypedText>
    </Name>
  );
}
