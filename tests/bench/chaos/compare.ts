import { buildDevice } from '../../chaos/device-process.ts';
import { anyStep, runOnDevices, type Step } from '../../chaos/run-devices.ts';
import { checkSequences } from '../../support/property.ts';

const PEER = 'tests/bench/chaos/peer-program.ts';

/** Describes what the audit counts, and the sentences by which it is recognised. */
const kinds = [
  {
    what: 'lost: saved, and neither on the server nor shown',
    matches: /^lost: device|^lost: .* is not on the server$/,
  },
  {
    what: 'lost: undone by a restore of the server, and nobody was asked',
    matches: /^lost: .* undone by a restore/,
  },
  {
    what: 'doubled: recorded twice, or recorded and not shown as done',
    matches: /^duplicated|returned for \d+ creates/,
  },
  { what: 'overwritten unseen', matches: /^overwritten unseen/ },
  { what: 'deleted unseen', matches: /^deleted unseen/ },
  { what: 'still waiting at the end, without a reason', matches: /on a clear network, and no reason/ },
] as const;

/** Selects what both sides meet. */
interface Extent {
  readonly seeds: readonly number[];
  /** Operations per seed. */
  readonly operations: number;
}

/** Draws the steps of a seed, as the chaos test does. */
async function stepsOf(seed: number, operations: number): Promise<readonly Step[]> {
  let drawn: readonly Step[] = [];
  await checkSequences(anyStep, { runs: 1, length: operations, seed, shrinkTime: 0 }, async (steps) => {
    drawn = steps;
  });
  return drawn;
}

/** Holds what happened to one side under all seeds. */
interface Side {
  readonly saved: number;
  readonly counts: readonly number[];
}

async function underFaults(
  source: string | undefined,
  { seeds, operations }: Extent,
  print: (text: string) => void,
): Promise<Side> {
  const { program, remove } = await buildDevice(source);
  let saved = 0;
  const problems: string[] = [];
  try {
    for (const seed of seeds) {
      const { problems: found, known } = await runOnDevices({
        program,
        seed,
        steps: await stepsOf(seed, operations),
        print: () => undefined,
      });
      problems.push(...found);
      saved += known.saved.length;
      print(`  seed ${seed}: ${known.saved.length} saved, ${found.length} problems`);
    }
  } finally {
    remove();
  }
  return { saved, counts: kinds.map(({ matches }) => problems.filter((one) => matches.test(one)).length) };
}

/** Runs the chaos test's operations and faults on the outbox and on TanStack DB's offline transactions. */
export async function compareUnderFaults(
  print: (text: string) => void,
  extent: Extent = { seeds: [1, 2, 3, 4, 5], operations: 400 },
): Promise<string[][]> {
  print('the outbox');
  const ours = await underFaults(undefined, extent, print);
  print("TanStack DB's offline transactions");
  const peer = await underFaults(PEER, extent, print);
  const total = extent.seeds.length * extent.operations;
  return [
    [`${extent.seeds.length} seeds, ${total} operations`, 'ours', 'TanStack DB'],
    ['saved', String(ours.saved), String(peer.saved)],
    ...kinds.map(({ what }, at) => [what, String(ours.counts[at]), String(peer.counts[at])]),
  ];
}
