import { nameIn } from '../resources/name-in.ts';
import type { Written } from './define-write.ts';

/** Of the student of a new record, or of the debt that is paid. */
export function studentNameIn({ student, related_record: debt }: Written['referenced']): string | undefined {
  return typeof student?.name === 'string' ? student.name : debt && nameIn(debt, 'student');
}
