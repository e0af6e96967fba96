import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { PageHeading } from '#app/shell/page-heading.tsx';

/** /auth/reset-password: says who can set a new password, since nothing is sent from here yet. */
export function ResetPasswordPage() {
  return (
    <Flex flex="1" align="center" justify="center" pb={{ base: '4', md: '20' }}>
      <Box
        width="full"
        maxW="25rem"
        p={{ base: '5', sm: '8' }}
        bg="bg.surface"
        borderWidth="1px"
        borderRadius="md"
        boxShadow="raised"
      >
        <PageHeading title="Forgotten password" />
        <chakra.p color="fg.muted">
          Ask your manager, or whoever looks after the Branch Desk server. They can set a new password for
          your email address in a minute; then sign in here with it.
        </chakra.p>
        <chakra.p mt="3" color="fg.muted">
          What you saved on this device is kept and is sent after you sign in.
        </chakra.p>
        <chakra.details mt="4" fontSize="sm">
          <chakra.summary
            minH="target"
            display="flex"
            alignItems="center"
            fontWeight="medium"
            cursor="pointer"
            color="accent.fg"
          >
            For whoever looks after the server
          </chakra.summary>
          <chakra.p color="fg.muted">
            Run this where the server is installed; it asks for the new password:
          </chakra.p>
          <chakra.code
            display="block"
            mt="2"
            p="3"
            borderRadius="md"
            bg="bg.subtle"
            overflowX="auto"
            whiteSpace="nowrap"
            fontFamily="monospace"
            tabIndex={0}
          >
            npm run admin -- user password --email NAME@EXAMPLE.ORG
          </chakra.code>
        </chakra.details>
        <Button asChild mt="5" width="full" variant="outline" colorPalette="neutral">
          <Link to="/auth">Back to sign in</Link>
        </Button>
      </Box>
    </Flex>
  );
}
