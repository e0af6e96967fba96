/**
 * Reports why a program cannot start or continue. Its message is one sentence for the terminal that names what to change; it is printed
 * without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Returns the message of a system or library error, to complete such a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Returns the code of a system or database error (`EACCES`, `57P03`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
