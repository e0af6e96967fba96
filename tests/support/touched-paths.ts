import { spawnSync } from 'node:child_process';
import { projectRoot } from './project-root.ts';

const HOURS_4 = 4 * 3600;

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** `CHANGED_SINCE`, else the newest commit four hours older than the last, longer than a piece of work takes. */
function baseOfChange(): string | undefined {
  const named = process.env.CHANGED_SINCE;
  if (named) return git('rev-parse', '--verify', `${named}^{commit}`);
  const committedAt = Number(git('log', '-1', '--format=%ct'));
  return git('rev-list', '-1', `--before=${committedAt - HOURS_4}`, 'HEAD') || undefined;
}

/** Returns the paths that differ from the base of the change, uncommitted ones too; undefined where there is no base. */
export function touchedPaths(): readonly string[] | undefined {
  const base = baseOfChange();
  if (base === undefined) return undefined;
  const committed = git('diff', '--name-only', base) ?? '';
  const added = git('ls-files', '--others', '--exclude-standard') ?? '';
  return [...new Set(`${committed}\n${added}`.split('\n'))].filter((path) => path !== '').sort();
}
