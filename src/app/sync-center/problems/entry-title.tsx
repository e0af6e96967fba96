import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { messages as fields } from '#app/fields/messages.ts';

/** Tells an amount by its currency, which is before or after it. */
function isAmount(part: string): boolean {
  const { currency } = fields;
  return part.startsWith(currency) || part.endsWith(currency);
}

/**
 * Renders a title from `describe`. Each part has its own text direction, so that a number stays behind an
 * Arabic name; an amount is not wrapped after its currency.
 */
export function EntryTitle({ title }: { readonly title: string }) {
  return title.split(' · ').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart
    <Fragment key={at}>
      {at > 0 && ' · '}
      <chakra.bdi whiteSpace={isAmount(part) ? 'nowrap' : undefined}>{part}</chakra.bdi>
    </Fragment>
  ));
}
