import { chakra } from '@chakra-ui/react';

/** Explains who can set a new password, for a server that sends no links. */
export function AskManager() {
  return (
    <>
      <chakra.p color="fg.muted">
        Ask your manager, or whoever looks after the Branch Desk server. They can set a new password for your
        email address in a minute; then sign in here with it.
      </chakra.p>
      <chakra.details mt="3" fontSize="sm">
        <chakra.summary minH="target" py="3" fontWeight="medium" cursor="pointer" color="accent.fg">
          For whoever looks after the server
        </chakra.summary>
        <chakra.p color="fg.muted">Run this where the server is installed:</chakra.p>
        <chakra.code
          display="block"
          mt="2"
          p="3"
          borderRadius="md"
          bg="bg.subtle"
          fontFamily="monospace"
          overflowWrap="anywhere"
        >
          npm run admin -- user password --email name@example.org
        </chakra.code>
      </chakra.details>
    </>
  );
}
