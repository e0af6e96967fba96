import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../support/project-root.ts';

/** Runs the scenario in a real browser. @returns the exit code: 0 if nothing is lost or duplicated */
export async function runScenario(seed: number, operations: number): Promise<number> {
  const cli = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  const config = join(projectRoot, 'tests/chaos/browser/playwright.config.ts');
  const child = spawn(process.execPath, [cli, 'test', '--config', config], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, CHAOS_SEED: String(seed), CHAOS_OPERATIONS: String(operations) },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
