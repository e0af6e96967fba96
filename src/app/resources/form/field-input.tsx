import { chakra, Flex } from '@chakra-ui/react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ReactNode, useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { fieldControls } from '#app/fields/registry.ts';
import { importWhenIdle } from '#app/lib/when-idle.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';
import { DuplicateValueWarning } from './duplicate-value-warning.tsx';
import { useFormContextValue } from './form-context.ts';
import { NextNumber } from './next-number.tsx';
import type { PossibleDuplicateNoteProps } from './possible-duplicate-note.tsx';
import { recentChoices } from './recent-choices.ts';
import { SERVER_ERROR_TYPE } from './show-server-errors.ts';
import { messages } from './texts.en.ts';
import type { Values } from './values.ts';

const load = () => import('./possible-duplicate-note.tsx');
// The note only advises: without it the form works as before.
const ignore = () => undefined;

/**
 * Renders the note about possible duplicates once its code has loaded: few forms need it. It loads when the form is
 * idle, since requesting its files takes longer than everything else that the first key does.
 */
export function LazyDuplicateNote(props: PossibleDuplicateNoteProps) {
  useEffect(() => void importWhenIdle(load).catch(ignore), []);
  const loaded = useLazyModule(props.value !== '', load, ignore);
  return loaded ? <loaded.PossibleDuplicateNote {...props} /> : null;
}

/** Marks a field that took a newer value while its form was open. */
function UpdatedMark() {
  return (
    <Flex marginBlockStart="1" gap="1.5" align="center" fontSize="sm" color="accent.fg">
      <RefreshCw size={14} aria-hidden />
      {messages.updatedJustNow}
    </Flex>
  );
}

/** Not before the field: a record seldom changes elsewhere while its form is open. */
const ConflictMark = optionalComponent(async () => (await import('./newer-field.tsx')).ConflictMark);

interface FieldInputProps {
  readonly name: string;
  readonly help?: ReactNode;
}

/**
 * Renders one field of the form with the control of its kind.
 * @throws {Error} if the form has no such field
 */
export function FieldInput({ name, help }: FieldInputProps) {
  const { resource, definition, record, own, chosen, onChoose, newer, checks, isFinal } =
    useFormContextValue();
  const { field, fieldState } = useController<Values>({ name });
  // Fixed when the form opens.
  const [recent] = useState(() => (record ? [] : recentChoices(resource, definition, name)));
  const declared = definition.fields[name];
  if (!declared) throw new Error(`The form of ${definition.singular} has no field ${name}.`);
  const { Input } = fieldControls[declared.kind];

  const change = (value: string) => {
    field.onChange(value);
    // A rule across fields may report its error at another field than the changed one.
    const others = Object.keys(definition.fields).filter((other) => {
      const { error } = checks.getFieldState(other);
      return other !== name && error && error.type !== SERVER_ERROR_TYPE;
    });
    if (others.length > 0) checks.trigger(others).catch(() => undefined);
  };

  const warning = declared.warnIfDuplicate && (
    <DuplicateValueWarning name={name} value={textOf(field.value)} own={own} />
  );
  const identifies = name === 'name' ? 'name' : declared.kind === 'phone' ? 'phone' : undefined;
  const duplicates = resource.namesDuplicates && !record && identifies && (
    <LazyDuplicateNote resource={resource} field={identifies} value={textOf(field.value)} own={own} />
  );

  const isUpdated = newer.updated.has(name);
  const differs = newer.conflicts.has(name);
  return (
    // The wrapper is always there: a mark that appears must not mount the input anew.
    <chakra.div
      minWidth="0"
      // Both values and the choice need a line of their own, and so do the parts of a plan.
      gridColumn={differs || declared.kind === 'parts' ? '1 / -1' : undefined}
      borderRadius="md"
      outline={isUpdated ? '2px solid {colors.accent.line}' : undefined}
      outlineOffset="6px"
    >
      <Input
        name={name}
        field={declared}
        value={textOf(field.value)}
        onChange={change}
        onBlur={field.onBlur}
        error={fieldState.error?.message}
        help={help ?? (duplicates || warning)}
        // A draft's amount can be taken back.
        disabled={
          (declared.immutable === true && record !== undefined) || (!fieldState.isDirty && isFinal(name))
        }
        recent={recent}
        inputRef={field.ref}
        chosen={chosen[name]}
        onChoose={(chosenRecord) => onChoose(name, chosenRecord)}
      />
      {name === 'receipt_number' && record === undefined && (
        <chakra.div marginBlockStart="2">
          <NextNumber onTake={change} />
        </chakra.div>
      )}
      {isUpdated && <UpdatedMark />}
      {newer.newest && differs && (
        <ConflictMark
          resource={resource}
          name={name}
          field={declared}
          newest={newer.newest}
          onTake={() => newer.take(name)}
          onKeep={() => newer.keep(name)}
        />
      )}
    </chakra.div>
  );
}
