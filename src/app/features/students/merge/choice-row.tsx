import { chakra } from '@chakra-ui/react';

interface ChoiceRowProps {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly string[];
  readonly chosen: number;
  readonly disabled: boolean;
  readonly onChoose: (index: number) => void;
}

/** Renders values side by side, of which one is kept. */
export function ChoiceRow({ legend, name, options, chosen, disabled, onChoose }: ChoiceRowProps) {
  return (
    <chakra.fieldset border="none" padding="0" margin="0" minWidth="0" disabled={disabled}>
      <chakra.legend fontSize="sm" fontWeight="medium" paddingBlockEnd="1">
        {legend}
      </chakra.legend>
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="2">
        {options.map((option, index) => (
          <chakra.label
            // Two values can read the same.
            key={`${index} ${option}`}
            display="flex"
            alignItems="center"
            gap="3"
            minHeight="target"
            paddingInline="3"
            paddingBlock="1"
            borderWidth="1px"
            borderColor={index === chosen ? 'accent.solid' : 'border.control'}
            borderRadius="md"
            background={index === chosen ? 'accent.soft' : undefined}
            cursor="pointer"
          >
            <chakra.input
              type="radio"
              boxSize="6"
              flexShrink="0"
              accentColor="accent.solid"
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
            <chakra.span dir="auto" overflowWrap="anywhere" flex="1">
              {option}
            </chakra.span>
          </chakra.label>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}
