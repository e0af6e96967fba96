import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installPackages } from './debian-packages.ts';

const DEBIANS = '/usr/bin/chromium';
const DEBIANS_SHELL = '/usr/bin/chromium-headless-shell';

const HELP = [
  'The browser tests need Chromium and none was found.',
  'Install it (on Debian or Ubuntu: "sudo apt-get install chromium"; anywhere: "npx playwright install chromium"),',
  'or set CHROMIUM to the path of a Chromium or Chrome, then run the tests again.',
].join('\n');

/** Returns the first installed Chromium, in order of preference. */
const installedChromium = (): string | undefined =>
  [process.env.CHROMIUM ?? '', DEBIANS, '/usr/bin/chromium-browser', chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  );

/** @throws {Error} if `CHROMIUM` names a file that does not exist */
function installedOrNamed(): string | undefined {
  if (process.env.CHROMIUM && !existsSync(process.env.CHROMIUM))
    throw new Error(`CHROMIUM is set to ${process.env.CHROMIUM}, but there is no such file.`);
  return installedChromium();
}

/**
 * Returns the path of a Chromium to test with. As root on Debian, a missing one is installed first, which takes a minute or two.
 * @throws {Error} with instructions, if there is none and none could be installed
 */
export function findChromium(): string {
  const found = installedOrNamed();
  if (found) return found;
  // An Arabic font comes with the font package.
  const failure = installPackages('chromium', 'fonts-dejavu-core');
  if (!failure && existsSync(DEBIANS)) return DEBIANS;
  throw new Error(failure ? `${HELP}\n${failure}` : HELP);
}

/**
 * Returns the path of Chromium without its window, the same engine for a sixth less CPU, where Debian's is installed; else of Chromium.
 * `CHROMIUM` names the browser of all tests. Installs nothing: programs that only read the configuration call it too.
 * @returns undefined where no Chromium is installed
 */
export function findHeadlessChromium(): string | undefined {
  return !process.env.CHROMIUM && existsSync(DEBIANS_SHELL) ? DEBIANS_SHELL : installedChromium();
}

/**
 * Finds Chromium before a run. As root on Debian, a missing one is installed, and the headless shell of the same version as well if
 * that is possible.
 * @throws {Error} as `findChromium` does
 */
export function prepareChromium(): void {
  if (findChromium() !== DEBIANS || existsSync(DEBIANS_SHELL) || process.getuid?.() !== 0) return;
  const { stdout } = spawnSync('dpkg-query', ['--status', 'chromium'], { encoding: 'utf8' });
  const version = /^Version: (\S+)$/m.exec(stdout ?? '')?.[1];
  if (version) installPackages(`chromium-headless-shell=${version}`);
}

/** @returns one sentence where there is no Chromium. @throws {Error} if `CHROMIUM` names a file that does not exist */
export function chromiumMissing(): string | undefined {
  return installedOrNamed()
    ? undefined
    : 'There is no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.';
}
