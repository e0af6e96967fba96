import { existsSync } from 'node:fs';
import { installPackages } from './debian-packages.ts';

export const enginePrograms = {
  webkit: '/usr/bin/WebKitWebDriver',
  firefox: '/usr/bin/firefox-esr',
  display: '/usr/bin/Xvfb',
} as const;

const packages = ['webkit2gtk-driver', 'firefox-esr', 'xvfb', 'dbus-x11'];
/** Debian's WebKit has a driver; other systems have none that can be installed. */
export const areEnginesExpected = existsSync('/usr/bin/apt-get');

const missing = () => Object.values(enginePrograms).filter((program) => !existsSync(program));

/**
 * Installs WebKit and Firefox as root on Debian, once, which takes a minute or two.
 * @throws {Error} with instructions, if one is missing afterwards
 */
export function prepareEngines(): void {
  if (!areEnginesExpected || missing().length === 0) return;
  const failure = installPackages(...packages);
  const still = missing();
  if (still.length === 0) return;
  throw new Error(
    [
      `The tests in WebKit and Firefox need ${still.join(' and ')}.`,
      `Install them (on Debian or Ubuntu: "sudo apt-get install ${packages.join(' ')}"), then run the tests again.`,
      ...(failure ? [failure] : []),
    ].join('\n'),
  );
}

/** @returns one sentence where one of the engines is not installed */
export function enginesMissing(): string | undefined {
  const programs = missing();
  if (programs.length === 0) return undefined;
  return `There is no ${programs.join(' and no ')}: they are tested where Debian's ${packages.join(', ')} are installed.`;
}
