import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { messages } from '../texts.en.ts';

/** On a narrow screen its columns stand under each other. */
export function Preview({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      role="region"
      aria-label={messages.preview}
      tabIndex={0}
      maxHeight="55vh"
      overflow="auto"
      background="bg.subtle"
      borderWidth="1px"
      borderRadius="md"
      padding="4"
      css={{
        '& > .paper': {
          marginInline: 'auto',
          padding: '4mm',
          boxSizing: 'content-box',
          maxWidth: 'calc(100% - 8mm)',
        },
        '@media screen and (max-width: 47.9975rem)': {
          '& > .paper .figures': { gridTemplateColumns: '1fr' },
        },
      }}
    >
      {children}
    </Box>
  );
}
