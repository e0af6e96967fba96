import { Button, Flex } from '@chakra-ui/react';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { lazy, Suspense, useState } from 'react';
import { withTexts } from '#app/lib/language.ts';
import { useCashForNextMonth } from '#app/reads/on-demand/pending-cash.ts';
import { useMonthState } from '#app/resources/month/use-month-state.ts';
import { Callout } from '#app/ui/callout.tsx';
import { formatMoney } from '#contract/money.ts';
import { messages } from './messages.ts';

const CreateMonthDialog = lazy(async () => ({
  default: (await withTexts(() => import('#app/resources/month/create-month-dialog.tsx'))).CreateMonthDialog,
}));

/** Tells that money waits for the next month while none runs, and offers to create it (decision 43). */
export function NextMonthNotice() {
  const { status, barred } = useMonthState();
  const { income, count } = useCashForNextMonth();
  const [open, setOpen] = useState(false);
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
      <Suspense>
        {open && <CreateMonthDialog title={messages.createMonth} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
