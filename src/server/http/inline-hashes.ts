import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a page may run and apply without asking for it, as sources of a Content-Security-Policy. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function hashesOf(page: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g');
  return [...page.matchAll(inline)].map(([, text = '']) => source(text));
}

/** The hashes of what stands in the built app's page itself: nothing else that is inline may run. Read once, as the build is. */
export function inlineHashes(appDir: string): InlineHashes {
  const file = path.join(appDir, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { scripts: hashesOf(page, 'script'), styles: hashesOf(page, 'style') };
}
