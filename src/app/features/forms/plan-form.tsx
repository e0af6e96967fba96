import { Button, chakra, Flex } from '@chakra-ui/react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { RecordForm, type RecordFormProps } from '#app/resources/form/form-page.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { type Day, monthLater } from '#contract/days.ts';
import { formatDecimal, formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import { type PlanPart, readParts, sumOfParts } from '#contract/plan-parts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

/** The first part takes the remainder of the division. */
function equalParts(sum: Piastres, count: number, first: Day): readonly PlanPart[] {
  const each = sum / BigInt(count);
  const rest = sum - each * BigInt(count);
  return Array.from({ length: count }, (_, index) => ({
    due_day: monthLater(first, index),
    amount: formatDecimal(index === 0 ? each + rest : each),
  }));
}

const COUNTS = [2, 3, 4, 6];

function PlanNote({ left }: { readonly left: Piastres }) {
  const { setValue } = useFormContext<Values>();
  const { parts } = useWatch<Values>();
  const difference = sumOfParts(readParts(parts)) - left;
  const split = (count: number) => {
    const first = monthLater(currentDay(), 1);
    const value = JSON.stringify(equalParts(left, count, first));
    setValue('parts', value, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Flex direction="column" gap="2" fontSize="sm">
      <chakra.p fontWeight="medium">{messages.toPlan({ amount: formatMoney(left) })}</chakra.p>
      <Flex role="group" aria-label={messages.split} gap="2" wrap="wrap" align="center">
        <span>{messages.split}</span>
        {COUNTS.map((count) => (
          <Button key={count} variant="outline" colorPalette="neutral" onClick={() => split(count)}>
            {messages.splitInto({ count })}
          </Button>
        ))}
      </Flex>
      <chakra.output color={difference === 0n ? 'settled.fg' : 'waiting.fg'}>
        {difference === 0n
          ? messages.fits
          : difference < 0n
            ? messages.missing({ amount: formatMoney(-difference) })
            : messages.over({ amount: formatMoney(difference) })}
      </chakra.output>
    </Flex>
  );
}

function EnrolmentProblem() {
  const { errors } = useFormState<Values>({ name: 'enrolment' });
  const message = errors.enrolment?.message;
  return typeof message === 'string' ? <ErrorLine message={message} /> : null;
}

/** The parts must add up to the remaining amount of the enrolment (decision 108). */
export function PlanForm({ resource, record, takenBack }: RecordFormProps) {
  const { related, resource: kind } = useNavigationState();
  const enrolment = textOf(record?.enrolment ?? takenBack?.body.enrolment) || related;
  const isPending = useIsPendingRecord(enrolment);
  const { record: planned } = useRecord(
    resourceOf(kind ?? 'bus'),
    kind && enrolment && !isPending ? enrolment : undefined,
  );
  const [price, paid] = [readPiastres(planned?.price), readPiastres(planned?.paid_amount)];
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={resource}>
      {enrolment === undefined && <chakra.p color="refused.fg">{messages.unknownEnrolment}</chakra.p>}
      <EnrolmentProblem />
      <FieldInput name="student" />
      {price !== undefined && paid !== undefined && <PlanNote left={price - paid} />}
      <FieldInput name="parts" />
    </RecordForm>
  );
}
