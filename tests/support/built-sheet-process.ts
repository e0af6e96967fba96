import { join } from 'node:path';
import { vi } from 'vitest';
import { builtServer } from '../server/built-server.ts';

// Starts the process of a spreadsheet from the build: compiling its source takes ten times as long as its work.
vi.mock('node:child_process', async (original) => {
  const child = await original<typeof import('node:child_process')>();
  const fork = ((program: string, options: import('node:child_process').ForkOptions) =>
    program.endsWith('sheet-process.ts')
      ? child.fork(join(builtServer(), 'platform/spreadsheets/sheet-process.js'), {
          ...options,
          execArgv: options.execArgv?.filter((word) => word.startsWith('--max-old-space-size')),
        })
      : child.fork(program, options)) as typeof child.fork;
  return { ...child, fork };
});
