import { ignoreOutputErrors } from './platform/log-destination.ts';
import { requireOpenFiles } from './platform/open-files.ts';
import { exitWithMessage } from './platform/shutdown.ts';

try {
  ignoreOutputErrors();
  requireOpenFiles();
  // Imported after the check: loading the server opens many files at once.
  const { startServer } = await import('./start-server.ts');
  await startServer();
} catch (error) {
  exitWithMessage(error);
}
