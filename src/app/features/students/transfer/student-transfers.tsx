import { Button, chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Building from 'lucide-react/icons/building-2';
import { useConnection } from '#app/api/connection.ts';
import { messages } from '#app/features/students/texts.en.ts';
import { dayAt } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranchesOfPerson } from '#app/reads/branches-of-person.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import type { StudentTransfers as StudentTransfersAnswer } from '#contract/student-transfers.ts';
import type { StaysHere } from './transfer-dialog.tsx';
import { transfersQuery } from './transfer-queries.ts';

const loadDialog = () => import('./transfer-dialog.tsx');

type Transfer = StudentTransfersAnswer['results'][number];

function whereTo({ direction, branch, code, at, by, on_the_way }: Transfer): string {
  const facts = { branch, day: displayDay(dayAt(at)), code: numberInDigits(code) };
  if (on_the_way) return messages.transfer.onTheWay(facts);
  return direction === 'to' && by !== ''
    ? messages.transfer.toBy({ ...facts, by })
    : messages.transfer[direction](facts);
}

function sentencesOf(transfer: Transfer): string {
  const { direction, remaining, credit } = transfer;
  const isAway = direction === 'to';
  const left = [
    [remaining, isAway ? messages.transfer.owedHere : messages.transfer.owedThere],
    [credit, isAway ? messages.transfer.creditHere : messages.transfer.creditThere],
  ] as const;
  const amounts = left.flatMap(([decimal, text]) => {
    const amount = parsePiastres(decimal);
    return amount === 0n ? [] : [text({ amount: formatMoney(amount) })];
  });
  return [whereTo(transfer), ...amounts].join(' ');
}

interface StudentTransfersProps {
  readonly student: RecordRow;
  readonly stays: StaysHere | undefined;
  readonly isPending: boolean;
  readonly isLeaving: boolean;
}

export function StudentTransfers({ student, stays, isPending, isLeaving }: StudentTransfersProps) {
  const may = usePermissions();
  const { others } = useBranchesOfPerson();
  const isNew = useIsPendingRecord(student.id);
  const isDeclared = useDeclared('branches') && !isNew;
  const offline = useConnection() === 'offline';
  const { data, error, refetch } = useQuery({ ...transfersQuery(student.id), enabled: isDeclared });
  if (!isDeclared) return null;
  const isOffered = may('students.transfer') && others.length > 0 && !isLeaving;
  const known = data?.results ?? [];
  const isUnread = error !== null && !data && !offline;
  if (!isOffered && known.length === 0 && !isUnread) return null;
  return (
    <Flex direction="column" align="flex-start" gap="3" marginBlockStart="4">
      {known.length > 0 && (
        <chakra.ul
          listStyle="none"
          aria-label={messages.transfer.list}
          display="flex"
          flexDirection="column"
          gap="2"
          color="fg.muted"
          fontSize="sm"
        >
          {known.map((transfer) => (
            <li key={`${transfer.at} ${transfer.direction} ${transfer.student_id}`}>
              {sentencesOf(transfer)}
            </li>
          ))}
        </chakra.ul>
      )}
      {isUnread && (
        <Flex gap="3" align="center" wrap="wrap">
          <ErrorLine message={messages.transfer.unread} />
          <Button variant="outline" colorPalette="neutral" onClick={() => void refetch()}>
            {appMessages.tryAgain}
          </Button>
        </Flex>
      )}
      {isOffered && (
        <DialogButton
          load={loadDialog}
          dialog={(transfer, close) => (
            <transfer.TransferDialog {...{ student, stays, isPending }} branches={others} onClose={close} />
          )}
        >
          <Building size={16} aria-hidden /> {messages.transfer.open}
        </DialogButton>
      )}
    </Flex>
  );
}
