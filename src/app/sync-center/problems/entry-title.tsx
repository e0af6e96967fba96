import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { messages as fields } from '#app/fields/texts.en.ts';

/** Separates the parts of a title, and Arabic names that were joined. */
const SEPARATOR = /( · |، )/;

/**
 * Renders a title from `describe`. Each part has its own text direction, so that a number stays behind an
 * Arabic name; an amount is not wrapped beside its currency.
 */
export function EntryTitle({ title }: { readonly title: string }) {
  return title.split(SEPARATOR).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else that tells them apart
    <Fragment key={at}>
      {SEPARATOR.test(part) ? (
        part
      ) : (
        <chakra.bdi whiteSpace={part.includes(fields.currency) ? 'nowrap' : undefined}>{part}</chakra.bdi>
      )}
    </Fragment>
  ));
}
