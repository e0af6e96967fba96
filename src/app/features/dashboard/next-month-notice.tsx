import { Button, Flex } from '@chakra-ui/react';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useState } from 'react';
import { useCashForNextMonth } from '#app/reads/on-demand/pending-cash.ts';
import { useMonthState } from '#app/resources/month/use-month-state.ts';
import { Callout } from '#app/ui/callout.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { formatMoney } from '#contract/money.ts';
import { messages } from './messages.ts';

const loadDialog = () => import('#app/resources/month/create-month-dialog.tsx');

/** Tells that money waits for the next month while none runs, and offers to create it (decision 43). */
export function NextMonthNotice() {
  const { status, barred } = useMonthState();
  const { income, count } = useCashForNextMonth();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const dialog = useLazyDialog(open, loadDialog, close);
  const shown = status === 'ended' || (status === 'none' && count > 0);
  return (
    <>
      {shown && (
        <Flex direction="column" marginBlockEnd="4">
          <Callout tone="waiting" icon={<CalendarClock size={18} aria-hidden />}>
            <p>
              {messages.waitsForNextMonth}{' '}
              {income > 0n && messages.incomeWaits({ amount: formatMoney(income) })}
              {income <= 0n && count > 0 && messages.entriesWait({ count })}
            </p>
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
          </Callout>
        </Flex>
      )}
      {open && dialog && <dialog.CreateMonthDialog title={messages.createMonth} onClose={close} />}
    </>
  );
}
