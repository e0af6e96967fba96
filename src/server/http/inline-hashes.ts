import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Holds the hashes of inline scripts and styles, as sources of a Content-Security-Policy. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function hashesOf(page: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g');
  return [...page.matchAll(inline)].map(([, text = '']) => cspHash(text));
}

/** Hashes the inline scripts and styles of the built page; no others may run. Read once at start. */
export function inlineHashes(appDir: string): InlineHashes {
  const file = path.join(appDir, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { scripts: hashesOf(page, 'script'), styles: hashesOf(page, 'style') };
}
