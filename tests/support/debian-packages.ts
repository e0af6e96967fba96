import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const MINUTES_10 = 600_000;

const apt = (...command: string[]) =>
  spawnSync('apt-get', ['-q', ...command], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: MINUTES_10,
  });

let isUpdated = false;

/** Installs Debian's packages with what they need, without what they recommend. Returns the error, if any. */
export function installPackages(...packages: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'It can be installed by itself only when the tests run as root.';
  if (!existsSync('/usr/bin/apt-get')) return 'It can be installed by itself only where there is apt-get.';
  process.stderr.write(`Installing ${packages.join(' and ')} with apt-get, once.\n`);
  const commands = [
    ...(isUpdated ? [] : [['update']]),
    ['install', '-y', '--no-install-recommends', ...packages],
  ];
  for (const command of commands) {
    const run = apt(...command);
    if (run.status !== 0) {
      const lastLines = `${run.stdout}${run.stderr}`.trim().split('\n').slice(-8).join('\n');
      return `apt-get ${command[0]} failed:\n${lastLines}`;
    }
  }
  isUpdated = true;
  return undefined;
}

/** Installs a program's package where it is missing. @returns one sentence where that is not possible */
export function programMissing(program: string, name: string): string | undefined {
  if (existsSync(program) || installPackages(name) === undefined) return undefined;
  return `There is no ${program}: install it (Debian: apt-get install ${name}).`;
}
