import { Button } from '@chakra-ui/react';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'react-router-dom';
import { addPath } from '#app/lib/paths.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { nounsOf, type Resource } from '#contract/define-resource.ts';
import { messages } from './messages.ts';

interface ListEmptyProps {
  readonly resource: Resource;
  /** Whether a search or filter excludes records. */
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
}

/** Renders an empty list: its purpose and first action, or that nothing matches. */
export function ListEmpty({ resource, isFiltered, onShowAll }: ListEmptyProps) {
  const mayCreate = useMay(resource.name, 'create');
  const { one, other: things } = nounsOf(resource);
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} title={messages.noneMatch({ things })} about={messages.noneMatchHint}>
        <Button variant="outline" onClick={onShowAll}>
          {messages.showAll({ things })}
        </Button>
      </EmptyState>
    );
  }
  const title = resource.commonName ? messages.noEnrolmentsYet : messages.noneYet({ things });
  return (
    <EmptyState icon={Inbox} title={title} about={resource.description}>
      {mayCreate && (
        <Button asChild variant="subtle">
          <Link to={addPath(resource)}>
            {resource.commonName
              ? messages.enrolFirst
              : messages.addFirst({ verb: resource.addVerb, thing: one })}
          </Link>
        </Button>
      )}
    </EmptyState>
  );
}
