import { Button } from '@chakra-ui/react';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'react-router-dom';
import { addPath } from '#app/lib/paths.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './messages.ts';

interface ListEmptyProps {
  readonly resource: Resource;
  /** Whether a search or filter excludes records. */
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
}

/** Renders an empty list: its purpose and first action, or that nothing matches. */
export function ListEmpty({ resource, isFiltered, onShowAll }: ListEmptyProps) {
  const things = resource.plural.toLowerCase();
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} title={messages.noneMatch({ things })} about={messages.noneMatchHint}>
        <Button variant="outline" onClick={onShowAll}>
          {messages.showAll({ things })}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Inbox} title={messages.noneYet({ things })} about={resource.description}>
      <Button asChild variant="subtle">
        <Link to={addPath(resource)}>
          {messages.addFirst({ verb: resource.addVerb, thing: resource.singular.toLowerCase() })}
        </Link>
      </Button>
    </EmptyState>
  );
}
