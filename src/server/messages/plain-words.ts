import type { z } from 'zod';
import { messages } from './store.en.ts';

/** For an issue whose schema has no message of its own: zod's own messages are for programmers. */
export function inPlainWords({ path = [], input }: z.core.$ZodRawIssue): string {
  if (path.length === 0) return messages.bodyNotObject;
  return input === undefined ? messages.valueMissing : messages.valueInvalid;
}
