import { Button, chakra, Flex } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { lineTitle } from './new-lines.ts';
import { messages } from './texts.en.ts';

interface LineKindsProps {
  readonly disabled: boolean;
  readonly onAdd: (resource: CollectionResource) => void;
}

/** Books first: most families buy one beside what they owe. */
const kinds: readonly CollectionResource[] = [
  'book-payout',
  ...collectionResources.filter((name) => name !== 'book-payout'),
];

/** Renders a button for each kind of line: a book, or a new enrolment of any kind. */
export function LineKinds({ disabled, onAdd }: LineKindsProps) {
  return (
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
  );
}

/** Renders what else can stand on the same receipt. */
export function AddLine({ startsOpen, ...kindsProps }: LineKindsProps & { readonly startsOpen: boolean }) {
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
      <LineKinds {...kindsProps} />
    </chakra.details>
  );
}
