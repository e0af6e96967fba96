import { paths } from '../http.ts';
import { joinParts } from '../messages.ts';
import { FAMILY } from '../resource-names.ts';
import { writeMessages } from '../texts/writes.en.ts';
import { defineWrite, type KnownRecord, referenceIn, type Written } from './define-write.ts';

/** Two students belong together, or do not (decision 105). */
export const familyWrite = defineWrite({
  name: FAMILY,
  request: ({ body }) => ({ path: paths.families, body }),
  about: ({ student, other }) => [String(student), String(other)].sort().join(' '),
  needs: (values) => ['student', 'other'].flatMap((field) => referenceIn(values, field, 'student')),
  lastCounts: true,
  outdates: 'student',
  describe: ({ body, referenced: { student, other } }) => [
    body.together === true ? writeMessages.putTogether : writeMessages.takenApart,
    joinParts([student?.name, other?.name]),
  ],
});

/** As it goes into the outbox. */
export const pairOf = (student: KnownRecord, other: KnownRecord, together: boolean) =>
  ({
    resource: FAMILY,
    kind: 'create',
    body: { student: student.id, other: other.id, together },
    referenced: { student, other },
  }) as const;

/** The two students of such a write; undefined for any other. */
export const pairIn = ({ operation, body }: Pick<Written, 'operation' | 'body'>) =>
  operation.resource === FAMILY
    ? { ids: [String(body.student), String(body.other)], together: body.together === true }
    : undefined;
