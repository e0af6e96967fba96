import { chakra, useFieldContext } from '@chakra-ui/react';
import { choiceButtons } from '#app/theme/recipes/choice-buttons.ts';
import type { Choices } from '#contract/choices.ts';
import type { InputProps } from './field-control.ts';

const Buttons = chakra('div', choiceButtons);

interface ChoiceButtonsProps extends Pick<InputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'inputRef'> {
  readonly choices: Choices;
}

/** Returns the line layout, so that no line on a tablet holds a single button. Undefined: one line. */
function lineLayout(count: number): 'threes' | 'fours' | undefined {
  if (count <= 4) return undefined;
  return count <= 6 ? 'threes' : 'fours';
}

/** Renders all choices side by side as a group of radio buttons. */
export function ChoiceButtons({ name, value, onChange, onBlur, inputRef, choices }: ChoiceButtonsProps) {
  const field = useFieldContext();
  const tabStop = choices.find((choice) => choice.value === value) ?? choices[0];
  return (
    <Buttons
      id={field?.ids.control}
      role="radiogroup"
      aria-labelledby={field?.ids.label}
      aria-describedby={field?.ariaDescribedby}
      aria-invalid={field?.invalid || undefined}
      aria-required={field?.required || undefined}
      data-lines={lineLayout(choices.length)}
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
    </Buttons>
  );
}
