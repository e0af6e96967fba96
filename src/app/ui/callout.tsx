import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface CalloutProps {
  readonly tone: 'waiting' | 'refused';
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

/** Renders an important message inside a page; announced politely, or at once when something was rejected. */
export function Callout({ tone, icon, children }: CalloutProps) {
  return (
    <Flex
      role={tone === 'refused' ? 'alert' : 'status'}
      gap="3"
      p="3"
      borderRadius="md"
      fontSize="sm"
      data-tone={tone}
      css={{
        '&[data-tone=waiting]': { bg: 'waiting.soft', color: 'waiting.fg' },
        '&[data-tone=refused]': { bg: 'refused.soft', color: 'refused.fg' },
        '& svg': { flexShrink: 0, mt: '0.5' },
      }}
    >
      {icon}
      <div>{children}</div>
    </Flex>
  );
}
