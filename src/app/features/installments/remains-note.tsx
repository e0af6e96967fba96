import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { RecordRow } from '#app/lib/record-row.ts';
import { RemainsLine } from '#app/resources/form/remains-line.tsx';
import type { Values } from '#app/resources/form/values.ts';
import { remainsAfter, remainsOn } from './installment-form.ts';

/** What remains on the chosen enrolment now, and what will after this payment. */
export function RemainsNote({ enrolments }: { enrolments: readonly RecordRow[] }) {
  const values = useWatch<Values>();
  const { isSubmitting } = useFormState();
  const [shown, setShown] = useState(enrolments);
  // While the payment is on its way the enrolments count it already: it must not be taken off twice.
  if (!isSubmitting && shown !== enrolments) setShown(enrolments);
  return (
    <Flex direction="column" gap="2">
      <RemainsLine label="Remains now" amount={remainsOn(shown, values)} />
      <RemainsLine
        label="Remains after this"
        over="More than what remains, by"
        amount={remainsAfter(shown, values)}
      />
    </Flex>
  );
}
