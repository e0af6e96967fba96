import { Button, chakra, Field, Flex, NativeSelect, SimpleGrid } from '@chakra-ui/react';
import { Choice, TaskLine } from './step-parts.tsx';
import { messages } from './texts.en.ts';
import type { Chosen, Import } from './use-import.ts';

interface ColumnsStepProps {
  readonly of: Import;
  readonly chosen: Chosen;
  readonly offline: boolean;
}

const NONE = '';

export function ColumnsStep({ of, chosen, offline }: ColumnsStepProps) {
  const { columns, setColumns, task } = of;
  const { file, found, remembered } = chosen;
  const { fields, headings, samples, first_rows: firstRows = [], sheets = [] } = found;
  const missing = fields.some(({ name, required }) => required && columns[name] === undefined);
  const exampleOf = (column: number | undefined) =>
    column === undefined ? undefined : samples.map((row) => row[column]).find(Boolean);
  const choose = (field: string, typed: string) => {
    const { [field]: _before, ...others } = columns;
    setColumns(typed === NONE ? others : { ...others, [field]: Number(typed) });
  };
  return (
    <Flex direction="column" gap="5">
      <div>
        <chakra.p fontWeight="semibold" dir="auto">
          {messages.rowsInFile({ count: found.rows, file: file.name })}
        </chakra.p>
        <chakra.p color="fg.muted">{remembered ? messages.columnsAgain : messages.columnsHint}</chakra.p>
      </div>
      {sheets.length > 1 && (
        <Field.Root>
          <Field.Label>{messages.sheet}</Field.Label>
          <NativeSelect.Root disabled={offline || task.running}>
            <NativeSelect.Field
              value={found.sheet ?? NONE}
              onChange={({ target }) => void of.read(file, { sheet: target.value })}
            >
              {sheets.map(({ name, hidden }) => (
                <option key={name} value={name}>
                  {hidden ? messages.hiddenSheet({ name }) : name}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
          <Field.HelperText>{messages.sheetHint}</Field.HelperText>
        </Field.Root>
      )}
      {found.heading_row !== undefined && firstRows.length > 1 && (
        <Field.Root>
          <Field.Label>{messages.headingRow}</Field.Label>
          <NativeSelect.Root disabled={offline || task.running}>
            <NativeSelect.Field
              value={found.heading_row}
              onChange={({ target }) =>
                void of.read(file, { sheet: found.sheet, heading_row: Number(target.value) })
              }
            >
              {firstRows.map(({ row, text }) => (
                <option key={row} value={row}>
                  {messages.rowWithText({ row, text })}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Field.Root>
      )}
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {fields.map(({ name, label, required }) => {
          const example = exampleOf(columns[name]);
          return (
            <Field.Root key={name} invalid={required && columns[name] === undefined}>
              <Field.Label>{required ? messages.required({ label }) : label}</Field.Label>
              <NativeSelect.Root>
                <NativeSelect.Field
                  value={columns[name] ?? NONE}
                  onChange={(event) => choose(name, event.target.value)}
                >
                  <option value={NONE}>{messages.noColumn}</option>
                  {headings.map((heading, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file have no other identity
                    <option key={column} value={column}>
                      {heading || messages.unnamedColumn({ number: column + 1 })}
                    </option>
                  ))}
                </NativeSelect.Field>
                <NativeSelect.Indicator />
              </NativeSelect.Root>
              {example !== undefined && (
                <Field.HelperText dir="auto">{messages.example({ value: example })}</Field.HelperText>
              )}
            </Field.Root>
          );
        })}
      </SimpleGrid>
      {/* Students have no money that was paid before. */}
      {of.target !== 'student' && (
        <Choice
          type="checkbox"
          checked={of.countPaid}
          onChange={({ target }) => of.setCountPaid(target.checked)}
        >
          <span>
            {messages.countPaid}
            <chakra.span display="block" color="fg.muted" fontSize="sm">
              {messages.countPaidHint}
            </chakra.span>
          </span>
        </Choice>
      )}
      <TaskLine task={task} doing={messages.checking} />
      <Flex gap="3" wrap="wrap">
        <Button disabled={missing || offline || task.running} onClick={() => void of.check()}>
          {messages.check}
        </Button>
        <Button variant="outline" colorPalette="neutral" onClick={of.restart}>
          {messages.anotherFile}
        </Button>
      </Flex>
    </Flex>
  );
}
