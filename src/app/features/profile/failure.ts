import { ApiError } from '#app/api/api-error.ts';
import { messages } from './texts.en.ts';

export function fieldProblems<Name extends string>(
  failure: Error | null,
  names: readonly Name[],
): { readonly name: Name; readonly message: string }[] {
  if (!(failure instanceof ApiError)) return [];
  const { fields = [] } = failure;
  return names.flatMap((name) =>
    fields.filter(({ field }) => field === name).map(({ message }) => ({ name, message })),
  );
}

/** The server's detail, else "Edit failed" (specification, section 8), or the offline message. */
export function failureMessage(failure: Error): string {
  if (!(failure instanceof ApiError)) return messages.editFailed;
  return failure.kind === 'transient' ? failure.message : (failure.detail ?? messages.editFailed);
}
