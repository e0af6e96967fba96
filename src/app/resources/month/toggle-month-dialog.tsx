import { Button, chakra, Dialog, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { longTextControl } from '#app/fields/long-text.tsx';
import { SYNC_PATH } from '#app/lib/paths.ts';
import { useToggleMonth } from '#app/reads/on-demand/online-mutations.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { optionalLongText } from '#contract/fields.ts';
import type { Month } from '#contract/month.ts';
import { MonthChanges } from './month-changes.tsx';
import { MonthFigures } from './month-figures.tsx';

const reasonField = optionalLongText('Reason');

const END_TEXT =
  'Ending stores these figures and closes the month: its payments can no longer be changed. Undo opens it again.';
const UNDO_TEXT =
  'Undo opens the month again: its stored figures are dropped and payments count in it until you end it once more.';

/** Warns about entries on this device that the figures do not include yet. */
function PendingWarning() {
  const { rows } = useOutbox();
  if (rows.length === 0) return null;
  const countLabel = rows.length === 1 ? '1 change is' : `${rows.length} changes are`;
  return (
    <chakra.p background="waiting.soft" color="waiting.fg" padding="3" borderRadius="md" fontSize="sm">
      {countLabel} still on this device and not in these figures. What arrives after the month has ended
      counts in the next one.{' '}
      <Link to={SYNC_PATH} style={{ textDecoration: 'underline' }}>
        See what waits
      </Link>
    </chakra.p>
  );
}

interface ToggleMonthDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

/** Ends the running month or re-opens an ended one, after confirmation. */
export function ToggleMonthDialog({ month, onClose }: ToggleMonthDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const toggle = useToggleMonth();
  const [problem, setProblem] = useState<string>();
  const [attempted, setAttempted] = useState<Month['status']>();
  const [reason, setReason] = useState('');
  const ends = month.status === 'running';
  const label = ends ? 'End Month' : 'Undo Month';

  // An attempt whose answer was lost was performed after all: another press would undo it.
  const alreadyDone = attempted !== undefined && attempted !== month.status;

  const submit = async () => {
    setProblem(undefined);
    setAttempted(month.status);
    try {
      const answer = await toggle.mutateAsync({ month, reason: reason.trim() });
      notify(answer.detail ?? `${month.name} ${ends ? 'has ended' : 'is running again'}`);
      onClose();
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : undefined);
    }
  };

  return (
    <DialogFrame
      title={`${label}: ${month.name}`}
      role="alertdialog"
      size="md"
      focusFirst={cancelButton}
      onClose={onClose}
    >
      <Dialog.Body tabIndex={0}>
        <Flex direction="column" gap="4">
          <Dialog.Description>{ends ? END_TEXT : UNDO_TEXT}</Dialog.Description>
          <PendingWarning />
          <MonthFigures month={month} />
          <MonthChanges month={month} />
          {!ends && (
            <longTextControl.Input
              name="reason"
              field={reasonField}
              value={reason}
              onChange={setReason}
              onBlur={() => undefined}
              inputRef={() => undefined}
              error={undefined}
              help="Kept with your name, for whoever asks later."
            />
          )}
          {alreadyDone && (
            <chakra.output display="block">
              The server has carried it out: {month.name} {ends ? 'is running again' : 'has ended'}.
            </chakra.output>
          )}
          {problem !== undefined && !alreadyDone && <ErrorLine message={problem} />}
        </Flex>
      </Dialog.Body>
      <Dialog.Footer>
        <Button ref={cancelButton} variant="outline" colorPalette="neutral" onClick={onClose}>
          {alreadyDone ? 'OK' : 'Cancel'}
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
