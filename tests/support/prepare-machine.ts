import { existsSync } from 'node:fs';
import { prepareChromium } from './find-chromium.ts';
import { prepareEngines } from './find-engines.ts';

/** As root on Debian; elsewhere the suites that need a missing browser are left out. */
const failures = [prepareChromium, prepareEngines].flatMap((prepare) => {
  try {
    prepare();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
});
const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (failures.length === 0) process.stdout.write('The browsers are installed.\n');
else if (canInstall) throw new Error(failures.join('\n'));
else process.stdout.write('Browsers are missing, and cannot be installed here.\n');
