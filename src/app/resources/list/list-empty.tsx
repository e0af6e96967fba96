import { Button } from '@chakra-ui/react';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'react-router-dom';
import { addPath } from '#app/lib/paths.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Resource } from '#contract/define-resource.ts';

interface ListEmptyProps {
  readonly resource: Resource;
  /** Whether a search or filter excludes records. */
  readonly narrowed: boolean;
  readonly onShowAll: () => void;
}

/** Renders an empty list: its purpose and first action, or that nothing matches. */
export function ListEmpty({ resource, narrowed, onShowAll }: ListEmptyProps) {
  const many = resource.plural.toLowerCase();
  if (narrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title={`No ${many} match this`}
        about="Look for fewer words, or take a filter away."
      >
        <Button variant="outline" onClick={onShowAll}>
          Show all {many}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Inbox} title={`No ${many} yet`} about={resource.description}>
      <Button asChild variant="subtle">
        <Link to={addPath(resource)}>
          {resource.addVerb} the first {resource.singular.toLowerCase()}
        </Link>
      </Button>
    </EmptyState>
  );
}
