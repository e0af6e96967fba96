import { Box, Button, chakra, Dialog, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Approved, pressId } from '#app/calls/online-call.ts';
import { longTextControl } from '#app/fields/text-inputs.tsx';
import { askManager } from '#app/lib/ask-manager.ts';
import { CLOSES_PAGE_PATH, PAY_SALARIES_SCREEN, SYNC_PATH } from '#app/lib/paths.ts';
import { messages as appMessages, listTitle } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { useWaitingForMonth } from '#app/reads/figures.ts';
import { monthChecklistQuery } from '#app/reads/months.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { optionalLongText } from '#contract/fields.ts';
import { paths } from '#contract/http.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import type { Month, WaitingForMonth } from '#contract/month.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { isMonthConflict, monthToggleOf, toggleMonthCall, useToggleMonth } from './month-calls.ts';
import { MonthChanges } from './month-changes.tsx';
import { MonthFigures } from './month-figures.tsx';
import { messages } from './texts.en.ts';

const Items = chakra('ul', {
  base: {
    listStyle: 'none',
    // A link of two lines is told from the next one.
    '& a': {
      display: 'flex',
      alignItems: 'center',
      minHeight: 'target',
      paddingBlock: '2',
      lineHeight: 'tight',
      textDecoration: 'underline',
    },
    '& p': { display: 'flex', alignItems: 'center', gap: '2', color: 'settled.fg' },
  },
});

function partlyPaid(count: number, left: string | null | undefined): string {
  const amount = readPiastres(left);
  const text = messages.partlyPaid({ count });
  return amount === undefined ? text : messages.withLeft({ text, amount: formatMoney(amount) });
}

function MonthChecklist({ month, onLeave }: { readonly month: string; readonly onLeave: () => void }) {
  const { data, error } = useQuery(monthChecklistQuery());
  const { knows } = useDeclaredFields();
  // The end of a month depends on nothing here: without an answer there is no list.
  if (error) return null;
  if (!data) return <Skeleton height="11" aria-label={messages.checklistLoading} role="status" />;
  const owing = (list: string, ofMonth: boolean) =>
    `${list}?${new URLSearchParams({ owing: 'true', ...(ofMonth && { month }) })}`;
  const salaries = knows({ capability: 'advances' })
    ? PAY_SALARIES_SCREEN
    : resourceOf('salary').screens.list;
  const { list: deductions } = resourceOf('deduction').screens;
  const { list: bonuses } = resourceOf('bonus').screens;
  const { list: payouts } = resourceOf('book-payout').screens;
  const items = [
    [data.unpaid_employees, messages.unpaidEmployees, salaries],
    [
      data.partly_paid?.count ?? 0,
      ({ count }: { count: number }) => partlyPaid(count, data.partly_paid?.left),
      salaries,
    ],
    [data.open_deductions, messages.openDeductions, deductions],
    [data.open_bonuses ?? 0, messages.openBonuses, bonuses],
    [data.open_drawers, messages.openDrawers, CLOSES_PAGE_PATH],
    [data.owing_payouts, messages.owingPayouts, owing(payouts, false)],
  ] as const;
  const open = [
    ...items.flatMap(([count, text, to]) => (count > 0 ? [{ to, text: text({ count }) }] : [])),
    ...data.unpaid_enrolments.map(({ resource, count }) => ({
      to: owing(resourceOf(resource).screens.list, true),
      text: messages.unpaidEnrolments({ count, kind: listTitle(resourceOf(resource)) }),
    })),
  ];
  return (
    <section aria-label={messages.checklist}>
      <chakra.h3 fontWeight="semibold">{messages.checklist}</chakra.h3>
      <Items>
        {open.length === 0 && (
          <li>
            <p>
              <CircleCheck size={18} aria-hidden /> {messages.nothingOpen}
            </p>
          </li>
        )}
        {open.map(({ to, text }) => (
          <li key={text}>
            <Link to={to} onClick={onLeave}>
              {text}
            </Link>
          </li>
        ))}
      </Items>
      <chakra.p color="fg.muted" fontSize="sm">
        {messages.otherDevices}
      </chakra.p>
    </section>
  );
}

interface WaitingChoiceProps {
  readonly waiting: WaitingForMonth;
  readonly month: string;
  readonly value: 'next' | 'this';
  readonly disabled: boolean;
  readonly onChange: (value: 'next' | 'this') => void;
}

function aboutWaiting({ count, income, expenses }: WaitingForMonth): string {
  const [received, paid] = [readPiastres(income) ?? 0n, readPiastres(expenses) ?? 0n];
  const sums = [
    ...(received === 0n ? [] : [messages.waitingReceived({ amount: formatMoney(received) })]),
    ...(paid === 0n ? [] : [messages.waitingPaid({ amount: formatMoney(paid) })]),
  ];
  return [messages.waitingCount({ count }), ...sums].join(' · ');
}

function WaitingChoice({ waiting, month, value, disabled, onChange }: WaitingChoiceProps) {
  const options = [
    ['next', messages.waitingStays],
    ['this', messages.waitingMoves({ name: month })],
  ] as const;
  return (
    <Box padding="3" background="waiting.soft" borderRadius="md">
      <chakra.p fontWeight="medium" color="waiting.fg">
        {aboutWaiting(waiting)}
      </chakra.p>
      <chakra.fieldset border="none" padding="0" margin="0" disabled={disabled}>
        <legend>{messages.waitingQuestion}</legend>
        {options.map(([option, label]) => (
          <chakra.label
            key={option}
            display="flex"
            alignItems="center"
            gap="3"
            minHeight="target"
            cursor="pointer"
          >
            <chakra.input
              type="radio"
              name="waiting"
              boxSize="5"
              flexShrink="0"
              accentColor="accent.solid"
              checked={value === option}
              onChange={() => onChange(option)}
            />
            {label}
          </chakra.label>
        ))}
      </chakra.fieldset>
    </Box>
  );
}

function PendingWarning() {
  const { rows } = useOutbox();
  if (rows.length === 0) return null;
  return (
    <chakra.p background="waiting.soft" color="waiting.fg" padding="3" borderRadius="md" fontSize="sm">
      {messages.pending({ count: rows.length })}{' '}
      <Link to={SYNC_PATH} style={{ textDecoration: 'underline' }}>
        {messages.seePending}
      </Link>
    </chakra.p>
  );
}

interface ToggleMonthDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

/** A button that ends a month must not become one that re-opens it under the person's finger. */
export function ToggleMonthDialog({ month: newest, onClose }: ToggleMonthDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const toggle = useToggleMonth();
  const may = usePermissions();
  const mayEnd = may('months.end');
  const checks = useQuery({ ...branchQuery(), enabled: false }).data?.month_checklist === true;
  const [opened] = useState(newest);
  const [problem, setProblem] = useState<string>();
  const [attempted, setAttempted] = useState(false);
  const [reason, setReason] = useState('');
  const [belongs, setBelongs] = useState<'next' | 'this'>('next');
  const { stored } = useWaitingForMonth();
  const { id, name, status } = opened;
  const ends = status === 'running';
  const month = newest.id === id ? newest : opened;
  const label = ends ? messages.endMonth : messages.undoMonth;
  const reasonField = useMemo(() => optionalLongText('reason'), []);

  // By an attempt whose answer was lost, or by somebody else.
  const alreadyDone = month.status !== status && !toggle.isPending;

  const doneText = ends
    ? (attempted ? messages.endedBefore : messages.endedElsewhere)({ name })
    : (attempted ? messages.undoneBefore : messages.undoneElsewhere)({ name });

  const call = { month: opened, reason: reason.trim(), ...(!ends && stored && { waiting: belongs }) };
  const toggleNow = async (approved?: Approved) => {
    const { text } = await toggle.mutateAsync({ ...call, approved });
    notify(text);
  };

  const toggleApproved = async () => {
    const { permissions } = await import('#contract/permissions.ts');
    const key = pressId(toggleMonthCall, id);
    return askManager({
      sentence: permissions['months.end'].refusal,
      title: label,
      facts: [
        { label: appMessages.month, value: name },
        ...(call.reason === '' ? [] : [{ label: appMessages.reason, value: call.reason }]),
      ],
      write: {
        method: 'POST',
        path: paths.toggleMonth,
        key,
        body: JSON.stringify(monthToggleOf(call)),
      },
      send: async (token) => {
        await toggleNow({ token, key });
        return { done: true };
      },
    });
  };

  const submit = async () => {
    setProblem(undefined);
    setAttempted(true);
    try {
      if (!mayEnd && !(await toggleApproved())) return setAttempted(false);
      if (mayEnd) await toggleNow();
      onClose();
    } catch (failure) {
      if (isMonthConflict(failure)) {
        notify(failure.message, { kind: 'info' });
        onClose();
      } else setProblem(failure instanceof Error ? failure.message : undefined);
    }
  };

  return (
    <DialogFrame
      title={ends ? messages.endTitle({ name }) : messages.undoTitle({ name })}
      role="alertdialog"
      size="md"
      focusFirst={cancelButton}
      onClose={onClose}
    >
      <Dialog.Body tabIndex={0}>
        <Flex direction="column" gap="4">
          <Dialog.Description>{ends ? messages.endText : messages.undoText}</Dialog.Description>
          <PendingWarning />
          {!ends && stored && stored.count > 0 && (
            <WaitingChoice
              waiting={stored}
              month={name}
              value={belongs}
              disabled={toggle.isPending || alreadyDone}
              onChange={setBelongs}
            />
          )}
          {ends && mayEnd && checks && <MonthChecklist month={id} onLeave={onClose} />}
          {may('months.figures') && (
            <>
              <MonthFigures month={month} onLeave={onClose} />
              <MonthChanges month={month} />
            </>
          )}
          {!ends && (
            <longTextControl.Input
              name="reason"
              field={reasonField}
              value={reason}
              onChange={setReason}
              onBlur={() => undefined}
              inputRef={() => undefined}
              error={undefined}
              help={messages.reasonHelp}
            />
          )}
          {alreadyDone && <chakra.output display="block">{doneText}</chakra.output>}
          {problem !== undefined && !alreadyDone && <ErrorLine message={problem} />}
        </Flex>
      </Dialog.Body>
      <Dialog.Footer>
        <Button ref={cancelButton} variant="outline" colorPalette="neutral" onClick={onClose}>
          {alreadyDone ? messages.ok : appMessages.cancel}
        </Button>
        {!alreadyDone && (
          <Button loading={toggle.isPending} loadingText={label} onClick={submit}>
            {label}
          </Button>
        )}
      </Dialog.Footer>
    </DialogFrame>
  );
}
