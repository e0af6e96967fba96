import { z } from 'zod';
import { rowShape } from './define-resource.ts';
import { readId } from './fields.ts';
import { student } from './resources/student.ts';

/** Returns the API path that merges another student into this one, or tells of its merges (decision 106). */
export const mergePath = (id: string): string => `${student.path}${id}/merge/`;

/** Returns the API path that undoes a merge into this student. */
export const undoMergePath = (id: string): string => `${mergePath(id)}undo/`;

const isField = (name: string): boolean => Object.hasOwn(student.fields, name);

/** Parses the body of a merge: who goes, and which fields the student who stays takes over. */
export const mergeBody = z.object({
  other: z.string().min(1).max(64),
  take: z
    .array(z.string().refine(isField, 'This is no field of a student'))
    .max(32, 'This is no field of a student')
    .default([]),
  /** The versions that were compared on the screen (decision 41); without them the stored ones are merged. */
  version: z.number().int().optional(),
  other_version: z.number().int().optional(),
});
export type MergeBody = z.input<typeof mergeBody>;

/** Parses the body that undoes a merge: the student who comes back. */
export const undoMergeBody = z.object({ other: z.string().min(1).max(64) });

const person = z.object({ id: readId, name: z.string(), code: z.string().nullish() });

/** Parses the answer to a merge. */
export const merged = z.object({
  student: rowShape(student),
  merged: person,
  /** Enrolments, payments and book payouts that moved. */
  moved: z.number().int(),
});

/** Parses the answer to an undo: both students as they are again. */
export const mergeUndone = z.object({ student: rowShape(student), other: rowShape(student) });

/** Parses what became of a student: who it was merged into, and who was merged into it, newest first. */
export const studentMerges = z.object({
  merged_into: person.nullable(),
  merges: z.array(
    person.extend({
      /** ISO 8601 in UTC. */
      at: z.string(),
      by: z.string(),
      /** Whether nothing was written since. */
      undoable: z.boolean(),
    }),
  ),
});
export type StudentMerges = z.output<typeof studentMerges>;
