import type { Draft, FormDefinition } from '#contract/define-resource.ts';
import { badFields } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';

/**
 * Rejects changes of immutable fields (decisions 35 and 36). Examples are a book order's book and a salary's employee.
 * @throws {HttpError} 400 at each changed field
 */
export function assertImmutable({ singular, fields }: FormDefinition, before: Draft, patch: Draft): void {
  const changed = Object.entries(fields).filter(
    ([name, field]) => field.immutable && patch[name] !== undefined && patch[name] !== before[name],
  );
  if (changed.length === 0) return;
  throw badFields(
    changed.map(([name, { label }]) => ({
      field: name,
      message: messages.fieldImmutable({ label, singular: singular.toLowerCase() }),
    })),
  );
}
