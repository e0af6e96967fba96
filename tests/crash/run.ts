import { parseArgs } from 'node:util';
import { runFailovers } from './failover.ts';
import { runFullDisks } from './full-disk.ts';
import { runKills } from './kills.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: '100' },
    database: { type: 'string', default: '20' },
    /** How often the primary is lost, with the word "failover". */
    failovers: { type: 'string', default: '4' },
    /** How often the disk is filled, with the word "disk". */
    disks: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
const [runName] = positionals;
const runs: Record<string, () => Promise<boolean>> = {
  kills: () => runKills({ server: Number(values.server), database: Number(values.database) }, seed),
  failover: () => runFailovers(Number(values.failovers), seed),
  disk: () => runFullDisks(Number(values.disks), seed),
};
const chosen = runs[runName ?? 'kills'];
if (!chosen)
  throw new Error(`There is no crash test of "${runName}": choose ${Object.keys(runs).join(', ')}.`);
process.exitCode = (await chosen()) ? 0 : 1;
