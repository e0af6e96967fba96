/** The message is one sentence for the terminal that names the remedy; it is printed without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

/** `EACCES`, `57P03`; undefined without a code. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
