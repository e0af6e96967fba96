import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

function findPackageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder) {
    folder = path.dirname(folder);
  }
  return folder;
}

/** Folder of package.json, found from src/ and from any depth in dist/. */
export const packageRoot = findPackageRoot();

let version: string | undefined;

export function packageVersion(): string {
  version ??= z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'))).version;
  return version;
}
