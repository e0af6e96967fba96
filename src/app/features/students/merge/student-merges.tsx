import { Button, Flex, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Merge from 'lucide-react/icons/merge';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { messages } from '#app/features/students/texts.en.ts';
import { dayAt } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { errorMessage } from '#app/lib/texts.en.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import type { StudentMerges as StudentMergesAnswer } from '#contract/student-merges.ts';
import { studentPath } from '../student-kinds.ts';
import { mergesQuery, useMergeCalls } from './merge-queries.ts';

const loadDialog = () => import('./merge-dialog.tsx');

function useServerMerges(): boolean {
  const branch = useBranch();
  return branch?.merges_students === true;
}

export function StudentMerges({ student }: { readonly student: RecordRow }) {
  const may = usePermissions();
  const isPending = useIsPendingRecord(student.id);
  const isOffered = useServerMerges() && may('students.merge') && !isPending;
  const offline = useConnection() === 'offline';
  const { data } = useQuery({ ...mergesQuery(student.id), enabled: isOffered && !offline });
  if (!isOffered) return null;
  return (
    <Flex direction="column" align="flex-start" gap="3" marginBlockStart="4">
      {(data?.merges ?? []).map((merge) => (
        <PastMerge key={merge.id} student={student.id} merge={merge} />
      ))}
      <DialogButton
        load={loadDialog}
        dialog={(merge, close) => <merge.MergeDialog student={student} onClose={close} />}
      >
        <Merge size={16} aria-hidden /> {messages.merge.open}
      </DialogButton>
    </Flex>
  );
}

interface PastMergeProps {
  readonly student: string;
  readonly merge: StudentMergesAnswer['merges'][number];
}

function PastMerge({ student, merge }: PastMergeProps) {
  const { id, name, code, at, by, undoable } = merge;
  const calls = useMergeCalls();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const undo = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { text } = await calls.undo(student, id, name);
      notify(text);
    } catch (failure) {
      setProblem(errorMessage(failure instanceof Error ? failure.message : undefined));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex direction="column" align="flex-start" gap="1">
      <Text>
        <bdi>{messages.merge.mergedWith({ name, code: numberInDigits(code ?? '') })}</bdi>{' '}
        <Text as="span" color="fg.muted">
          {messages.merge.byOn({ by, day: displayDay(dayAt(at)) })}
        </Text>
      </Text>
      {undoable && (
        <Button variant="outline" colorPalette="neutral" loading={busy} onClick={() => void undo()}>
          {messages.merge.undo}
        </Button>
      )}
      {problem !== undefined && <ErrorLine message={problem} />}
    </Flex>
  );
}

export function MergedInto({ id }: { readonly id: string }) {
  const isOffered = useServerMerges();
  const { data } = useQuery({ ...mergesQuery(id), enabled: isOffered });
  const into = data?.merged_into;
  if (!into) return null;
  return (
    <Flex direction="column" align="center" gap="3" marginBlockStart="4">
      <Text role="status">{messages.merge.mergedInto({ name: into.name })}</Text>
      <Button asChild>
        <Link to={studentPath(into.id)}>{messages.merge.openStudent({ name: into.name })}</Link>
      </Button>
    </Flex>
  );
}
