import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { referenceControl } from '#app/fields/reference.tsx';
import { fieldControls } from '#app/fields/registry.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { ofDiscount, useDiscountFields, useHasPriceTerms } from '#app/resources/form/price-terms.tsx';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type Field, fieldWith } from '#contract/fields.ts';
import { formatMoney } from '#contract/money.ts';
import { bookPayout } from '#contract/resources/book-payout.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { lineForm, lineTitle, type NewLine, type ReadLine } from './new-lines.ts';
import { messages } from './texts.en.ts';

interface NewLineCardProps {
  readonly read: ReadLine;
  readonly problems: ReadonlyMap<string, string> | undefined;
  readonly disabled: boolean;
  /** A line that was just added focuses its first empty input. */
  readonly isNew: boolean;
  readonly onChange: (line: NewLine) => void;
  readonly onRemove: () => void;
}

/** Undefined for an enrolment. */
function helpOf({ price, stock, line }: ReadLine): string | undefined {
  if (line.resource !== 'book-payout' || price === undefined) return undefined;
  const amount = formatMoney(price);
  return stock === undefined
    ? messages.costs({ price: amount })
    : messages.stockAndPrice({ stock, price: amount });
}

export function NewLineCard({ read, problems, disabled, isNew, onChange, onRemove }: NewLineCardProps) {
  const card = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is added
  useEffect(() => {
    if (!isNew) return;
    const inputs = card.current?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [];
    [...inputs].find(({ value }) => value === '')?.focus();
  }, []);
  const { line, shownPaid } = read;
  const title = lineTitle(line.resource);
  const set = (changes: Readonly<Record<string, string>>) =>
    onChange({ ...line, values: { ...line.values, ...changes } });
  const pick = (name: string, record: RecordRow) =>
    onChange({
      ...line,
      values: { ...line.values, [name]: record.id },
      picked: { ...line.picked, [name]: record },
    });
  const fields = lineForm(line.resource).fields;
  const resource: Resource = resourceOf(line.resource);
  const hasTerms = useHasPriceTerms(resource) || (line.values.discount ?? '') !== '';
  const discount = useDiscountFields(hasTerms);
  const control = (
    name: string,
    field: Field,
    changesOf?: (typed: string) => Readonly<Record<string, string>>,
  ) => {
    const { Input } = fieldControls[field.kind];
    return (
      <Box key={name} gridColumn={field.kind === 'choice' ? '1 / -1' : undefined}>
        <Input
          name={`${line.key}.${name}`}
          field={field}
          value={name === 'paid_amount' ? shownPaid : (line.values[name] ?? '')}
          onChange={(value) => set({ [name]: value, ...changesOf?.(value) })}
          onBlur={() => undefined}
          error={problems?.get(name)}
          disabled={disabled}
          chosen={line.picked[name]}
          onChoose={(record) => pick(name, record)}
          help={name === 'quantity' ? helpOf(read) : undefined}
        />
      </Box>
    );
  };
  return (
    <chakra.li
      ref={card}
      background="bg.surface"
      borderWidth="1px"
      borderColor={problems && problems.size > 0 ? 'refused.line' : 'border'}
      borderRadius="md"
      padding="3"
    >
      <Flex align="center" justify="space-between" gap="3">
        <chakra.h3 fontWeight="semibold">{title}</chakra.h3>
        <Button
          variant="ghost"
          colorPalette="neutral"
          disabled={disabled}
          aria-label={messages.removeLine({ line: title })}
          onClick={onRemove}
        >
          <X size={18} aria-hidden />
        </Button>
      </Flex>
      <Grid gap="3" templateColumns="repeat(auto-fit, minmax(min(100%, 12rem), 1fr))">
        {Object.entries(fields).map(
          ([name, field]) => field.capability !== 'discounts' && control(name, field),
        )}
        {discount && (
          <discount.DiscountFields
            resource={resource}
            values={line.values}
            student={line.picked.student}
            isRefused={ofDiscount(resource).some((name) => problems?.has(name))}
            disabled={disabled}
            set={set}
            input={(name, changesOf) => {
              const field = fields[name];
              return field && control(name, fieldWith(field, { optional: false }), changesOf);
            }}
          />
        )}
      </Grid>
    </chakra.li>
  );
}

interface LineKindsProps {
  readonly disabled: boolean;
  readonly onAdd: (resource: CollectionResource) => void;
}

/** Books first: most families buy one when they pay a debt. */
const kinds: readonly CollectionResource[] = [
  'book-payout',
  ...collectionResources.filter((name) => name !== 'book-payout'),
];

export function LineKinds({ disabled, onAdd }: LineKindsProps) {
  return (
    <Flex gap="2" wrap="wrap">
      {kinds.map((name) => (
        <Button
          key={name}
          variant="outline"
          colorPalette="neutral"
          disabled={disabled}
          aria-label={messages.addLine({ line: lineTitle(name) })}
          onClick={() => onAdd(name)}
        >
          <Plus size={18} aria-hidden /> {lineTitle(name)}
        </Button>
      ))}
    </Flex>
  );
}

export function AddLine({ startsOpen, ...kindsProps }: LineKindsProps & { readonly startsOpen: boolean }) {
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
      <LineKinds {...kindsProps} />
    </chakra.details>
  );
}

/** True if there are books on the receipt and each line of them has its book. */
export function takesAnotherBook(lines: readonly NewLine[]): boolean {
  const books = lines.filter(({ resource }) => resource === 'book-payout');
  return books.length > 0 && books.every(({ values }) => (values.book ?? '') !== '');
}

interface AnotherBookProps {
  readonly disabled: boolean;
  /** True just after a book was picked, so that the next one can be typed. */
  readonly takesFocus: boolean;
  readonly onPick: (book: RecordRow) => void;
}

/** Adds each picked book to the receipt and is empty again (decision 114). */
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
