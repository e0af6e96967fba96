import { chakra } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';

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
            position="relative"
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
            _focusWithin={{ outline: '2px solid {colors.accent.solid}', outlineOffset: '2px' }}
          >
            {/* Covers the whole choice invisibly, so that all of it reacts. */}
            <chakra.input
              type="radio"
              position="absolute"
              inset="0"
              boxSize="full"
              margin="0"
              opacity={0}
              cursor="pointer"
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
            <chakra.span color="accent.fg" visibility={index === chosen ? 'visible' : 'hidden'}>
              <Check size={18} aria-hidden />
            </chakra.span>
            <chakra.span dir="auto" overflowWrap="anywhere" flex="1">
              {option}
            </chakra.span>
          </chakra.label>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}
