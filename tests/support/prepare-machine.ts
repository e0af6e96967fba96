import { findPrograms } from './debian-postgresql.ts';
import { prepareChromium } from './find-chromium.ts';
import { prepareEngines } from './find-engines.ts';

/** Installs what the tests need of Debian, as root and once. What is missing afterwards is reported by the tests that need it. */
const missing = [prepareChromium, prepareEngines, findPrograms].flatMap((prepare) => {
  try {
    prepare();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
});
process.stdout.write(
  missing.length > 0 ? `${missing.join('\n')}\n` : 'The browsers and PostgreSQL are installed.\n',
);
