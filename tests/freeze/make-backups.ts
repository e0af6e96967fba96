import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { branchUnderBench } from '../bench/growth/branch-under-bench.ts';
import { administer } from '../support/extra-users.ts';
import { firstUser, prepareDemo } from '../support/running-server.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: tsx tests/freeze/make-backups.ts FOLDER');
const into = resolve(folder);
mkdirSync(into, { recursive: true });

const demo = await prepareDemo();
try {
  administer({ dataDir: demo.dataDir }, ['backup', join(into, 'demo.backup')]);
} finally {
  demo.remove();
}

const large = await branchUnderBench({ payments: 100_000, students: 4_500, months: 120 });
try {
  const staff = ['--email', 'staff@example.com', '--branch', firstUser.branch, '--role', 'staff'];
  administer(large.server, ['user', 'add', ...staff], `${firstUser.password}\n`);
  administer(large.server, ['backup', join(into, 'large.backup')]);
} finally {
  await large.remove();
}
process.stdout.write(`${into}: demo.backup, large.backup\n`);
