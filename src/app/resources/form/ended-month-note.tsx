import { Box, Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CalendarX from 'lucide-react/icons/calendar-x';
import { Link } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { INSTALLMENT_PATH } from '#app/lib/paths.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useTakesInstallments } from '#app/reads/use-takes-installments.ts';
import { Callout } from '#app/ui/callout.tsx';
import { readPiastres } from '#contract/money.ts';
import { useFormContextValue } from './form-context.ts';
import { messages } from './messages.ts';

/** Returns whether the month of a record has ended, and its name if it is among the newest months. */
function useEndedMonth(id: string): { readonly ended: boolean; readonly name?: string | undefined } {
  const { data } = useQuery({ ...monthsQuery(1), enabled: id !== '' });
  const month = data?.results.find((candidate) => candidate.id === id);
  return { ended: data !== undefined && id !== '' && month?.status !== 'running', name: month?.name };
}

/**
 * Offers an installment for a debt whose month has ended: what was paid in that month is final, what is
 * paid now is an installment (decisions 20 and 42).
 */
export function EndedMonthNote() {
  const { resource, record } = useFormContextValue();
  const takesInstallments = useTakesInstallments()(resource);
  const { fallback = resource.screens.list } = useNavigationState();
  const remaining = readPiastres(record?.[debtOf(resource)?.left ?? '']) ?? 0n;
  const isPayable = takesInstallments && remaining > 0n;
  const { ended, name } = useEndedMonth(isPayable ? textOf(record?.month) : '');
  if (!record || !ended) return null;
  return (
    <Box gridColumn="1 / -1">
      <Callout tone="waiting" icon={<CalendarX size={18} aria-hidden />}>
        <chakra.p marginBlockEnd="2">{messages.endedMonth({ month: name ?? messages.itsMonth })}</chakra.p>
        <Button asChild variant="outline">
          <Link to={INSTALLMENT_PATH} state={{ resource: resource.name, related: record.id, fallback }}>
            {appMessages.createInstallment}
          </Link>
        </Button>
      </Callout>
    </Box>
  );
}
