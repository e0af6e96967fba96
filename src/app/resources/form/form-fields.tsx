import { Grid } from '@chakra-ui/react';
import { showsAllChoices } from '#app/fields/choice.tsx';
import type { Field, FieldMap } from '#contract/fields.ts';
import { FieldInput } from './field-input.tsx';
import { useFormContextValue } from './form-setting.ts';
import { RemainingNote } from './remaining-note.tsx';

/** Kinds that need no whole line and may stand side by side with their like. */
const SHORT: readonly Field['kind'][] = ['money', 'choice', 'date', 'phone'];

/** The kind of a field that needs no whole line; undefined for one that does. */
const shortKind = (field: Field) =>
  SHORT.includes(field.kind) && !showsAllChoices(field) ? field.kind : undefined;

/** Neighbouring short fields of one kind share a line where the width allows. */
function linesOf(fields: FieldMap): string[][] {
  const lines: string[][] = [];
  let last: Field['kind'] | undefined;
  for (const [name, field] of Object.entries(fields)) {
    const line = lines.at(-1);
    const kind = shortKind(field);
    if (line && kind !== undefined && kind === last) line.push(name);
    else lines.push([name]);
    last = kind;
  }
  return lines;
}

/** Columns for as many fields as stand in the line, fewer where they would get too narrow to type in. */
function columnsFor(count: number, narrowest: string): string {
  const share = `calc((100% - ${(count - 1) * 1.25}rem) / ${count})`;
  return `repeat(auto-fit, minmax(max(min(100%, ${narrowest}), ${share}), 1fr))`;
}

/** Every field of the form in the order of its declaration, the money with what remains under it. */
export function FormFields() {
  const { facts } = useFormContextValue();
  return linesOf(facts.fields).map((line) => {
    const kind = line[0] === undefined ? undefined : facts.fields[line[0]]?.kind;
    const money = kind === 'money';
    const narrow = money || kind === 'choice';
    return (
      <Grid key={line[0]} gap="5" templateColumns={columnsFor(line.length, narrow ? '9.25rem' : '11rem')}>
        {line.map((name) => (
          <FieldInput key={name} name={name} />
        ))}
        {money && <RemainingNote />}
      </Grid>
    );
  });
}
