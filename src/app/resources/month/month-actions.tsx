import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Undo from 'lucide-react/icons/undo-2';
import { lazy, Suspense, useId, useState } from 'react';
import { withTexts } from '#app/lib/language.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { messages } from './messages.ts';
import { useMonthState } from './use-month-state.ts';

const CreateMonthDialog = lazy(async () => ({
  default: (await withTexts(() => import('./create-month-dialog.tsx'))).CreateMonthDialog,
}));
const ToggleMonthDialog = lazy(async () => ({
  default: (await withTexts(() => import('./toggle-month-dialog.tsx'))).ToggleMonthDialog,
}));

/** Hides icons on phones, where two buttons share the width. */
const phoneStyle = { paddingInline: { base: '2', md: '4' }, css: { '& svg': { hideBelow: 'sm' } } };

/** Renders the buttons that create, end and re-open a month (specification, section 4). */
export function MonthActions({ createLabel }: { createLabel: string }) {
  const { status, month, barred } = useMonthState();
  const [open, setOpen] = useState<'create' | 'toggle'>();
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  const mayToggle = usePermissions()('months.end') || branch?.approvals === true;
  const reasonId = useId();
  const running = status === 'running';
  const createBlocked = barred ?? (running ? messages.endFirst : undefined);
  const close = () => setOpen(undefined);

  return (
    <>
      <Button
        {...phoneStyle}
        variant={running ? 'outline' : 'solid'}
        disabled={createBlocked !== undefined || status === 'loading'}
        aria-describedby={createBlocked === undefined ? undefined : `${reasonId}-create`}
        title={createBlocked}
        onClick={() => setOpen('create')}
      >
        <CalendarPlus size={18} aria-hidden /> {createLabel}
      </Button>
      {month && mayToggle && (
        <Button
          {...phoneStyle}
          variant="outline"
          disabled={barred !== undefined}
          aria-describedby={barred === undefined ? undefined : `${reasonId}-toggle`}
          title={barred}
          onClick={() => setOpen('toggle')}
        >
          {running ? <CalendarCheck size={18} aria-hidden /> : <Undo size={18} aria-hidden />}
          {running ? messages.endMonth : messages.undoMonth}
        </Button>
      )}
      {createBlocked !== undefined && (
        <chakra.span srOnly id={`${reasonId}-create`}>
          {createBlocked}
        </chakra.span>
      )}
      {barred !== undefined && (
        <chakra.span srOnly id={`${reasonId}-toggle`}>
          {barred}
        </chakra.span>
      )}
      <Suspense>
        {open === 'create' && <CreateMonthDialog title={createLabel} onClose={close} />}
        {open === 'toggle' && month && <ToggleMonthDialog month={month} onClose={close} />}
      </Suspense>
    </>
  );
}
