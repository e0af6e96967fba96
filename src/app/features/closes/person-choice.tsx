import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { choiceControl } from '#app/fields/choice.tsx';
import { textControl } from '#app/fields/text-inputs.tsx';
import { usePeople } from '#app/reads/people.ts';
import { fieldWith } from '#contract/fields.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const { person: declaredPerson, person_name: declaredName } = resourceOf('cash-move').fields;

const OTHER = 'other';

export function usePersonChoices() {
  const people = usePeople();
  return useMemo(() => [...people].map(([value, label]) => ({ value, label })), [people]);
}

interface ChosenPerson {
  readonly person: string;
  readonly person_name: string;
}

interface PersonChoiceProps {
  readonly label: string;
  readonly value: ChosenPerson;
  readonly onChange: (chosen: ChosenPerson) => void;
  readonly optional: boolean;
  readonly errors?: { readonly [Field in keyof ChosenPerson]?: string | undefined };
  readonly without?: string | undefined;
}

const ignoreBlur = () => undefined;

export function PersonChoice({ label, value, onChange, optional, errors = {}, without }: PersonChoiceProps) {
  const { person, person_name } = value;
  const choices = usePersonChoices().filter((choice) => choice.value !== without);
  const [types, setTypes] = useState(false);
  if (!declaredPerson || !declaredName) return null;
  const typesName = choices.length === 0 || types || (person === '' && person_name !== '');
  const choose = (chosen: string) => {
    const known = choices.find((choice) => choice.value === chosen);
    setTypes(chosen === OTHER);
    onChange({ person: known?.value ?? '', person_name: known?.label ?? '' });
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap="3" gridColumn="1 / -1">
      {choices.length > 0 && (
        <choiceControl.Input
          name="person"
          field={fieldWith(declaredPerson, {
            kind: 'choice',
            optional,
            choices: [...choices, { value: OTHER, label: messages.somebodyElse }],
            label,
          })}
          value={typesName ? OTHER : person}
          onChange={choose}
          onBlur={ignoreBlur}
          error={errors.person ?? (typesName ? undefined : errors.person_name)}
        />
      )}
      {typesName && (
        <textControl.Input
          name="person_name"
          field={fieldWith(declaredName, { optional })}
          value={person_name}
          onChange={(typed) => onChange({ person: '', person_name: typed })}
          onBlur={ignoreBlur}
          error={errors.person_name}
        />
      )}
    </chakra.div>
  );
}
