import { Text } from '@chakra-ui/react';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { messages } from './texts.en.ts';

interface EnteredByProps {
  readonly entry: OutboxEntry;
  readonly isDiscarded?: boolean;
}

/** Names the disabled user who entered an entry that this user has taken over; nothing for own entries. */
export function EnteredBy({ entry: { enteredBy }, isDiscarded = false }: EnteredByProps) {
  if (!enteredBy) return null;
  const { name } = enteredBy;
  return (
    <Text mt="1" fontSize="sm" color="fg.muted" dir="auto" overflowWrap="anywhere">
      {isDiscarded ? messages.enteredByShort({ name }) : messages.enteredBy({ name })}
    </Text>
  );
}
