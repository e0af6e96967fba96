import { Badge, Box, Button, chakra, Text } from '@chakra-ui/react';
import UserX from 'lucide-react/icons/user-x';
import { useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import type { DisabledUser } from '#app/outbox/recovery/hand-over.ts';
import { LeftEntriesDialog } from './left-entries-dialog.tsx';
import { messages } from './texts.en.ts';
import { useLeftEntries } from './use-left-entries.ts';

/** Shows a manager what disabled users left on this device, with a way to look through it (decision 103). */
export function LeftEntries() {
  const { users, ofUnknown } = useLeftEntries();
  const offline = useConnection() === 'offline';
  const [chosen, setChosen] = useState<DisabledUser>();
  const isUnknown = offline && ofUnknown > 0;
  if (users.length === 0 && !isUnknown && !chosen) return null;

  return (
    <Box as="section" aria-label={messages.title}>
      <chakra.h2 fontSize="sm" fontWeight="medium" color="fg.muted" mb="2">
        {messages.title}
      </chakra.h2>
      {isUnknown && (
        <Text fontSize="sm" color="fg.muted">
          {messages.unknownOwners({ count: ofUnknown })}
        </Text>
      )}
      <chakra.ul display="grid" gap="2" listStyle="none">
        {users.map(({ user, count }) => (
          <chakra.li
            key={user.id}
            p="4"
            bg="bg.surface"
            borderWidth="1px"
            borderRadius="md"
            borderColor="waiting.line"
          >
            <Badge colorPalette="waiting">
              <UserX size={14} aria-hidden /> {messages.userDisabled}
            </Badge>
            <Text mt="2" fontWeight="semibold" dir="auto" overflowWrap="anywhere">
              {messages.left({ count, name: user.name })}
            </Text>
            <Text mt="1" fontSize="sm" color="fg.muted">
              {offline ? messages.needsConnection : messages.whatToDo}
            </Text>
            <Button
              mt="3"
              variant="outline"
              colorPalette="neutral"
              disabled={offline}
              aria-label={messages.lookThroughOf({ name: user.name })}
              onClick={() => setChosen(user)}
            >
              {messages.lookThrough}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
      {chosen && <LeftEntriesDialog user={chosen} onClose={() => setChosen(undefined)} />}
    </Box>
  );
}
