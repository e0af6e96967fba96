import { Flex, NativeSelect } from '@chakra-ui/react';
import type { Field } from '#contract/fields.ts';
import { ChoiceCell } from './cells.tsx';
import { ChoiceButtons } from './choice-buttons.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { RecentButtons } from './recent-buttons.tsx';

/** More than these are quicker found in a list than looked through on the screen. */
const MOST_BUTTONS = 7;

/** Whether all choices of a field stand on the screen. What may be left out does not: a radio button can't be taken back. */
export function showsAllChoices({ kind, optional, choices = [] }: Field): boolean {
  return kind === 'choice' && !optional && choices.length <= MOST_BUTTONS;
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
              <option value="">Choose…</option>
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

/** One of a fixed list: a few as buttons, one tap each; more in the device's own picker, which is quickest under a thumb. */
export const choice: FieldControl = { Input, Cell: ChoiceCell };
