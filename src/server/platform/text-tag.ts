import { createHash } from 'node:crypto';

/** Returns the weak entity tag of a text: equal texts have equal tags. */
export function tagOfText(text: string): string {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`;
}
