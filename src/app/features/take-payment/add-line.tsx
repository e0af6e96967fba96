import { Button, chakra, Flex } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { messages } from './messages.ts';
import { lineTitle } from './new-lines.ts';

interface AddLineProps {
  readonly startsOpen: boolean;
  readonly disabled: boolean;
  readonly onAdd: (resource: CollectionResource) => void;
}

/** Books first: most families buy one beside what they owe. */
const kinds: readonly CollectionResource[] = [
  'book-payout',
  ...collectionResources.filter((name) => name !== 'book-payout'),
];

/** Renders what else can stand on the same receipt: a book, or a new enrolment of any kind. */
export function AddLine({ startsOpen, disabled, onAdd }: AddLineProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <chakra.details
      mt="3"
      open={open}
      onToggle={(event: { readonly currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary minH="target" display="flex" alignItems="center" color="accent.fg" cursor="pointer">
        {messages.alsoOnReceipt}
      </chakra.summary>
      <Flex gap="2" wrap="wrap">
        {kinds.map((name) => (
          <Button
            key={name}
            variant="outline"
            colorPalette="neutral"
            disabled={disabled}
            aria-label={messages.addLine({ line: lineTitle(name) })}
            onClick={() => onAdd(name)}
          >
            <Plus size={18} aria-hidden /> {lineTitle(name)}
          </Button>
        ))}
      </Flex>
    </chakra.details>
  );
}
