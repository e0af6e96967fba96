import { paths } from '../http.ts';
import { joinParts } from '../messages.ts';
import { FAMILY } from '../resource-names.ts';
import { writeMessages } from '../texts/writes.en.ts';
import { defineWrite, referenceIn } from './define-write.ts';

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
