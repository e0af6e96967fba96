import { Button, chakra, Dialog, Flex, Text } from '@chakra-ui/react';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { studentPath, studentResource } from '#app/features/students/student-kinds.ts';
import { messages } from '#app/features/students/texts.en.ts';
import { textOf } from '#app/fields/field-control.ts';
import { referenceControl } from '#app/fields/reference.tsx';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages, errorMessage } from '#app/lib/texts.en.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { reference } from '#contract/fields.ts';
import { resources } from '#contract/resources/registry.ts';
import { useMergeCalls } from './merge-queries.ts';

interface ChoiceRowProps {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly string[];
  readonly chosen: number;
  readonly disabled: boolean;
  readonly onChoose: (index: number) => void;
}

export function ChoiceRow({ legend, name, options, chosen, disabled, onChoose }: ChoiceRowProps) {
  return (
    <chakra.fieldset border="none" padding="0" margin="0" disabled={disabled}>
      <chakra.legend fontSize="sm" fontWeight="medium" paddingBlockEnd="1">
        {legend}
      </chakra.legend>
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="2">
        {options.map((option, index) => (
          <chakra.label
            // Two values can read the same.
            key={`${index} ${option}`}
            position="relative"
            display="flex"
            alignItems="center"
            gap="3"
            minHeight="target"
            paddingInline="3"
            paddingBlock="1"
            borderWidth="1px"
            borderColor={index === chosen ? 'accent.solid' : 'border.control'}
            borderRadius="md"
            background={index === chosen ? 'accent.soft' : undefined}
            _focusWithin={{ outline: '2px solid {colors.accent.solid}', outlineOffset: '2px' }}
          >
            {/* Covers the whole choice invisibly, so that all of it reacts. */}
            <chakra.input
              type="radio"
              position="absolute"
              inset="0"
              boxSize="full"
              margin="0"
              opacity={0}
              cursor="pointer"
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
            <chakra.span color="accent.fg" visibility={index === chosen ? 'visible' : 'hidden'}>
              <Check size={18} aria-hidden />
            </chakra.span>
            <chakra.span {...typedText(option)} overflowWrap="anywhere" flex="1">
              {option}
            </chakra.span>
          </chakra.label>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}

const { fields } = resources.student;

export interface Difference {
  readonly name: string;
  readonly label: string;
  /** First the student who stays, then the other. */
  readonly values: readonly [string, string];
}

export function differencesOf(stays: RecordRow, other: RecordRow): readonly Difference[] {
  return Object.entries(fields).flatMap(([name, { kind, label }]) => {
    const shown = (text: string) => (kind === 'date' ? displayDay(text) : text);
    const values = [shown(textOf(stays[name])), shown(textOf(other[name]))] as const;
    return values[0] === values[1] ? [] : [{ name, label, values }];
  });
}

export const takenAtFirst = (differences: readonly Difference[]): ReadonlySet<string> =>
  new Set(differences.filter(({ values }) => values[0] === '').map(({ name }) => name));

interface MergeDialogProps {
  readonly student: RecordRow;
  readonly onClose: () => void;
}

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

  const isPending = useIsPendingRecord(otherId);
  const other = record && record.id !== student.id && !isPending ? record : undefined;
  const [stays, goes] = other && swapped ? [other, student] : [student, other];
  const differences = goes ? differencesOf(stays, goes) : [];
  const taken = takenAtFirst(differences);
  const takes = (name: string) => chosen.get(name) ?? taken.has(name);
  const describe = (one: RecordRow) =>
    messages.merge.stays({ code: numberInDigits(textOf(one.code)), name: textOf(one.name) });

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
    <DialogFrame title={messages.merge.title} size="lg" onClose={() => !busy && onClose()}>
      <Dialog.Body minHeight="24rem">
        <Flex direction="column" gap="5">
          <Text color="fg.muted">{messages.merge.about}</Text>
          <referenceControl.Input
            name="other"
            field={reference(() => messages.merge.other, 'student')}
            value={otherId}
            onChange={choose}
            onBlur={() => undefined}
            error={undefined}
            disabled={busy}
          />
          {other && (
            <>
              <ChoiceRow
                legend={messages.merge.staysLegend}
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
                {differences.length > 0 ? messages.merge.fieldsLegend : messages.merge.nothingDiffers}
              </Text>
              {differences.map(({ name, label, values }) => (
                <ChoiceRow
                  key={name}
                  legend={label}
                  name={`keep-${name}`}
                  options={values.map((value) => value || messages.merge.empty)}
                  chosen={takes(name) ? 1 : 0}
                  disabled={busy}
                  onChoose={(index) => setChosen(new Map([...chosen, [name, index === 1]]))}
                />
              ))}
              <Text color="fg.muted">{messages.merge.undoHint}</Text>
            </>
          )}
          {offline && <Text role="status">{messages.merge.needsConnection}</Text>}
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
          loadingText={messages.merge.merging}
          onClick={() => void submit()}
        >
          {messages.merge.submit}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}

/** Versions that were compared. Some servers send none. */
function versionsOf(stays: RecordRow, goes: RecordRow) {
  const [version, other] = [stays.version, goes.version];
  return {
    ...(typeof version === 'number' && { version }),
    ...(typeof other === 'number' && { other_version: other }),
  };
}
