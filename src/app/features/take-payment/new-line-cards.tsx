import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { referenceControl } from '#app/fields/reference.tsx';
import type { RecordRow } from '#app/lib/record-row.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { focusFirstEmpty } from '#app/resources/form/form-context.ts';
import { FormPart } from '#app/resources/form/form-part.tsx';
import { PriceTerms } from '#app/resources/form/price-terms.tsx';
import type { CollectionResource } from '#contract/collections.ts';
import { fieldWith } from '#contract/fields.ts';
import { formatMoney } from '#contract/money.ts';
import { bookPayout } from '#contract/resources/book-payout.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { isSale, lineForm, lineKinds, lineTitle, type NewLine, type ReadLine } from './new-lines.ts';
import { linePart } from './payment-values.ts';
import { messages } from './texts.en.ts';

interface NewLineCardProps extends Pick<NewLine, 'resource'>, Pick<ReadLine, 'fullPrice'> {
  readonly id: string;
  readonly help: string | undefined;
  readonly isNew: boolean;
  readonly onBook: (book: string) => void;
  readonly onRemove: (id: string) => void;
}

export function helpOf({ price, stock, line }: ReadLine): string | undefined {
  if (!isSale(line.resource) || price === undefined) return undefined;
  const amount = formatMoney(price);
  return stock === undefined
    ? messages.costs({ price: amount })
    : messages.stockAndPrice({ stock, price: amount });
}

/** Memoized: a key in another field must not render its fields. */
export const NewLineCard = memo(function NewLineCard(props: NewLineCardProps) {
  const { id, resource, fullPrice, help, isNew, onBook, onRemove } = props;
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) focusFirstEmpty(card.current, {});
  }, [isNew]);
  const title = lineTitle(resource);
  const definition = lineForm(resource);
  const asked = Object.entries(definition.fields).filter(([, { capability }]) => capability !== 'discounts');
  return (
    <chakra.li ref={card} background="bg.surface" borderWidth="1px" borderRadius="md" padding="3">
      <Flex align="center" justify="space-between" gap="3">
        <chakra.h3 fontWeight="semibold">{title}</chakra.h3>
        <Button
          variant="ghost"
          colorPalette="neutral"
          aria-label={messages.removeLine({ line: title })}
          onClick={() => onRemove(id)}
        >
          <X size={18} aria-hidden />
        </Button>
      </Flex>
      <FormPart name={linePart(id)} resource={resourceOf(resource)} definition={definition}>
        <Grid gap="3" templateColumns="repeat(auto-fit, minmax(min(100%, 12rem), 1fr))">
          {asked.map(([name, { kind }]) => (
            <Box key={name} gridColumn={kind === 'choice' ? '1 / -1' : undefined}>
              <FieldInput
                name={name}
                computed={name === 'paid_amount' ? fullPrice : undefined}
                help={name === 'quantity' ? help : undefined}
                {...(name === 'book' && { onTyped: onBook })}
              />
            </Box>
          ))}
          <PriceTerms />
        </Grid>
      </FormPart>
    </chakra.li>
  );
});

interface LineKindsProps {
  readonly onAdd: (resource: CollectionResource) => void;
}

export function LineKinds({ onAdd }: LineKindsProps) {
  return (
    <Flex gap="2" wrap="wrap">
      {lineKinds.map((name) => (
        <Button
          key={name}
          variant="outline"
          colorPalette="neutral"
          aria-label={messages.addLine({ line: lineTitle(name) })}
          onClick={() => onAdd(name)}
        >
          <Plus size={18} aria-hidden /> {lineTitle(name)}
        </Button>
      ))}
    </Flex>
  );
}

export const AddLine = memo(function AddLine({
  startsOpen,
  onAdd,
}: LineKindsProps & { readonly startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <chakra.details
      mt="3"
      open={open}
      onToggle={(event: { readonly currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary minH="target" display="flex" alignItems="center" color="accent.fg" cursor="pointer">
        {messages.alsoOnReceipt}
      </chakra.summary>
      <LineKinds onAdd={onAdd} />
    </chakra.details>
  );
});

export function takesAnotherBook(lines: readonly NewLine[]): boolean {
  const books = lines.filter(({ resource }) => isSale(resource));
  return books.length > 0 && books.every(({ values }) => (values.book ?? '') !== '');
}

interface AnotherBookProps {
  readonly takesFocus: boolean;
  readonly onPick: (book: RecordRow) => void;
}

/** Decision 114. */
export function AnotherBook({ takesFocus, onPick }: AnotherBookProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first book was picked
  useLayoutEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus();
  }, []);
  const field = fieldWith(bookPayout.fields.book, { label: messages.anotherBook, optional: true });
  return (
    <Box ref={box} mt="3">
      <referenceControl.Input
        name="another_book"
        field={field}
        value=""
        onChange={() => undefined}
        onBlur={() => undefined}
        error={undefined}
        onChoose={onPick}
      />
    </Box>
  );
}
