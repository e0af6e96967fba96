import { ignoreOutputErrors } from './log-destination.ts';
import { requireOpenFiles } from './open-files.ts';
import { exitWithMessage } from './shutdown.ts';

try {
  ignoreOutputErrors();
  requireOpenFiles();
  // Imported after the check: loading the server opens many files at once.
  const { startServer } = await import('./start-server.ts');
  await startServer();
} catch (error) {
  exitWithMessage(error);
}
