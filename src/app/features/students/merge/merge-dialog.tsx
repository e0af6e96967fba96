import { Button, Dialog, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { textOf } from '#app/fields/field-control.ts';
import { referenceControl } from '#app/fields/reference.tsx';
import { messages as appMessages, errorMessage } from '#app/lib/messages.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { reference } from '#contract/fields.ts';
import { studentPath, studentResource } from '../student-kinds.ts';
import { ChoiceRow } from './choice-row.tsx';
import { differencesOf, takenAtFirst } from './compare-fields.ts';
import { useMergeCalls } from './merge-queries.ts';
import { messages } from './messages.ts';

interface MergeDialogProps {
  /** The student whose page is open. */
  readonly student: RecordRow;
  readonly onClose: () => void;
}

/** Merges two records of one student: who the other is, which one stays, and what is kept of each (decision 106). */
export function MergeDialog({ student, onClose }: MergeDialogProps) {
  const [otherId, setOtherId] = useState('');
  const [swapped, setSwapped] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { record } = useRecord(studentResource, otherId === '' ? undefined : otherId);
  const offline = useConnection() === 'offline';
  const navigate = useNavigate();
  const calls = useMergeCalls();

  const other = record && record.id !== student.id && !isTemporaryId(record.id) ? record : undefined;
  const [stays, goes] = other && swapped ? [other, student] : [student, other];
  const differences = goes ? differencesOf(stays, goes) : [];
  const taken = takenAtFirst(differences);
  const takes = (name: string) => chosen.get(name) ?? taken.has(name);
  const describe = (one: RecordRow) => messages.stays({ code: textOf(one.code), name: textOf(one.name) });

  const choose = (id: string) => {
    setOtherId(id);
    setChosen(new Map());
    setProblem(undefined);
  };
  const submit = async () => {
    if (!goes) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { text } = await calls.merge(stays.id, textOf(stays.name), {
        other: goes.id,
        take: differences.map(({ name }) => name).filter(takes),
        ...versionsOf(stays, goes),
      });
      notify(text);
      onClose();
      void navigate(studentPath(stays.id));
    } catch (failure) {
      setProblem(errorMessage(failure instanceof Error ? failure.message : undefined));
      setBusy(false);
    }
  };

  return (
    <DialogFrame title={messages.title} size="lg" onClose={() => !busy && onClose()}>
      <Dialog.Body minHeight="24rem">
        <Flex direction="column" gap="5">
          <Text color="fg.muted">{messages.about}</Text>
          <referenceControl.Input
            name="other"
            field={reference(messages.other, 'student')}
            value={otherId}
            onChange={choose}
            onBlur={() => undefined}
            error={undefined}
            disabled={busy}
          />
          {other && (
            <>
              <ChoiceRow
                legend={messages.staysLegend}
                name="stays"
                options={[describe(student), describe(other)]}
                chosen={swapped ? 1 : 0}
                disabled={busy}
                onChoose={(index) => {
                  setSwapped(index === 1);
                  setChosen(new Map());
                }}
              />
              <Text fontWeight="medium">
                {differences.length > 0 ? messages.fieldsLegend : messages.nothingDiffers}
              </Text>
              {differences.map(({ name, label, values }) => (
                <ChoiceRow
                  key={name}
                  legend={label}
                  name={`keep-${name}`}
                  options={values.map((value) => value || messages.empty)}
                  chosen={takes(name) ? 1 : 0}
                  disabled={busy}
                  onChoose={(index) => setChosen(new Map([...chosen, [name, index === 1]]))}
                />
              ))}
              <Text color="fg.muted">{messages.undoHint}</Text>
            </>
          )}
          {offline && <Text role="status">{messages.needsConnection}</Text>}
          {problem !== undefined && <ErrorLine message={problem} />}
        </Flex>
      </Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="neutral" disabled={busy} onClick={onClose}>
          {appMessages.cancel}
        </Button>
        <Button
          disabled={!other || offline}
          loading={busy}
          loadingText={messages.merging}
          onClick={() => void submit()}
        >
          {messages.submit}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}

/** Returns the versions that were compared; servers that send none compare nothing. */
function versionsOf(stays: RecordRow, goes: RecordRow) {
  const [version, other] = [stays.version, goes.version];
  return {
    ...(typeof version === 'number' && { version }),
    ...(typeof other === 'number' && { other_version: other }),
  };
}
