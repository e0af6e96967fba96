import { Button, chakra, Field, Flex, NativeSelect, SimpleGrid } from '@chakra-ui/react';
import type { ImportColumns } from '#contract/imports.ts';
import { TaskLine } from './task-line.tsx';
import { messages } from './texts.en.ts';
import type { Task } from './use-task.ts';

interface ColumnsStepProps {
  readonly file: File;
  readonly found: ImportColumns;
  readonly remembered: boolean;
  /** Reads the file again with the headings in another row. */
  readonly onHeadingRow: (row: number) => void;
  readonly columns: Readonly<Record<string, number>>;
  readonly onColumns: (columns: Record<string, number>) => void;
  /** Whether earlier payments count as money; undefined for students. */
  readonly countPaid: boolean | undefined;
  readonly onCountPaid: (counts: boolean) => void;
  readonly offline: boolean;
  readonly task: Task;
  readonly onCheck: () => void;
  readonly onBack: () => void;
}

const NONE = '';

export function ColumnsStep(props: ColumnsStepProps) {
  const { file, found, columns, onColumns, countPaid, onCountPaid, offline, task, onCheck, onBack } = props;
  const { fields, headings, samples, first_rows: firstRows = [] } = found;
  const missing = fields.some(({ name, required }) => required && columns[name] === undefined);
  const exampleOf = (column: number | undefined) =>
    column === undefined ? undefined : samples.map((row) => row[column]).find(Boolean);
  const choose = (field: string, typed: string) => {
    const { [field]: _before, ...others } = columns;
    onColumns(typed === NONE ? others : { ...others, [field]: Number(typed) });
  };
  return (
    <Flex direction="column" gap="5">
      <div>
        <chakra.p fontWeight="semibold" dir="auto">
          {messages.rowsInFile({ count: found.rows, file: file.name })}
        </chakra.p>
        <chakra.p color="fg.muted">
          {props.remembered ? messages.columnsAgain : messages.columnsHint}
        </chakra.p>
      </div>
      {found.heading_row !== undefined && firstRows.length > 1 && (
        <Field.Root>
          <Field.Label>{messages.headingRow}</Field.Label>
          <NativeSelect.Root disabled={offline || task.running}>
            <NativeSelect.Field
              value={found.heading_row}
              onChange={({ target }) => props.onHeadingRow(Number(target.value))}
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
      {countPaid !== undefined && (
        <chakra.label
          display="flex"
          gap="3"
          minHeight="target"
          paddingInline="3"
          marginInlineStart="-3"
          alignItems="center"
        >
          <chakra.input
            type="checkbox"
            accentColor="accent.solid"
            width="5"
            height="5"
            flexShrink="0"
            checked={countPaid}
            onChange={(event) => onCountPaid(event.target.checked)}
          />
          <span>
            {messages.countPaid}
            <chakra.span display="block" color="fg.muted" fontSize="sm">
              {messages.countPaidHint}
            </chakra.span>
          </span>
        </chakra.label>
      )}
      <TaskLine task={task} doing={messages.checking} />
      <Flex gap="3" wrap="wrap">
        <Button disabled={missing || offline || task.running} onClick={onCheck}>
          {messages.check}
        </Button>
        <Button variant="outline" colorPalette="neutral" onClick={onBack}>
          {messages.anotherFile}
        </Button>
      </Flex>
    </Flex>
  );
}
