import { Button, chakra, Flex } from '@chakra-ui/react';
import Inbox from 'lucide-react/icons/inbox';
import SearchX from 'lucide-react/icons/search-x';
import { Link } from 'react-router-dom';
import type { Resource } from '#contract/define-resource.ts';
import { addPath } from '../paths.ts';

interface ListEmptyProps {
  readonly resource: Resource;
  /** Whether a search or a month keeps rows away. */
  readonly narrowed: boolean;
  readonly onShowAll: () => void;
}

/** What an empty list is for, and the first thing to do; or that nothing fits the search. */
export function ListEmpty({ resource, narrowed, onShowAll }: ListEmptyProps) {
  const many = resource.many.toLowerCase();
  const Icon = narrowed ? SearchX : Inbox;
  return (
    <Flex
      direction="column"
      align="center"
      justify="center"
      gap="3"
      minHeight="20rem"
      padding="6"
      textAlign="center"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
    >
      <chakra.span color="accent.fg" background="accent.soft" borderRadius="full" padding="4">
        <Icon size={28} strokeWidth={1.75} aria-hidden />
      </chakra.span>
      <chakra.h2 fontSize="lg" fontWeight="semibold">
        {narrowed ? `No ${many} match this` : `No ${many} yet`}
      </chakra.h2>
      <chakra.p color="fg.muted" maxWidth="28rem">
        {narrowed ? 'Look for fewer words, or choose another month.' : resource.about}
      </chakra.p>
      {narrowed ? (
        <Button variant="outline" onClick={onShowAll}>
          Show all {many}
        </Button>
      ) : (
        <Button asChild variant="subtle">
          <Link to={addPath(resource)}>
            {resource.addVerb} the first {resource.one.toLowerCase()}
          </Link>
        </Button>
      )}
    </Flex>
  );
}
