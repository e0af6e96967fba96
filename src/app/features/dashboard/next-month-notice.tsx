import { Button, Flex } from '@chakra-ui/react';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useState } from 'react';
import type { PendingCash } from '#app/reads/on-demand/pending-cash.ts';
import { useWaitingForMonth } from '#app/reads/on-demand/waiting-for-month.ts';
import { useMonthState } from '#app/resources/month/use-month-state.ts';
import { Callout } from '#app/ui/callout.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import type { WaitingForMonth } from '#contract/month-checklist.ts';
import { messages } from './messages.ts';

const loadDialog = () => import('#app/resources/month/create-month-dialog.tsx');

function storedText(stored: WaitingForMonth | undefined): string {
  if (!stored || stored.count === 0) return '';
  const { count } = stored;
  const income = readPiastres(stored.income) ?? 0n;
  return income > 0n
    ? messages.incomeWaits({ amount: formatMoney(income), count })
    : messages.entriesWait({ count });
}

function unsentText({ income, count }: PendingCash): string {
  if (count === 0) return '';
  return income > 0n
    ? messages.unsentWaits({ amount: formatMoney(income) })
    : messages.unsentEntriesWait({ count });
}

/**
 * Tells what waits for the next month, and offers to create it while none runs (decision 43). After an undo it goes on waiting beside
 * the month that runs (decision 144).
 */
export function NextMonthNotice() {
  const { status, barred } = useMonthState();
  const { stored, unsent } = useWaitingForMonth();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const dialog = useLazyDialog(open, loadDialog, close);
  const count = (stored?.count ?? 0) + unsent.count;
  const isBetween = status === 'ended' || status === 'none';
  const shown = status === 'ended' || (status !== 'loading' && count > 0);
  return (
    <>
      {shown && (
        <Flex direction="column" marginBlockEnd="4">
          <Callout tone="waiting" icon={<CalendarClock size={18} aria-hidden />}>
            <p>
              {isBetween ? messages.waitsForNextMonth : messages.waitsBesides} {storedText(stored)}{' '}
              {unsentText(unsent)}
            </p>
            {isBetween && (
              <Button
                size="sm"
                minHeight="11"
                variant="outline"
                marginBlockStart="2"
                disabled={barred !== undefined}
                title={barred}
                onClick={() => setOpen(true)}
              >
                {messages.createNextMonth}
              </Button>
            )}
          </Callout>
        </Flex>
      )}
      {open && dialog && <dialog.CreateMonthDialog title={messages.createMonth} onClose={close} />}
    </>
  );
}
