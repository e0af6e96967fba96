import { Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import { referenceControl } from '#app/fields/reference.tsx';
import { messages as appMessages } from '#app/lib/messages.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { reference } from '#contract/fields.ts';
import { messages } from './messages.ts';
import { pairStudents } from './pair-students.ts';

interface FamilyMembersProps {
  /** The id of the student who was chosen first. */
  readonly student: string;
  readonly students: readonly RecordRow[];
  /** Reads the family anew. */
  readonly onChanged: () => void;
}

/** Renders the students of a family, and lets a person put them together or take them apart (decision 105). */
export function FamilyMembers({ student, students, onChanged }: FamilyMembersProps) {
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const chosen = students.find(({ id }) => id === student) ?? { id: student };
  const pair = async (other: RecordRow, together: boolean) => {
    setBusy(true);
    setError(undefined);
    const outcome = await pairStudents(chosen, other, together);
    setBusy(false);
    if (outcome.outcome === 'rejected') {
      setError(outcome.fields[0]?.message ?? outcome.detail ?? appMessages.somethingWentWrong);
      await outcome.confirmShown();
    } else if (outcome.outcome === 'not-stored') setError(outcome.message);
    else {
      setAdding(false);
      onChanged();
    }
  };
  const others = students.filter(({ id }) => id !== student);
  return (
    <chakra.details mb="4">
      <chakra.summary minH="target" display="flex" alignItems="center" color="accent.fg" cursor="pointer">
        {messages.changeFamily}
      </chakra.summary>
      <Flex direction="column" gap="2" maxWidth="form">
        {others.map((other) => (
          <Flex key={other.id} align="center" justify="space-between" gap="3">
            <bdi>{textOf(other.name)}</bdi>
            <Button
              variant="outline"
              colorPalette="neutral"
              disabled={busy}
              aria-label={messages.takeApartFrom({ name: textOf(other.name) })}
              onClick={() => void pair(other, false)}
            >
              {messages.takeApart}
            </Button>
          </Flex>
        ))}
        {adding ? (
          <referenceControl.Input
            name="other"
            field={reference(messages.putTogetherWith, 'student')}
            value=""
            onChange={() => undefined}
            onChoose={(other) => void pair(other, true)}
            onBlur={() => undefined}
            error={undefined}
            disabled={busy}
          />
        ) : (
          <Button variant="outline" alignSelf="flex-start" onClick={() => setAdding(true)}>
            {messages.putTogether}
          </Button>
        )}
        {error !== undefined && <ErrorLine message={error} />}
      </Flex>
    </chakra.details>
  );
}
