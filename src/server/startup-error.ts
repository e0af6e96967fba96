/**
 * Why a program of ours cannot start or go on. Its message is one plain sentence for the person at the terminal
 * that names what to change; it is printed without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartProblem';
}

/** What the operating system or a library said, for the end of such a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

/** The system's or database's short code of an error (`EACCES`, `57P03`), if it carries one. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
