import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function parentPid(pid: string): number {
  try {
    const afterName =
      readFileSync(join('/proc', pid, 'stat'), 'utf8')
        .split(') ')
        .at(-1) ?? '';
    return Number(afterName.split(' ')[1]);
  } catch {
    return 0;
  }
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentPid(name) === parent)
    .map(Number);
}
