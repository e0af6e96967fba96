import { Button, chakra, Flex, Input as TextInput } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { numberInput } from '#app/lib/typed-digits.ts';
import { monthLater } from '#contract/days.ts';
import { formatGrouped, readPiastres, toLatinNumber } from '#contract/money.ts';
import { type PlanPart, readParts } from '#contract/plan-parts.ts';
import { PartsCell } from './cells.tsx';
import { DayInput } from './date.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { messages } from './texts.en.ts';

const shown = (amount: string) => {
  const piastres = readPiastres(amount);
  return piastres === undefined ? amount : formatGrouped(piastres);
};

function Input({ value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  const parts = readParts(value);
  const write = (next: readonly PlanPart[]) => onChange(next.length === 0 ? '' : JSON.stringify(next));
  const change = (at: number, to: Partial<PlanPart>) =>
    write(parts.map((part, index) => (index === at ? { ...part, ...to } : part)));
  const last = parts.at(-1);
  return (
    <FieldFrame {...frame}>
      <chakra.ol width="full" display="flex" flexDirection="column" gap="2" listStyleType="none">
        {parts.map(({ due_day, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <chakra.li key={index} display="flex" gap="2" alignItems="center">
            <chakra.div flex="1 1 9rem">
              <DayInput
                label={messages.partDay({ number: index + 1 })}
                named
                name={`due_day.${index}`}
                value={due_day}
                onChange={(day) => change(index, { due_day: day })}
                onBlur={onBlur}
                {...(index === 0 && inputRef && { inputRef })}
              />
            </chakra.div>
            <TextInput
              dir="ltr"
              textAlign="end"
              inputMode="decimal"
              autoComplete="off"
              flex="1 1 7rem"
              aria-label={messages.partAmount({ number: index + 1 })}
              {...numberInput(amount, 'amount')}
              onChange={({ target }) => change(index, { amount: toLatinNumber(target.value) })}
              onBlur={() => {
                change(index, { amount: shown(amount) });
                onBlur();
              }}
            />
            <Button
              variant="ghost"
              aria-label={messages.removePart({ number: index + 1 })}
              onClick={() => write(parts.filter((_, at) => at !== index))}
            >
              <X size={18} aria-hidden />
            </Button>
          </chakra.li>
        ))}
      </chakra.ol>
      <Flex>
        <Button
          variant="outline"
          colorPalette="neutral"
          onClick={() =>
            write([
              ...parts,
              { due_day: last ? monthLater(last.due_day, 1) : '', amount: last?.amount ?? '' },
            ])
          }
        >
          <Plus size={18} aria-hidden /> {messages.addPart}
        </Button>
      </Flex>
    </FieldFrame>
  );
}

export const partsControl: FieldControl = { Input, Cell: PartsCell };
