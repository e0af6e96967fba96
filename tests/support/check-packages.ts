import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { licenceProblems, lockedPackages } from './licences.ts';
import { projectRoot } from './project-root.ts';

/** Lists the licences of all packages, and asks the registry for known weaknesses. */
const print = (text: string) => process.stdout.write(`${text}\n`);

const packages = lockedPackages();
const byLicence = new Map<string, string[]>();
for (const { name, licence } of packages) byLicence.set(licence, [...(byLicence.get(licence) ?? []), name]);
for (const [licence, names] of [...byLicence].sort(([, one], [, other]) => other.length - one.length))
  print(`${String(names.length).padStart(5)}  ${licence}${names.length <= 5 ? `: ${names.join(', ')}` : ''}`);
const problems = licenceProblems(packages);
for (const problem of problems) print(`Not permissive: ${problem}`);

const report = z.object({
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
});

/** Returns how many packages have a known weakness; undefined if the registry does not answer that. */
function weaknesses(...words: string[]): number | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...words], { cwd: projectRoot, encoding: 'utf8' });
  try {
    return report.parse(JSON.parse(stdout)).metadata.vulnerabilities.total ?? 0;
  } catch {
    return undefined;
  }
}

const ofServer = weaknesses('--omit=dev');
const ofAll = ofServer === undefined ? undefined : weaknesses();
print(
  ofServer === undefined || ofAll === undefined
    ? 'Weaknesses are not known: the registry does not answer "npm audit" from here.'
    : `Packages with known weaknesses: ${ofServer} of the server, ${ofAll} in all. "npm audit" names them.`,
);
if (problems.length > 0 || ofServer) process.exitCode = 1;
