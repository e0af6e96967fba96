import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';

/**
 * Renders a title from `describe`. Each part has its own text direction, so that a number stays behind an
 * Arabic name; an amount is not wrapped after its currency.
 */
export function EntryTitle({ title }: { readonly title: string }) {
  return title.split(' · ').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart
    <Fragment key={at}>
      {at > 0 && ' · '}
      <chakra.bdi whiteSpace={part.startsWith('L.E.') ? 'nowrap' : undefined}>{part}</chakra.bdi>
    </Fragment>
  ));
}
