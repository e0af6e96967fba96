import { parseArgs } from 'node:util';
import { runFailovers } from './failover.ts';
import { runKills } from './kills.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: '100' },
    database: { type: 'string', default: '20' },
    /** How often the primary is lost, with the word "failover". */
    failovers: { type: 'string', default: '6' },
    /** For how many seconds the database is frozen after that, without a promotion. */
    frozen: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
const isRight = positionals.includes('failover')
  ? await runFailovers({ count: Number(values.failovers), frozenSeconds: Number(values.frozen), seed })
  : await runKills({ server: Number(values.server), database: Number(values.database) }, seed);
process.exitCode = isRight ? 0 : 1;
