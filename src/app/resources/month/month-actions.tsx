import { Button, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Undo from 'lucide-react/icons/undo-2';
import { useId, useState } from 'react';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { useMonthState } from './month-state.ts';
import { messages } from './texts.en.ts';

const loadCreate = () => import('./month-name-dialog.tsx');
const loadToggle = () => import('./toggle-month-dialog.tsx');

const phoneStyle = { paddingInline: { base: '2', md: '4' }, css: { '& svg': { hideBelow: 'sm' } } };

export function MonthActions({ createLabel }: { createLabel: string }) {
  const { status, isBeingRead, month, barred } = useMonthState();
  const [open, setOpen] = useState<'create' | 'toggle'>();
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  const mayToggle = usePermissions()('months.end') || branch?.approvals === true;
  const reasonId = useId();
  const running = status === 'running';
  const createBlocked = barred ?? (running ? messages.endFirst : undefined);
  const close = () => setOpen(undefined);
  const creation = useLazyDialog(open === 'create', loadCreate, close);
  const toggling = useLazyDialog(open === 'toggle', loadToggle, close);

  return (
    <>
      <Button
        {...phoneStyle}
        variant={running ? 'outline' : 'solid'}
        disabled={createBlocked !== undefined || isBeingRead || status === 'loading'}
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
      {open === 'create' && creation && <creation.CreateMonthDialog title={createLabel} onClose={close} />}
      {open === 'toggle' && toggling && month && <toggling.ToggleMonthDialog month={month} onClose={close} />}
    </>
  );
}
