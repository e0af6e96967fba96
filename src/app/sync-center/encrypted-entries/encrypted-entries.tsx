import { Badge, Button, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import UserX from 'lucide-react/icons/user-x';
import { useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { type DisabledUser, leftByOthers } from '#app/outbox/recovery/hand-over.ts';
import { useUser } from '#app/reads/branch-queries.ts';
import { usersQuery } from '#app/reads/people.ts';
import { displayName } from '#contract/account.ts';
import type { Permission } from '#contract/permissions.ts';
import { EntryItem, EntryList, ListSection } from '../list-section.tsx';
import { useOutboxRead } from '../use-outbox-read.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { messages } from './texts.en.ts';

export interface LeftByUser {
  readonly user: DisabledUser;
  readonly count: number;
}

interface EncryptedEntriesState {
  readonly users: readonly LeftByUser[];
  /** While it is not known which of the other users are disabled. */
  readonly ofUnknown: number;
}

const HAND_OVER: Permission = 'entries.hand-over';

/** The server must name the permission. */
function useHandsOver(): boolean {
  const user = useUser();
  return user?.permissions?.includes(HAND_OVER) === true;
}

/**
 * For users who may send it (decision 103). Entries of users who can sign in, and of other branches, are not among
 * them.
 */
export function useEncryptedEntries(): EncryptedEntriesState {
  const counts = useOutboxRead(leftByOthers, useHandsOver());
  const { data } = useQuery({ ...usersQuery(), enabled: counts.length > 0 });
  if (!data) return { users: [], ofUnknown: counts.reduce((sum, { count }) => sum + count, 0) };
  const users = data.results.flatMap((user) => {
    const left = counts.find(({ ownerId }) => ownerId === user.id);
    return left && user.disabled_at !== null
      ? [{ user: { id: user.id, name: displayName(user) }, count: left.count }]
      : [];
  });
  return { users, ofUnknown: 0 };
}

export function EncryptedEntries() {
  const { users, ofUnknown } = useEncryptedEntries();
  const offline = useConnection() === 'offline';
  const [chosen, setChosen] = useState<DisabledUser>();
  const isUnknown = offline && ofUnknown > 0;
  if (users.length === 0 && !isUnknown && !chosen) return null;

  return (
    <ListSection title={messages.title}>
      {isUnknown && (
        <Text fontSize="sm" color="fg.muted">
          {messages.unknownOwners({ count: ofUnknown })}
        </Text>
      )}
      <EntryList>
        {users.map(({ user, count }) => (
          <EntryItem key={user.id} borderColor="waiting.line">
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
          </EntryItem>
        ))}
      </EntryList>
      {chosen && <HandOverDialog user={chosen} onClose={() => setChosen(undefined)} />}
    </ListSection>
  );
}
