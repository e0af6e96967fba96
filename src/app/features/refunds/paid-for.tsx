import { Button, chakra, Flex } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import { useHeld } from '#app/lib/held-values.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { goneBackOf } from '#app/reads/paid-back.ts';
import { useStudentRecords } from '#app/reads/student-records.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { useFormContextValue, type Values } from '#app/resources/form/form-context.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { numberInDigits } from '#contract/digits.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const students = resourceOf('student');

interface Payable {
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly maximum: bigint;
}

function detailsOf({ resource, record }: Pick<Payable, 'resource' | 'record'>): string {
  const receipt = textOf(record.receipt_number);
  const leftOn = textOf(record.left_on);
  return [
    textAt(record, 'book_data.name'),
    receipt !== '' && messages.receipt({ receipt: numberInDigits(receipt) }),
    displayDay(effectiveDayOf(record)),
    leftOn !== '' && messages.leftOn({ day: displayDay(leftOn) }),
  ]
    .filter((part) => part !== false && part !== '' && part !== resource.plural)
    .join(' · ');
}

export function PayableTitle({ resource, record }: Pick<Payable, 'resource' | 'record'>) {
  return (
    <chakra.span flex="1" minWidth="0" whiteSpace="normal" textAlign="start">
      <TypedText>{resource === students ? messages.creditOf : resource.plural}</TypedText>
      <chakra.small display="block" color="fg.muted" fontSize="sm" fontWeight="normal">
        <TypedText>{resource === students ? textOf(record.name) : detailsOf({ resource, record })}</TypedText>
      </chakra.small>
    </chakra.span>
  );
}

function usePayables(student: string): { readonly loading: boolean; readonly payables: readonly Payable[] } {
  const { rows, loading } = useStudentRecords(student);
  const { record } = useRecord(students, student === '' ? undefined : student);
  const paid = rows.flatMap(({ resource, record: row, pending }): Payable[] => {
    const maximum = goneBackOf(resource, row)?.netPaid ?? 0n;
    const isThere = pending?.kind !== 'delete' && pending?.state !== 'rejected';
    return row.is_installment !== true && maximum > 0n && isThere ? [{ resource, record: row, maximum }] : [];
  });
  const credit = readPiastres(record?.credit) ?? 0n;
  return {
    loading,
    payables: record && credit > 0n ? [...paid, { resource: students, record, maximum: credit }] : paid,
  };
}

function Choice({ student }: { readonly student: string }) {
  const { setValue } = useFormContext<Values>();
  const { errors } = useFormState<Values>({ name: 'related_record' });
  const [resource, related] = useWatch<Values>({ name: ['resource', 'related_record'] });
  const { loading, payables: read } = usePayables(student);
  // During the save the refund itself is counted already.
  const payables = useHeld(read, useFormState().isSubmitting);
  const choose = (one: Payable) => {
    setValue('resource', one.resource.name, { shouldDirty: true });
    setValue('related_record', one.record.id, { shouldDirty: true, shouldValidate: true });
  };
  const [only] = payables;
  const isKnown = payables.some((one) => one.resource.name === resource && one.record.id === related);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each student
  useEffect(() => {
    if (!loading && !isKnown && only && payables.length === 1) choose(only);
  }, [loading, student, payables.length]);
  const problem = errors.related_record?.message;
  if (student === '') return null;
  if (loading) return <chakra.p role="status">{appMessages.loading}</chakra.p>;
  if (payables.length === 0) return <chakra.p role="status">{messages.nothingPaid}</chakra.p>;
  return (
    <Flex direction="column" gap="2" role="radiogroup" aria-label={messages.chooseWhat}>
      <chakra.span fontSize="sm" fontWeight="medium" aria-hidden>
        {messages.chooseWhat}
      </chakra.span>
      {payables.map((one) => {
        const isChosen = one.resource.name === resource && one.record.id === related;
        return (
          <Button
            key={`${one.resource.name} ${one.record.id}`}
            role="radio"
            aria-checked={isChosen}
            variant={isChosen ? 'subtle' : 'outline'}
            colorPalette={isChosen ? 'accent' : 'neutral'}
            width="full"
            height="auto"
            minHeight="target"
            paddingBlock="2"
            onClick={() => choose(one)}
          >
            <PayableTitle resource={one.resource} record={one.record} />
            <bdi dir="ltr">{formatMoney(one.maximum)}</bdi>
          </Button>
        );
      })}
      {typeof problem === 'string' && <ErrorLine message={problem} />}
    </Flex>
  );
}

interface ChosenPayable {
  readonly resource: Resource;
  readonly record: RecordRow | undefined;
}

export function usePayable(): ChosenPayable | undefined {
  const [name, id] = useWatch<Values>({ name: ['resource', 'related_record'] });
  const { chosen } = useFormContextValue();
  const resource = isResourceName(name) ? resourceOf(name) : undefined;
  const related = textOf(id);
  const { record } = useRecord(resource ?? students, resource && related !== '' ? related : undefined);
  if (!resource || related === '') return undefined;
  const known = chosen.related_record;
  return { resource, record: record ?? (known?.id === related ? known : undefined) };
}

export function PaidFor({ isFixed }: { readonly isFixed: boolean }) {
  const student = textOf(useWatch<Values>({ name: 'student' }));
  const payable = usePayable();
  if (!isFixed) return <Choice student={student} />;
  if (!payable?.record) return null;
  const name = textAt(payable.record, 'student_data.name');
  return (
    <Flex direction="column" gap="1" padding="3" background="bg.subtle" borderRadius="md">
      {name !== '' && (
        <chakra.strong>
          <TypedText>{name}</TypedText>
        </chakra.strong>
      )}
      <PayableTitle resource={payable.resource} record={payable.record} />
    </Flex>
  );
}
