import { Box } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { referenceControl } from '#app/fields/reference.tsx';
import type { RecordRow } from '#app/lib/record-row.ts';
import { bookPayout } from '#contract/resources/book-payout.ts';
import { messages } from './messages.ts';
import type { NewLine } from './new-lines.ts';

/** Tells whether another book may follow: some books stand on the receipt, and each line of them names its own. */
export function takesAnotherBook(lines: readonly NewLine[]): boolean {
  const books = lines.filter(({ resource }) => resource === 'book-payout');
  return books.length > 0 && books.every(({ values }) => (values.book ?? '') !== '');
}

interface AnotherBookProps {
  readonly disabled: boolean;
  /** Whether a book was picked just now: the next one can be typed at once. */
  readonly takesFocus: boolean;
  readonly onPick: (book: RecordRow) => void;
}

/** Renders a search that puts each book it finds onto the receipt, and is empty again (decision 114). */
export function AnotherBook({ disabled, takesFocus, onPick }: AnotherBookProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first book was picked
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus();
  }, []);
  const field = { ...bookPayout.fields.book, label: messages.anotherBook, optional: true };
  return (
    <Box ref={box} mt="3">
      <referenceControl.Input
        name="another_book"
        field={field}
        value=""
        onChange={() => undefined}
        onBlur={() => undefined}
        error={undefined}
        disabled={disabled}
        onChoose={onPick}
      />
    </Box>
  );
}
