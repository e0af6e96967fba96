import { Button, chakra, Flex } from '@chakra-ui/react';
import { Fragment, useMemo, useRef, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { messages as fieldMessages } from '#app/fields/texts.en.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { useHeld } from '#app/lib/held-values.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { type GoneBack, lackedForGoingBack, paymentsOf } from '#app/reads/paid-back.ts';
import { usePricing } from '#app/reads/pricing.ts';
import { useStudentRecords } from '#app/reads/student-records.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { ComputedValues } from '#app/resources/form/form-amounts.tsx';
import { useFormContextValue, type Values } from '#app/resources/form/form-context.ts';
import { useAsked } from '#app/resources/form/paid-by.tsx';
import { PriceTerms } from '#app/resources/form/price-terms.tsx';
import { ResourceForm } from '#app/resources/form/resource-form.tsx';
import type { SavedForm } from '#app/resources/form/saving.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { inDigits } from '#contract/digits.ts';
import { formatGrouped, formatMoney, type Piastres, parseTypedAmount } from '#contract/money.ts';
import { CASH, CREDIT } from '#contract/payment-methods.ts';
import {
  costOf,
  type Leaving,
  leavingForm,
  leavingOf,
  leavingWrite,
  type Mode,
  movedTo,
  namesOfFollowing,
  reopenedValues,
  shareByDays,
  titleOf,
} from './leaving.ts';
import { ReasonField, rememberReason } from './reason-field.tsx';
import { messages, usualReasonsToLeave, usualReasonsToReturn } from './texts.en.ts';
import { WayBack } from './way-back.tsx';

interface KeepProps {
  readonly record: RecordRow;
  readonly sums: GoneBack;
}

function Keep({ record, sums }: KeepProps) {
  const { setValue, formState } = useFormContext<Values>();
  const [leftOn, typed] = useWatch<Values>({ name: ['left_on', 'keep'] });
  const cost = costOf(sums);
  const share = shareByDays(record, cost, textOf(leftOn));
  const isPaidInPart = sums.netPaid > 0n && sums.netPaid < cost;
  const offered: readonly (readonly [string, Piastres] | false)[] = [
    share !== undefined && [
      messages.keepDays({
        used: inDigits(share.used),
        total: inDigits(share.total),
        amount: formatMoney(share.amount),
      }),
      share.amount,
    ],
    isPaidInPart && [messages.keepPaid({ amount: formatMoney(sums.netPaid) }), sums.netPaid],
    [messages.keepAll({ amount: formatMoney(cost) }), cost],
    [appMessages.nothing, 0n],
  ];
  const chosen = parseTypedAmount(textOf(typed));
  const take = (amount: Piastres) =>
    setValue('keep', formatGrouped(amount), { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <div>
      <FieldInput name="keep" />
      <Flex role="group" aria-label={messages.keep} gap="2" wrap="wrap" marginBlockStart="2">
        {offered.map(
          (one) =>
            one && (
              <Button
                key={one[0]}
                variant={chosen === one[1] ? 'subtle' : 'outline'}
                colorPalette={chosen === one[1] ? 'accent' : 'neutral'}
                aria-pressed={chosen === one[1]}
                minHeight="target"
                height="auto"
                whiteSpace="normal"
                onClick={() => take(one[1])}
              >
                {one[0]}
              </Button>
            ),
        )}
      </Flex>
    </div>
  );
}

function Copies({ out }: { readonly out: bigint }) {
  const { setValue, formState } = useFormContext<Values>();
  return (
    <div>
      <FieldInput name="quantity" help={messages.copiesOut({ copies: out })} />
      {out > 1n && (
        <Button
          variant="outline"
          colorPalette="neutral"
          minHeight="target"
          marginBlockStart="2"
          onClick={() =>
            setValue('quantity', String(out), { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
        >
          {messages.allCopies({ copies: out })}
        </Button>
      )}
    </div>
  );
}

interface SumsProps {
  readonly sums: GoneBack;
  readonly leaving: Leaving | undefined;
  readonly moved: Piastres | undefined;
  readonly newPrice: Piastres | undefined;
  readonly isReturn: boolean;
}

function Sums({ sums, leaving, moved, newPrice, isReturn }: SumsProps) {
  const shown = (amount: Piastres | undefined) => (amount === undefined ? undefined : formatMoney(amount));
  return (
    <ComputedValues
      facts={[
        { label: messages.paid, value: formatMoney(sums.netPaid) },
        ...(isReturn ? [] : [{ label: messages.kept, value: shown(leaving?.keep) }]),
        { label: messages.paidBackNow, value: shown(leaving?.paidOut) },
        ...(moved === undefined ? [] : [{ label: messages.movedNow, value: formatMoney(moved) }]),
        { label: messages.asCredit, value: shown(leaving && leaving.credit - (moved ?? 0n)) },
        { label: messages.forgiven, value: shown(leaving?.forgiven) },
        { label: fieldMessages.stillOwed, value: shown(leaving?.owed), total: true },
        ...(moved === undefined || newPrice === undefined
          ? []
          : [{ label: messages.owedOfNew, value: formatMoney(newPrice - moved), total: true }]),
      ]}
    />
  );
}

interface FieldsProps extends KeepProps {
  readonly mode: Mode;
  readonly target: Resource | undefined;
}

function Fields({ record: read, sums: readSums, mode, target }: FieldsProps) {
  const isSubmitting = useFormState().isSubmitting;
  const { definition } = useFormContextValue();
  const { asks, requires } = useAsked();
  // During the save the withdrawal itself is counted already.
  const { record, sums } = useHeld({ record: read, sums: readSums }, isSubmitting);
  const values = useWatch<Values>();
  const leaving = leavingOf(values, sums, mode);
  const moved = target && leaving && movedTo(values.price, leaving);
  const goesBack = leaving !== undefined && leaving.back > 0n;
  const paysOut = goesBack && values.payment_method !== CREDIT;
  return (
    <>
      {mode === 'returns' ? (
        <Copies out={sums.copies?.out ?? 0n} />
      ) : (
        <>
          <FieldInput name="left_on" />
          <Keep record={record} sums={sums} />
        </>
      )}
      {goesBack && mode !== 'moves' && <WayBack />}
      {paysOut && (
        <FieldInput
          name="paid_out"
          help={
            mode === 'moves'
              ? messages.emptyMovesAll({ amount: formatMoney(leaving.back) })
              : messages.emptyPaysAll({ amount: formatMoney(leaving.back) })
          }
        />
      )}
      {paysOut && mode === 'moves' && leaving.paidOut > 0n && <WayBack credits={false} />}
      {paysOut && leaving.paidOut > 0n && (
        <FieldInput name="refund_number" help={messages.numberedByItself} />
      )}
      <ReasonField form={mode} usual={mode === 'returns' ? usualReasonsToReturn() : usualReasonsToLeave()} />
      {target && (
        <chakra.h2 gridColumn="1 / -1" fontWeight="semibold" fontSize="lg">
          {messages.newCourse({ kind: target.plural })}
        </chakra.h2>
      )}
      {target &&
        namesOfFollowing(target).map(
          (name) =>
            name in definition.fields &&
            asks(name) && (
              <Fragment key={name}>
                <FieldInput name={name} required={requires(name)} />
                {name === target.cash?.owed && <PriceTerms />}
              </Fragment>
            ),
        )}
      <Sums
        sums={sums}
        leaving={leaving}
        moved={moved}
        newPrice={parseTypedAmount(textOf(values.price))}
        isReturn={mode === 'returns'}
      />
    </>
  );
}

interface LeaveFormProps {
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly sums: GoneBack;
  readonly mode: Mode;
  readonly target: Resource | undefined;
  readonly takenBack: Mutation | undefined;
  readonly onDone: (done: SavedForm) => void;
}

export function LeaveForm({ onDone, takenBack, ...props }: LeaveFormProps) {
  const { resource, record, sums, mode, target, ...callbacks } = props;
  const current = useRef({ resource, record, sums, mode, target });
  current.current = { resource, record, sums, mode, target };
  const facts = useMemo(() => leavingForm(() => current.current.sums, mode, target), [mode, target]);
  const write = useMemo(
    () => leavingWrite({ resource, id: record.id, mode, target, facts }, () => current.current),
    [resource, record.id, mode, target, facts],
  );
  const { percent: limit } = usePricing();
  const asksManager = !usePermissions()('refunds.any');
  const { rows } = useStudentRecords(asksManager ? textOf(record.student) : '');
  const lacks = (body: Draft) => {
    const leaving = leavingOf(body, sums, mode);
    if (!leaving) return undefined;
    const others = rows.map((row) => row.record);
    return lackedForGoingBack(
      resource,
      { sums, payments: paymentsOf(record, others), limit },
      { ...leaving, method: textOf(body.payment_method) || CASH, returnsCopies: mode === 'returns' },
    );
  };
  const [start] = useState((): Draft => {
    if (mode !== 'returns') return { left_on: currentDay() };
    return sums.copies?.out === 1n ? { quantity: '1' } : {};
  });
  const reopened = useMemo(
    () => takenBack && { ...takenBack, body: reopenedValues(takenBack), before: undefined },
    [takenBack],
  );
  return (
    <ResourceForm
      resource={target ?? resource}
      facts={facts}
      {...(reopened ? { takenBack: withoutBefore(reopened) } : { start })}
      write={write}
      lacks={lacks}
      submitLabel={titleOf(mode)}
      onDone={(done) => {
        rememberReason(mode, textOf(done.body.reason));
        onDone(done);
      }}
      {...callbacks}
    >
      <Fields record={record} sums={sums} mode={mode} target={target} />
    </ResourceForm>
  );
}

const withoutBefore = ({ before: _, ...rest }: Omit<Mutation, 'before'> & { before: undefined }): Mutation =>
  rest;
