import { existsSync } from 'node:fs';
import path from 'node:path';

function folderOfPackageJson(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder) {
    folder = path.dirname(folder);
  }
  return folder;
}

/** The folder of this package, found the same way from src/ and from whatever depth the bundler puts us in dist/. */
export const packageRoot = folderOfPackageJson();
