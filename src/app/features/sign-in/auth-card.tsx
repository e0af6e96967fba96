import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface AuthCardProps {
  readonly children: ReactNode;
  /** Shown below the card. */
  readonly below?: ReactNode;
}

/** Renders the card of a page before sign-in. */
export function AuthCard({ children, below }: AuthCardProps) {
  return (
    <Flex flex="1" align="center" justify="center" pb={{ base: '4', md: '20' }}>
      <Box width="full" maxW="25rem">
        <Box
          p={{ base: '5', sm: '8' }}
          bg="bg.surface"
          borderWidth="1px"
          borderRadius="md"
          boxShadow="raised"
        >
          {children}
        </Box>
        {below}
      </Box>
    </Flex>
  );
}
