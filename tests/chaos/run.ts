import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkSequences } from '../support/property.ts';
import { buildDevice } from './device-process.ts';
import { operationAt } from './operations.ts';
import { anyStep, runOnDevices, type Step } from './run-devices.ts';

const MAX_PROBLEMS_SHOWN = 20;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    operations: { type: 'string', default: '10000' },
    log: { type: 'boolean', default: false },
    /** Runs the operations twice, and fails unless both have the same trace. */
    twice: { type: 'boolean', default: false },
    /** File for all that a failing run knows, as JSON: entries, records and history. */
    dump: { type: 'string' },
    /** Minutes in which the operations of a failing run are reduced to the few that it takes. */
    shrink: { type: 'string', default: '0' },
  },
});
const seed = Number(values.seed);
const operations = Number(values.operations);
const shrinkTime = Number(values.shrink) * 60_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Replaces what JSON does not have. */
const plain = (_: string, value: unknown) =>
  value instanceof Map || value instanceof Set ? [...value] : value;

/** Runs random steps and throws if the audit finds problems; a failing run is reduced to the few steps that it takes. */
async function runDevices(): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const { program, remove } = await buildDevice();
  let fewest: readonly Step[] = [];
  let found = 0;
  try {
    await checkSequences(anyStep, { runs: 1, length: operations, seed, shrinkTime }, async (steps) => {
      const run = { program, seed, steps, print, log: values.log };
      const { problems, known, trace } = await runOnDevices(run);
      const difference = values.twice && trace.differenceFrom((await runOnDevices(run)).trace);
      if (difference) problems.push(`a second run of the same operations differs, in ${difference}`);
      if (problems.length === 0) return;
      if (values.dump !== undefined) writeFileSync(values.dump, JSON.stringify(known, plain));
      fewest = steps;
      found = problems.length;
      for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) print(`  ✗ ${problem}`);
      if (problems.length > MAX_PROBLEMS_SHOWN) print(`  … and ${problems.length - MAX_PROBLEMS_SHOWN} more`);
      throw new Error(`${problems.length} problems after ${steps.length} operations`);
    });
    print(`Nothing lost, nothing duplicated, nothing overwritten or deleted unseen (${seconds()} s).`);
  } catch (error) {
    if (shrinkTime > 0)
      for (const { operation, device, seed: operationSeed } of fewest)
        print(`  device ${device}: ${operationAt(operation).name} (${operationSeed})`);
    if (found === 0) throw error;
    print(`${found} problems after ${fewest.length} operations with seed ${seed} (${seconds()} s).`);
    process.exitCode = 1;
  } finally {
    remove();
  }
}

print(`Chaos with seed ${seed}, ${operations} operations.`);
await runDevices();
