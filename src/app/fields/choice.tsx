import { Button, chakra, NativeSelect, useFieldContext } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import { type BranchList, useBranchList, usePaymentMethods } from '#app/reads/branch-lists.ts';
import type { Choices } from '#contract/choices.ts';
import { type Field, fieldWith } from '#contract/fields.ts';
import { CASH } from '#contract/payment-methods.ts';
import { ChoiceCell, FlagCell, ListedCell, MethodCell } from './cells.tsx';
import choiceStyles from './choice.module.css';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { messages } from './texts.en.ts';

interface ChoiceButtonsProps extends Pick<InputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'inputRef'> {
  readonly choices: Choices;
}

const WORD_OF_A_QUARTER = 7;

/** No line on a tablet holds a single button, and no line of a phone breaks a word. Undefined: one line. */
function lineLayout(choices: Choices): 'twos' | 'threes' | 'fours' | undefined {
  const count = choices.length;
  const isWide = choices.some(({ label }) =>
    label.split(' ').some(({ length }) => length > WORD_OF_A_QUARTER),
  );
  if (count === 4 && isWide) return 'twos';
  if (count <= 4) return undefined;
  return count <= 6 ? 'threes' : 'fours';
}

function ChoiceButtons({ name, value, onChange, onBlur, inputRef, choices }: ChoiceButtonsProps) {
  const field = useFieldContext();
  const tabStop = choices.find((choice) => choice.value === value) ?? choices[0];
  return (
    <div className={choiceStyles.room}>
      <div
        className={choiceStyles.buttons}
        id={field?.ids.control}
        role="radiogroup"
        aria-labelledby={field?.ids.label}
        aria-describedby={field?.ariaDescribedby}
        aria-invalid={field?.invalid || undefined}
        aria-required={field?.required || undefined}
        data-lines={lineLayout(choices)}
      >
        {choices.map((choice) => (
          <span key={choice.value}>
            <input
              ref={choice === tabStop ? inputRef : undefined}
              type="radio"
              name={name}
              value={choice.value}
              aria-label={choice.label}
              checked={choice.value === value}
              disabled={field?.disabled}
              onChange={() => onChange(choice.value)}
              onBlur={onBlur}
            />
            <span aria-hidden>{choice.label}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** A longer list is quicker to use as a select. */
const MAX_BUTTONS = 7;

/** Never if the field is optional: a radio button cannot be cleared. */
export function showsAllChoices({ kind, optional, choices = [] }: Field): boolean {
  return kind === 'choice' && !optional && choices.length <= MAX_BUTTONS;
}

function ChoiceInput({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  const known = frame.field.choices ?? [];
  const unknown = value !== '' && !known.some((choice) => choice.value === value);
  const choices = unknown ? [...known, { value, label: value }] : known;
  const control = { name, value, onBlur };
  return (
    <FieldFrame {...frame}>
      {showsAllChoices(frame.field) ? (
        <ChoiceButtons {...control} choices={choices} onChange={onChange} inputRef={inputRef} />
      ) : (
        <NativeSelect.Root>
          <NativeSelect.Field ref={inputRef} {...control} onChange={(event) => onChange(event.target.value)}>
            <option value="">{messages.choose}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      )}
    </FieldFrame>
  );
}

export const choiceControl: FieldControl = { Input: ChoiceInput, Cell: ChoiceCell };

/** A removed entry stays named where a record has it. */
function choicesOf({ offered, nameOf }: Pick<BranchList, 'offered' | 'nameOf'>, chosen: string): Choices {
  const ids = offered.map(({ id }) => id);
  const unlisted = chosen === '' || ids.includes(chosen) ? [] : [chosen];
  return [...ids, ...unlisted].map((id) => ({ value: id, label: nameOf(id) }));
}

function ListedInput({ field, ...props }: InputProps) {
  const choices = choicesOf(useBranchList(field.list), props.value);
  return <ChoiceInput {...props} field={fieldWith(field, { kind: 'choice', choices })} />;
}

export const listedControl: FieldControl = { Input: ListedInput, Cell: ListedCell };

/** Cash is chosen where the record says nothing. */
function MethodInput({ field, value, ...props }: InputProps) {
  const chosen = value || CASH;
  const choices = choicesOf(usePaymentMethods(), chosen);
  const shown = fieldWith(field, { kind: 'choice', optional: false, choices });
  return <ChoiceInput {...props} field={shown} value={chosen} />;
}

export const methodControl: FieldControl = { Input: MethodInput, Cell: MethodCell };

function FlagInput({ name, field, value, onChange, onBlur, error, help, disabled, inputRef }: InputProps) {
  const isOn = value === 'true';
  const note = error ?? help;
  return (
    <div>
      <Button
        ref={inputRef}
        type="button"
        name={name}
        value={value}
        variant="outline"
        colorPalette={isOn ? 'accent' : 'neutral'}
        aria-pressed={isOn}
        disabled={disabled}
        onClick={() => onChange(String(!isOn))}
        onBlur={onBlur}
      >
        {isOn && <Check size={16} aria-hidden />} {field.label}
      </Button>
      {note !== undefined && (
        <chakra.div
          color={error === undefined ? 'fg.muted' : 'refused.fg'}
          fontSize="sm"
          _empty={{ display: 'none' }}
        >
          {note}
        </chakra.div>
      )}
    </div>
  );
}

export const flagControl: FieldControl = { Input: FlagInput, Cell: FlagCell };
