import { z } from 'zod';
import { rowShape } from './define-resource.ts';
import { readId } from './fields.ts';
import { student } from './resources/student.ts';
import { sentences } from './texts/sentences.en.ts';

/** Merges another student into this one, or tells of its merges (decision 106). */
export const mergePath = (id: string): string => `${student.path}${id}/merge/`;

export const undoMergePath = (id: string): string => `${mergePath(id)}undo/`;

const isField = (name: string): boolean => Object.hasOwn(student.fields, name);

const notOfStudent = { error: () => sentences.notOfStudent };

/** `other` goes; the student who stays takes over the fields `take`. */
export const mergeBody = z.object({
  other: z.string().min(1).max(64),
  take: z.array(z.string().refine(isField, notOfStudent)).max(32, notOfStudent).default([]),
  /** Versions that were compared on the screen (decision 41); without them the stored ones are merged. */
  version: z.number().int().optional(),
  other_version: z.number().int().optional(),
});
export type MergeBody = z.input<typeof mergeBody>;

export const undoMergeBody = z.object({ other: z.string().min(1).max(64) });

const person = z.object({ id: readId, name: z.string(), code: z.string().nullish() });

export const merged = z.object({
  student: rowShape(student),
  merged: person,
  moved: z.number().int(),
});

export const mergeUndone = z.object({ student: rowShape(student), other: rowShape(student) });

export const studentMerges = z.object({
  merged_into: person.nullable(),
  merges: z.array(
    person.extend({
      at: z.string(),
      by: z.string(),
      undoable: z.boolean(),
    }),
  ),
});
export type StudentMerges = z.output<typeof studentMerges>;
