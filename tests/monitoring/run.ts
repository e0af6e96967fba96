import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../support/project-root.ts';

/** The shipped rules of Prometheus, with its own program. */
const folder = path.join(projectRoot, 'deploy/monitoring');
for (const words of [
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]) {
  const { status, error } = spawnSync('promtool', words, { cwd: folder, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(1);
}
