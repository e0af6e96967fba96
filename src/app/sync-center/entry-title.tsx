import { chakra, Text } from '@chakra-ui/react';
import { Fragment } from 'react';
import { messages as fields } from '#app/fields/texts.en.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { languageOf } from '#app/ui/typed-text.tsx';
import { messages } from './texts.en.ts';

/** Also separates Arabic names that were joined. */
const SEPARATOR = /( · |، )/;

/**
 * Each part has its own text direction, so that a number stays behind an Arabic name; an amount is not wrapped beside
 * its currency.
 */
export function EntryTitle({ title }: { readonly title: string }) {
  return title.split(SEPARATOR).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart
    <Fragment key={at}>
      {SEPARATOR.test(part) ? (
        part
      ) : (
        <chakra.bdi
          lang={languageOf(part)}
          whiteSpace={part.includes(fields.currency) ? 'nowrap' : undefined}
        >
          {part}
        </chakra.bdi>
      )}
    </Fragment>
  ));
}

interface EnteredByProps {
  readonly entry: OutboxEntry;
  readonly isDiscarded?: boolean;
}

/** For an entry that this user has taken over from a disabled user. */
export function EnteredBy({ entry: { enteredBy }, isDiscarded = false }: EnteredByProps) {
  if (!enteredBy) return null;
  const { name } = enteredBy;
  return (
    <Text mt="1" fontSize="sm" color="fg.muted" dir="auto" overflowWrap="anywhere">
      {isDiscarded ? messages.enteredByShort({ name }) : messages.enteredBy({ name })}
    </Text>
  );
}
