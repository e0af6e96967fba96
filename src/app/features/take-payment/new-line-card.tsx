import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { fieldControls } from '#app/fields/registry.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Field } from '#contract/fields.ts';
import { formatMoney } from '#contract/money.ts';
import { lineForm, lineTitle, type NewLine, type ReadLine } from './new-lines.ts';
import { messages } from './texts.en.ts';

interface NewLineCardProps {
  readonly read: ReadLine;
  /** What is wrong, by field: once somebody tried to save, and what the server said. */
  readonly problems: ReadonlyMap<string, string> | undefined;
  readonly disabled: boolean;
  /** Whether it was added just now: its first empty input gets the focus. */
  readonly isNew: boolean;
  readonly onChange: (line: NewLine) => void;
  readonly onRemove: () => void;
}

/** Says what is in stock and what the copies cost; undefined for what has neither. */
function helpOf({ price, stock, line }: ReadLine): string | undefined {
  if (line.resource !== 'book-payout' || price === undefined) return undefined;
  const amount = formatMoney(price);
  return stock === undefined
    ? messages.costs({ price: amount })
    : messages.stockAndPrice({ stock, price: amount });
}

/** Renders one more line of the receipt: a book from the shelf or a new enrolment with its first payment. */
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
  const set = (name: string, value: string) =>
    onChange({ ...line, values: { ...line.values, [name]: value } });
  const pick = (name: string, record: RecordRow) =>
    onChange({
      ...line,
      values: { ...line.values, [name]: record.id },
      picked: { ...line.picked, [name]: record },
    });
  const control = (name: string, field: Field) => {
    const { Input } = fieldControls[field.kind];
    return (
      <Box key={name} gridColumn={field.kind === 'choice' ? '1 / -1' : undefined}>
        <Input
          name={`${line.key}.${name}`}
          field={field}
          value={name === 'paid_amount' ? shownPaid : (line.values[name] ?? '')}
          onChange={(value) => set(name, value)}
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
        {Object.entries(lineForm(line.resource).fields).map(([name, field]) => control(name, field))}
      </Grid>
    </chakra.li>
  );
}
