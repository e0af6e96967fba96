import { chakra, Flex } from '@chakra-ui/react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { memo, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { type InputProps, textOf } from '#app/fields/field-control.ts';
import { fieldControls } from '#app/fields/registry.ts';
import { departureOf } from '#app/lib/departure.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { type Field, fieldWith } from '#contract/fields.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Values } from './form-context.ts';
import { recheckOthers, useFormContextValue } from './form-context.ts';
import { DuplicateValueWarning, NextNumber } from './receipt-number.tsx';
import { messages } from './texts.en.ts';

const LeftNote = optionalComponent(
  async () => (await import('#app/resources/presence/presence-action.tsx')).LeftNote,
);

const ConflictMark = optionalComponent(async () => (await import('./conflict-mark.tsx')).ConflictMark);

const PossibleDuplicateNote = optionalComponent(
  async () => (await import('./possible-duplicates.tsx')).PossibleDuplicateNote,
);

function UpdatedMark() {
  return (
    <Flex marginBlockStart="1" gap="1.5" align="center" fontSize="sm" color="accent.fg">
      <RefreshCw size={14} aria-hidden />
      {messages.updatedJustNow}
    </Flex>
  );
}

interface FieldInputProps extends Pick<InputProps, 'hidesLabel' | 'hasKeypad'> {
  readonly name: string;
  readonly field?: Field | undefined;
  readonly help?: ReactNode;
  /** Shown while the value is null or undefined: no person has typed one. */
  readonly computed?: string | undefined;
  readonly problem?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly onTyped?: (value: string) => void;
}

/** Memoized: a key in one field must not render the others. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps) {
  const { name, help, computed, problem, disabled = false, required = false, onTyped } = props;
  const { prefix, resource, definition, record, recordId, replaces, isSaved } = useFormContextValue();
  const { chosen, onChoose, newer, checks, isFinal } = useFormContextValue();
  const path = prefix + name;
  const { field, fieldState, formState } = useController<Values>({ name: path });
  const declared = props.field ?? definition.fields[name];
  if (!declared) throw new Error(`The form of ${definition.singular} has no field ${name}.`);
  const { Input } = fieldControls[declared.kind];
  const isTyped = field.value !== null && field.value !== undefined;

  const change = (value: string) => {
    field.onChange(value);
    onTyped?.(value);
    recheckOthers(checks, path);
  };
  const blur = () => {
    if (computed !== undefined && field.value === '') field.onChange(null);
    field.onBlur();
  };

  const isFrozen = formState.isSubmitting || isSaved;
  const warning = declared.warnIfDuplicate && (
    <DuplicateValueWarning
      name={name}
      value={textOf(field.value)}
      record={record ?? (recordId === undefined ? undefined : { id: recordId })}
      replaces={replaces}
      isFrozen={isFrozen}
    />
  );
  const identifies = name === 'name' ? 'name' : declared.kind === 'phone' ? 'phone' : undefined;
  const duplicates = resource.namesDuplicates && !record && identifies && (
    <PossibleDuplicateNote
      resource={resource}
      field={identifies}
      value={textOf(field.value)}
      recordId={recordId}
      replaces={replaces}
      isFrozen={isFrozen}
    />
  );

  const isOfPerson = declared.refersTo !== undefined && resourceOf(declared.refersTo).fields.left_on;
  const isUpdated = newer.updated.has(name);
  const differs = newer.conflicts.has(name);
  return (
    // The wrapper is always there: a new mark must not mount the input again.
    <chakra.div
      minWidth="0"
      // Both values and the choice need a line of their own, and so do the parts of a plan.
      gridColumn={differs || declared.kind === 'parts' ? '1 / -1' : undefined}
      borderRadius="md"
      outline={isUpdated ? '2px solid {colors.accent.line}' : undefined}
      outlineOffset="6px"
    >
      <Input
        name={path}
        field={required ? fieldWith(declared, { optional: false }) : declared}
        value={isTyped || computed === undefined ? textOf(field.value) : computed}
        onChange={change}
        onBlur={blur}
        error={fieldState.error?.message ?? problem}
        help={help ?? (duplicates || warning)}
        // An optional number is given by the server.
        action={
          name === 'receipt_number' &&
          !declared.optional &&
          record === undefined && <NextNumber onTake={change} />
        }
        hidesLabel={props.hidesLabel}
        hasKeypad={props.hasKeypad}
        // The amount of kept input can be taken back.
        disabled={
          disabled ||
          (declared.immutable === true && record !== undefined) ||
          (!fieldState.isDirty && isFinal(name))
        }
        inputRef={field.ref}
        chosen={chosen[name]}
        onChoose={(chosenRecord) => onChoose(name, chosenRecord)}
      />
      {isOfPerson && !record && departureOf(chosen[name]?.left_on) !== undefined && (
        <LeftNote
          name={declared.refersTo ?? 'student'}
          id={textOf(field.value)}
          enrols={resource.fields.renews !== undefined}
        />
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
});
