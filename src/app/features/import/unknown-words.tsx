import { Button, chakra, Field, Flex, NativeSelect, SimpleGrid } from '@chakra-ui/react';
import type { UnknownWord } from '#contract/imports.ts';
import { messages } from './texts.en.ts';
import type { Import } from './use-import.ts';

interface UnknownWordsProps {
  readonly of: Import;
  readonly words: readonly UnknownWord[];
  readonly offline: boolean;
}

/** A choice that no value is: '' stands for an empty field. */
const UNKNOWN = '?';

/** Each word once, with one choice for all its rows. */
export function UnknownWords({ of, words, offline }: UnknownWordsProps) {
  const { meanings, setMeanings, isStale, task } = of;
  const choose = (field: string, text: string, typed: string) => {
    const { [text]: _before, ...others } = meanings[field] ?? {};
    setMeanings({ ...meanings, [field]: typed === UNKNOWN ? others : { ...others, [text]: typed } });
  };
  return (
    <chakra.fieldset>
      <chakra.legend fontWeight="semibold">{messages.unknownWords}</chakra.legend>
      <chakra.p color="fg.muted" marginBlockEnd="3">
        {messages.unknownHint}
      </chakra.p>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {words.map(({ field, label, text, rows, optional, choices }) => (
          <Field.Root key={`${field} ${text}`}>
            <Field.Label>{messages.unknownWord({ label, text })}</Field.Label>
            <NativeSelect.Root>
              <NativeSelect.Field
                value={meanings[field]?.[text] ?? UNKNOWN}
                onChange={({ target }) => choose(field, text, target.value)}
              >
                <option value={UNKNOWN}>{messages.noMeaning}</option>
                {optional && <option value="">{messages.leaveEmpty}</option>}
                {choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
            <Field.HelperText>{messages.rowsWithWord({ count: rows })}</Field.HelperText>
          </Field.Root>
        ))}
      </SimpleGrid>
      <Flex marginBlockStart="3">
        <Button
          variant="outline"
          colorPalette="neutral"
          disabled={!isStale || offline || task.running}
          onClick={() => void of.check()}
        >
          {messages.checkAgain}
        </Button>
      </Flex>
    </chakra.fieldset>
  );
}
