import { Button, chakra, Flex } from '@chakra-ui/react';
import Banknote from 'lucide-react/icons/banknote';
import Users from 'lucide-react/icons/users';
import { Fragment, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { choiceControl } from '#app/fields/choice.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { MethodReference } from '#app/fields/text-inputs.tsx';
import { departureOf } from '#app/lib/departure.ts';
import { useFrozen } from '#app/lib/held-values.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { Permitted, PermittedScreen } from '#app/resources/permitted-screen.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { SaveBar } from '#app/ui/save-bar.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { Tick, TickAll, TickRow, useTicked } from '#app/ui/tick-list.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { useRestoreFocus } from '#app/ui/use-restore-focus.ts';
import type { Draft } from '#contract/define-resource.ts';
import { fieldWith } from '#contract/fields.ts';
import { joinParts } from '#contract/messages.ts';
import { formatDecimal, formatMoney, type Piastres, sum } from '#contract/money.ts';
import { CASH, methodProblem } from '#contract/payment-methods.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import type { NetSalary } from '#contract/rules/salary.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { type DuePay, type EmployeePay, useEveryPay } from './every-pay.ts';
import { expectedSalary } from './open-pay.ts';
import { messages } from './texts.en.ts';

interface PaidCounts {
  readonly paid: number;
  readonly waiting: number;
  readonly refused: number;
  readonly notStored: string | undefined;
}

/** The shown amount is sent: the server never pays more, and refuses it where less is left. */
async function payMany(due: readonly DuePay[], how: Draft): Promise<PaidCounts> {
  const outcomes = await Promise.all(
    due.map(({ employee, inputs, salary }) => {
      const body = { ...how, employee: employee.id, amount: formatDecimal(salary.net) };
      return save({
        id: newMutationId(),
        resource: 'salary',
        kind: 'create',
        body,
        expected: expectedSalary(inputs, body),
        referenced: { employee },
      });
    }),
  );
  const count = (kind: string) => outcomes.filter(({ outcome }) => outcome === kind).length;
  return {
    paid: count('saved'),
    waiting: count('queued'),
    refused: count('rejected'),
    notStored: outcomes.find((one) => one.outcome === 'not-stored')?.message,
  };
}

const { payment_method, from_drawer } = resources.salary.fields;

const nothing = () => undefined;

function usePaidHow() {
  const { offered, known, nameOf } = usePaymentMethods();
  const { knows, startsOn } = useDeclaredFields();
  const [method, setMethod] = useState(CASH);
  const [reference, setReference] = useState('');
  const [drawer, setDrawer] = useState<boolean>();
  const inCash = method === CASH;
  const fromDrawer = drawer ?? startsOn(from_drawer);
  const asksDrawer = inCash && knows(from_drawer);
  const body: Draft = {
    ...(asksDrawer && { from_drawer: fromDrawer }),
    ...(!inCash && { payment_method: method }),
    ...(!inCash && reference.trim() !== '' && { payment_reference: reference.trim() }),
  };
  return {
    body,
    problem: methodProblem(known, method, reference.trim()),
    choices: offered.map(({ id }) => ({ value: id, label: nameOf(id) })),
    asksReference: known.some(({ id, asks_reference }) => id === method && asks_reference),
    ...{ asksDrawer, method, reference, fromDrawer, setMethod, setReference, setDrawer },
  };
}

interface PaidHowProps {
  readonly how: ReturnType<typeof usePaidHow>;
  readonly tried: boolean;
  readonly disabled: boolean;
}

function PaidHow({ how, tried, disabled }: PaidHowProps) {
  const { choices, method, problem } = how;
  const errorAt = (field: string) => (tried && problem?.field === field ? problem.message : undefined);
  return (
    <Flex direction="column" alignItems="start" gap="3">
      {choices.length > 1 && (
        <choiceControl.Input
          name="payment_method"
          field={fieldWith(payment_method, { kind: 'choice', optional: false, choices })}
          value={method}
          onChange={how.setMethod}
          onBlur={nothing}
          error={errorAt('payment_method')}
          disabled={disabled}
        />
      )}
      {how.asksReference && (
        <MethodReference
          name="payment_reference"
          value={how.reference}
          onChange={how.setReference}
          error={errorAt('payment_reference')}
          disabled={disabled}
        />
      )}
      {how.asksDrawer && (
        <Tick>
          <input
            type="checkbox"
            name="from_drawer"
            checked={how.fromDrawer}
            disabled={disabled}
            onChange={({ target }) => how.setDrawer(target.checked)}
          />
          {from_drawer.label}
        </Tick>
      )}
    </Flex>
  );
}

const Term = chakra('span', { base: { whiteSpace: 'nowrap' } });

/** "Salary L.E. 5,000.00 + Bonuses L.E. 200.00 − Advances L.E. 700.00"; nothing where the net is the salary. */
function WorkedOut({ of: { base, bonus, deducted, advanced, paidBefore, net } }: { readonly of: NetSalary }) {
  if (net === base) return null;
  const terms: readonly (readonly [sign: string, label: string, amount: Piastres])[] = [
    ['+', labels.bonuses, bonus],
    ['−', labels.deductions, deducted],
    ['−', labels.advances, advanced],
    ['−', labels.paidBefore, paidBefore],
  ];
  const shown = terms.filter(([, , amount]) => amount > 0n);
  return (
    <small>
      <Term>{`${labels.salary} ${formatMoney(base)}`}</Term>
      {shown.map(([sign, label, amount]) => (
        <Fragment key={label}>
          {' '}
          <Term>{`${sign} ${label} ${formatMoney(amount)}`}</Term>
        </Fragment>
      ))}
    </small>
  );
}

interface PayRowProps {
  readonly pay: EmployeePay;
  readonly isChosen: boolean;
  readonly disabled: boolean;
  readonly onToggle: () => void;
}

function PayRow({ pay, isChosen, disabled, onToggle }: PayRowProps) {
  const { employee, notDue } = pay;
  const tone = notDue?.tone;
  return (
    <TickRow>
      <Tick>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={disabled || notDue !== undefined}
          onChange={onToggle}
        />
        <chakra.span flex="1" minWidth="0">
          <strong>
            <TypedText>{textOf(employee.name)}</TypedText>
          </strong>{' '}
          <chakra.span color="fg.muted">
            <TypedText>{joinParts([textOf(employee.job_title), departureOf(employee.left_on)])}</TypedText>
          </chakra.span>
          {pay.notDue ? (
            <chakra.small color={tone && `${tone}.fg !important`}>{pay.notDue.why}</chakra.small>
          ) : (
            <WorkedOut of={pay.salary} />
          )}
        </chakra.span>
        {!pay.notDue && (
          <chakra.bdi dir="ltr" fontWeight="semibold" whiteSpace="nowrap">
            {formatMoney(pay.salary.net)}
          </chakra.bdi>
        )}
      </Tick>
    </TickRow>
  );
}

const isDue = (pay: EmployeePay): pay is DuePay => pay.notDue === undefined;

function PayList({ pays }: { readonly pays: readonly EmployeePay[] }) {
  const how = usePaidHow();
  // All are chosen at first.
  const left = useTicked<EmployeePay>();
  const [tried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const button = useRestoreFocus(isSaving);
  const due = pays.filter(isDue);
  const chosen = due.filter(({ employee }) => !left.ticked.has(employee.id));
  const total = formatMoney(sum(chosen.map(({ salary }) => salary.net)));
  // Row after row waits or is paid during the save.
  const shownTotal = useFrozen(total, isSaving);
  const shownCount = useFrozen(chosen.length, isSaving);
  const tick = (some: readonly EmployeePay[], ticks: boolean) =>
    left.tick(
      some.map((one) => [one.employee.id, one]),
      !ticks,
    );
  const pay = async () => {
    setTried(true);
    if (how.problem) return;
    setSaving(true);
    const { paid, waiting, refused, notStored } = await payMany(chosen, how.body);
    setSaving(false);
    setTried(false);
    how.setReference('');
    if (paid > 0) notify(messages.paid({ count: paid }));
    if (waiting > 0) notify(messages.waiting({ count: waiting }), { kind: 'info' });
    if (refused > 0) notify(messages.refused({ count: refused }), { kind: 'error' });
    if (notStored !== undefined) notify(notStored, { kind: 'error' });
  };
  return (
    <Surface maxWidth="formWide">
      <chakra.div padding="4" _empty={{ display: 'none' }}>
        <PaidHow how={how} tried={tried} disabled={isSaving} />
      </chakra.div>
      <Flex align="center" justify="space-between" gap="3" paddingInline="4" paddingBlock="1">
        <TickAll
          label={messages.all}
          free={due.length}
          chosen={chosen.length}
          disabled={isSaving}
          onTick={(ticks) => tick(due, ticks)}
        />
        <span>
          {messages.toPay}{' '}
          <chakra.bdi dir="ltr" fontWeight="bold" whiteSpace="nowrap">
            {shownTotal}
          </chakra.bdi>
        </span>
      </Flex>
      <ul>
        {pays.map((one) => (
          <PayRow
            key={one.employee.id}
            pay={one}
            isChosen={isDue(one) && !left.ticked.has(one.employee.id)}
            disabled={isSaving}
            onToggle={() => tick([one], left.ticked.has(one.employee.id))}
          />
        ))}
      </ul>
      <SaveBar paddingInline="4" background="bg.surface" borderBottomRadius="md">
        <Button
          ref={button}
          minWidth="40"
          disabled={chosen.length === 0}
          loading={isSaving}
          loadingText={messages.pay({ count: shownCount, total: shownTotal })}
          onClick={() => void pay()}
        >
          <Banknote size={18} aria-hidden /> {messages.pay({ count: shownCount, total: shownTotal })}
        </Button>
      </SaveBar>
    </Surface>
  );
}

function PaySalaries() {
  const { status, error, refetch, updatedAt, pays } = useEveryPay();
  const offline = useConnection() === 'offline';
  if (status === 'error') return <PageError error={error} onRetry={refetch} />;
  return (
    <>
      <OfflineNote shown={offline} updatedAt={updatedAt} />
      {status === 'loading' || !pays ? (
        <chakra.p role="status" color="fg.muted">
          {status === 'loading' ? appMessages.loading : messages.needsServer}
        </chakra.p>
      ) : pays.length === 0 ? (
        <EmptyState icon={Users} title={messages.nobodyTitle} about={messages.nobody} />
      ) : (
        <PayList pays={pays} />
      )}
    </>
  );
}

export function PaySalariesPage() {
  return (
    <PermittedScreen resource={resourceOf('advance')} operation="read">
      {() => (
        <Permitted needs={permissionFor(resourceOf('salary'), 'create')}>
          <PageHeading
            title={appMessages.paySalaries}
            about={messages.about}
            back={resourceOf('salary').screens.list}
          />
          <PaySalaries />
        </Permitted>
      )}
    </PermittedScreen>
  );
}
