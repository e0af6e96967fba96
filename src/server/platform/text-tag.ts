import { createHash } from 'node:crypto';

export function tagOfText(text: string): string {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`;
}
