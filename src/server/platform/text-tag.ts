import { createHash } from 'node:crypto';

/** Weak entity tag: equal texts have equal tags. */
export function tagOfText(text: string): string {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`;
}
