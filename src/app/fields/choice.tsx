import { Flex, NativeSelect } from '@chakra-ui/react';
import type { Field } from '#contract/fields.ts';
import { ChoiceCell } from './cells.tsx';
import { ChoiceButtons } from './choice-buttons.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { messages } from './messages.ts';
import { RecentButtons } from './recent-buttons.tsx';

/** Limits how many choices are shown as buttons. A longer list is quicker to use as a select. */
const MAX_BUTTONS = 7;

/**
 * Tells whether a field shows all its choices as buttons. Never if it is optional: a radio button cannot be
 * cleared.
 */
export function showsAllChoices({ kind, optional, choices = [] }: Field): boolean {
  return kind === 'choice' && !optional && choices.length <= MAX_BUTTONS;
}

function Input({ name, value, onChange, onBlur, inputRef, recent = [], ...frame }: InputProps) {
  const known = frame.field.choices ?? [];
  const unknown = value !== '' && !known.some((choice) => choice.value === value);
  const choices = unknown ? [...known, { value, label: value }] : known;
  const control = { name, value, onBlur };
  return (
    <FieldFrame {...frame}>
      {showsAllChoices(frame.field) ? (
        <ChoiceButtons {...control} choices={choices} onChange={onChange} inputRef={inputRef} />
      ) : (
        <Flex gap="2">
          <NativeSelect.Root>
            <NativeSelect.Field
              ref={inputRef}
              {...control}
              onChange={(event) => onChange(event.target.value)}
            >
              <option value="">{messages.choose}</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
          <RecentButtons choices={choices} recent={recent} value={value} onChange={onChange} />
        </Flex>
      )}
    </FieldFrame>
  );
}

/** Controls a choice: few options as radio buttons, more as the device's native select. */
export const choiceControl: FieldControl = { Input, Cell: ChoiceCell };
