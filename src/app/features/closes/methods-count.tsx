import { Box, Button, chakra, Field, Flex, Input } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import { numberInput } from '#app/lib/typed-digits.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { Surface } from '#app/ui/surface.tsx';
import type { OwnDrawer } from '#contract/closes.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import { type CountInput, differsIn } from './count-input.ts';
import { messages } from './texts.en.ts';

type MethodSum = NonNullable<OwnDrawer['methods']>[number];
type Ticked = CountInput['methods'][string];

interface MethodProps {
  readonly sum: MethodSum;
  readonly ticked: Ticked | undefined;
  readonly tried: boolean;
  readonly onTick: (ticked: Ticked | undefined) => void;
}

function Method({ sum: { payment_method, count, total }, ticked, tried, onTick }: MethodProps) {
  const name = usePaymentMethods().nameOf(payment_method);
  const agrees = ticked?.found === total;
  const problem = ticked && differsIn(ticked, total);
  return (
    <Box as="fieldset" borderTopWidth="1px" paddingBlockStart="3" aria-label={name}>
      <Flex justify="space-between" gap="3" align="baseline">
        <chakra.bdi fontWeight="semibold">{name}</chakra.bdi>
        <span>
          <bdi dir="ltr">{formatMoney(parsePiastres(total))}</bdi>
          <chakra.small display="block" color="fg.muted">
            {messages.openAmounts({ count })}
          </chakra.small>
        </span>
      </Flex>
      <Flex gap="2" wrap="wrap" mt="2">
        <Button
          variant="outline"
          colorPalette={agrees ? 'accent' : 'neutral'}
          aria-pressed={agrees}
          onClick={() => onTick(agrees ? undefined : { found: total, reason: '' })}
        >
          {agrees && <Check size={16} aria-hidden />} {messages.agrees}
        </Button>
        <Button
          variant="outline"
          colorPalette={ticked && !agrees ? 'accent' : 'neutral'}
          aria-pressed={ticked !== undefined && !agrees}
          onClick={() => onTick(ticked && !agrees ? undefined : { found: '', reason: '' })}
        >
          {messages.differs}
        </Button>
      </Flex>
      {ticked && !agrees && (
        <Flex direction="column" gap="2" mt="2">
          <Field.Root invalid={tried && problem !== undefined}>
            <Field.Label>{messages.foundThere}</Field.Label>
            <Input
              {...numberInput(ticked.found, 'amount')}
              onChange={({ target }) => onTick({ ...ticked, found: target.value })}
              // The decimal keys of a phone have no minus.
              inputMode={total.startsWith('-') ? 'text' : 'decimal'}
              autoComplete="off"
              dir="ltr"
              textAlign="end"
            />
            <Field.HelperText>
              <FieldError>{tried ? problem : undefined}</FieldError>
            </Field.HelperText>
          </Field.Root>
          <Field.Root>
            <Field.Label>{messages.reason}</Field.Label>
            <Input
              value={ticked.reason}
              onChange={({ target }) => onTick({ ...ticked, reason: target.value })}
              maxLength={2000}
              autoComplete="off"
              dir="auto"
            />
          </Field.Root>
        </Flex>
      )}
    </Box>
  );
}

interface MethodsCountProps {
  readonly sums: readonly MethodSum[];
  readonly count: CountInput;
  readonly tried: boolean;
  readonly onChange: (methods: CountInput['methods']) => void;
}

export function MethodsCount({ sums, count: { methods }, tried, onChange }: MethodsCountProps) {
  if (sums.length === 0) return null;
  return (
    <Surface display="flex" as="section" flexDirection="column" gap="3" padding="4">
      <Box>
        <chakra.h2 fontWeight="semibold">{messages.notCash}</chakra.h2>
        <chakra.p color="fg.muted">{messages.notCashAbout}</chakra.p>
      </Box>
      {sums.map((sum) => (
        <Method
          key={sum.payment_method}
          sum={sum}
          ticked={methods[sum.payment_method]}
          tried={tried}
          onTick={(ticked) => {
            const { [sum.payment_method]: _before, ...others } = methods;
            onChange(ticked ? { ...others, [sum.payment_method]: ticked } : others);
          }}
        />
      ))}
    </Surface>
  );
}
