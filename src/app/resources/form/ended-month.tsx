import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CalendarX from 'lucide-react/icons/calendar-x';
import { Link } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { INSTALLMENT_PATH, WORK_HISTORY_PATH } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useTakesInstallments } from '#app/reads/capabilities.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { Callout } from '#app/ui/callout.tsx';
import { debtOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { readPiastres } from '#contract/money.ts';
import { messages } from './texts.en.ts';

export interface EndedMonth {
  readonly name: string | undefined;
}

export function useEndedMonth(record: RecordRow | undefined): EndedMonth | undefined {
  const id = textOf(record?.month);
  const { data } = useQuery({ ...monthsQuery(1), enabled: id !== '' });
  if (!data || id === '') return undefined;
  const month = data.results.find((candidate) => candidate.id === id);
  return month?.status === 'running' ? undefined : { name: month?.name };
}

export function isFinal(resource: Resource, record: RecordRow, name: string, { kind }: Field): boolean {
  if (['quantity', 'method', 'flag'].includes(kind) || name === resource.cash?.field) return true;
  const left = readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;
  return kind === 'money' && (resource.counts !== undefined || left <= 0n);
}

interface EndedMonthNoteProps {
  readonly resource: Resource;
  readonly record: RecordRow;
  readonly name: string | undefined;
}

/** Also tells the user the way out: take the amount as an installment now, or undo the month (decisions 20 and 42). */
export function EndedMonthNote({ resource, record, name }: EndedMonthNoteProps) {
  const takesInstallments = useTakesInstallments()(resource);
  const mayUndo = usePermissions()('months.end');
  const { fallback = resource.screens.list } = useNavigationState();
  const remaining = readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;
  const isPayable = takesInstallments && remaining > 0n;
  const month = name ?? messages.itsMonth;
  return (
    <Box gridColumn="1 / -1">
      <Callout tone="waiting" icon={<CalendarX size={18} aria-hidden />}>
        <chakra.p>
          {isPayable ? messages.endedMonth({ month }) : messages.endedMonthFinal({ month })}
        </chakra.p>
        <chakra.p marginBlockEnd="2">{mayUndo ? messages.undoToCorrect : messages.askToUndo}</chakra.p>
        <Flex gap="3" wrap="wrap">
          {isPayable && (
            <Button asChild variant="outline">
              <Link to={INSTALLMENT_PATH} state={{ resource: resource.name, related: record.id, fallback }}>
                {appMessages.createInstallment}
              </Link>
            </Button>
          )}
          {mayUndo && (
            <Button asChild variant="outline" colorPalette="neutral">
              <Link to={WORK_HISTORY_PATH}>{messages.openWorkHistory}</Link>
            </Button>
          )}
        </Flex>
      </Callout>
    </Box>
  );
}
