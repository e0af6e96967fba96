import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { packageRoot } from './package-root.ts';

let version: string | undefined;

export function packageVersion(): string {
  version ??= z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'))).version;
  return version;
}
