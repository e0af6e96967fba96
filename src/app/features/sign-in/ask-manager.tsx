import { chakra } from '@chakra-ui/react';
import { messages } from './texts.en.ts';

const SET_PASSWORD_COMMAND = 'npm run admin -- user password --email name@example.org';

/** Explains who can set a new password, for a server that sends no links. */
export function AskManager() {
  return (
    <>
      <chakra.p color="fg.muted">{messages.askManager}</chakra.p>
      <chakra.details mt="3" fontSize="sm">
        <chakra.summary minH="target" py="3" fontWeight="medium" cursor="pointer" color="accent.fg">
          {messages.forAdministrator}
        </chakra.summary>
        <chakra.p color="fg.muted">{messages.runOnServer}</chakra.p>
        <chakra.code
          display="block"
          mt="2"
          p="3"
          borderRadius="md"
          bg="bg.subtle"
          fontFamily="monospace"
          overflowWrap="anywhere"
        >
          {SET_PASSWORD_COMMAND}
        </chakra.code>
      </chakra.details>
    </>
  );
}
