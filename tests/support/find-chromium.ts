import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const DEBIANS = '/usr/bin/chromium';
const DEBIANS_SHELL = '/usr/bin/chromium-headless-shell';

const HELP = [
  'The browser tests need Chromium and none was found.',
  'Install it (on Debian or Ubuntu: "sudo apt-get install chromium"; anywhere: "npx playwright install chromium"),',
  'or set CHROMIUM to the path of a Chromium or Chrome, then run the tests again.',
].join('\n');

/** Returns the paths to look for Chromium, in order of preference. */
function candidates(): string[] {
  return [process.env.CHROMIUM ?? '', DEBIANS, '/usr/bin/chromium-browser', chromium.executablePath()];
}

/**
 * Returns the path of a Chromium to test with. As root on Debian, a missing one is installed first, which takes a minute or two.
 * @throws {Error} with instructions, if there is none and none could be installed
 */
export function findChromium(): string {
  if (process.env.CHROMIUM && !existsSync(process.env.CHROMIUM)) {
    throw new Error(`CHROMIUM is set to ${process.env.CHROMIUM}, but there is no such file.`);
  }
  const found = candidates().find((path) => path !== '' && existsSync(path));
  if (found) return found;
  const failure = installDebians();
  if (!failure && existsSync(DEBIANS)) return DEBIANS;
  throw new Error(failure ? `${HELP}\n${failure}` : HELP);
}

/**
 * Returns the path of Chromium without its window, the same engine for a sixth less CPU, where Debian's is installed; else of Chromium.
 * `CHROMIUM` names the browser of all tests.
 * @throws {Error} as `findChromium` does
 */
export function findHeadlessChromium(): string {
  return !process.env.CHROMIUM && existsSync(DEBIANS_SHELL) ? DEBIANS_SHELL : findChromium();
}

/**
 * Finds Chromium before a run. As root, where Debian's is installed, the headless shell of the same version is installed as well if
 * that is possible.
 * @throws {Error} as `findChromium` does
 */
export function prepareChromium(): void {
  if (findChromium() !== DEBIANS || existsSync(DEBIANS_SHELL) || process.getuid?.() !== 0) return;
  const { stdout } = spawnSync('dpkg-query', ['--status', 'chromium'], { encoding: 'utf8' });
  const version = /^Version: (\S+)$/m.exec(stdout ?? '')?.[1];
  if (version) apt('install', '-y', '--no-install-recommends', `chromium-headless-shell=${version}`);
}

const apt = (...command: string[]) =>
  spawnSync('apt-get', ['-q', ...command], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 600_000,
  });

/** Installs Debian's package, whose dependencies include an Arabic font. Returns the error, if any. */
function installDebians(): string | undefined {
  if (process.getuid?.() !== 0) return 'It can be installed by itself only when the tests run as root.';
  if (!existsSync('/usr/bin/apt-get')) return 'It can be installed by itself only where there is apt-get.';
  process.stderr.write('No Chromium found: installing the chromium package with apt-get, once.\n');
  for (const command of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
  ]) {
    const run = apt(...command);
    if (run.status !== 0) {
      return `apt-get ${command[0]} failed:\n${`${run.stdout}${run.stderr}`.trim().split('\n').slice(-8).join('\n')}`;
    }
  }
  return undefined;
}
