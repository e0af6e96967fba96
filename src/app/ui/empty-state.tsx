import { chakra, Flex } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  /** The first action. */
  readonly children?: ReactNode;
}

/** Renders the empty state of a list. It tells what the rows are for and how to begin. */
export function EmptyState({ icon: Icon, title, about: description, children }: EmptyStateProps) {
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
        {title}
      </chakra.h2>
      <chakra.p color="fg.muted" maxWidth="28rem">
        {description}
      </chakra.p>
      {children}
    </Flex>
  );
}
