import { existsSync } from 'node:fs';
import path from 'node:path';

function findPackageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder) {
    folder = path.dirname(folder);
  }
  return folder;
}

/** Folder of package.json, found from src/ and from any depth in dist/. */
export const packageRoot = findPackageRoot();
