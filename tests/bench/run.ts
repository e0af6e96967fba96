import { signedInApi, signedInTokens } from '../support/api.ts';
import { benchBranches, fullLoad } from './branches/branches.ts';
import { endChildrenOnSignal, startServerOfBench } from './children.ts';
import { dayAtTheDesk } from './desk/day-at-the-desk.ts';
import { large, NEIGHBOURS } from './growth/branch-size.ts';
import { growth } from './growth/growth-ratios.ts';
import { interactions } from './interactions.ts';
import { table } from './measure.ts';
import { replaying, withBenchPage } from './replaying.ts';
import { starting } from './starting/starting.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function benchBrowser(): Promise<void> {
  const server = await startServerOfBench({ ACCESS_TOKEN_SECONDS: '3600', LOG_LEVEL: 'warn' });
  try {
    const pair = await signedInTokens(server.origin);
    const outbox = await withBenchPage(server.origin, (page) => replaying(page, pair));
    await manyStudents(server.origin);
    const lines = [...outbox, ...(await starting(server.origin)), ...(await interactions(server.origin))];
    print('In the browser (lower ratios are better)');
    print(`${table(lines)}\n`);
  } finally {
    await server.remove();
  }
}

async function manyStudents(origin: string): Promise<void> {
  const api = await signedInApi(origin);
  for (let number = 1; number <= 60; number++) await api.post('/students/', { name: `Student ${number}` });
}

async function benchGrowth(): Promise<void> {
  const all = (large.payments + (neighbours * large.payments) / 10).toLocaleString('en');
  print(
    `A branch of 100,000 payments on a server with ${neighbours + 1} branches and ${all} payments, against a branch of 1,000 payments alone; one request after the other`,
  );
  const headings = { ours: '100,000', peer: '1,000', note: 'p99' };
  const { bySize, reports } = await growth(neighbours, print);
  print(`${table(bySize, headings)}\n`);
  print('Reports of the large branch against its dashboard');
  print(`${table(reports, { ours: 'report', peer: 'dashboard', note: 'p99' })}\n`);
}

/** @throws {Error} if a task needs more taps than its bar, or cannot be finished */
async function benchDesk(): Promise<void> {
  const { table: taps, missed } = await dayAtTheDesk(print, tasks);
  print(
    'Tasks of a day at the desk: taps from the dashboard, typing apart, online and with the network cut in the middle',
  );
  print(`${taps}\n`);
  if (missed.length > 0) throw new Error(`Bars were missed:\n${missed.join('\n')}`);
}

async function benchManyBranches(): Promise<void> {
  print(
    `${load.branches} branches with 4 open tablets each on one database, ${load.writes} writes a second, ${load.seconds} s each`,
  );
  await benchBranches(load, print);
}

/** Selects the parts: `npm run bench` runs all; `-- growth`, `-- browser`, `-- desk` or `-- branches` runs one. */
const parts = {
  browser: benchBrowser,
  growth: benchGrowth,
  desk: benchDesk,
  branches: benchManyBranches,
};
endChildrenOnSignal();
const [first, ...rest] = process.argv.slice(2);
// Names of tasks, or parts of them, follow `desk`: `npm run bench -- desk remind "two different"`.
const tasks = first === 'desk' ? rest : [];
// The number of further branches may follow `growth`: `npm run bench -- growth 20`.
const neighbours = first === 'growth' && rest.length === 1 ? Number(rest[0]) : NEIGHBOURS;
// Branches, seconds and writes a second may follow `branches`: `npm run bench -- branches 50 10 100`.
const [branches, seconds, writes] = first === 'branches' ? rest.map(Number) : [];
const load = {
  branches: branches ?? fullLoad.branches,
  seconds: seconds ?? fullLoad.seconds,
  writes: writes ?? fullLoad.writes,
};
const isAlone = tasks.length > 0 || neighbours !== NEIGHBOURS || branches !== undefined;
const asked = first === undefined ? [] : isAlone ? [first] : [first, ...rest];
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`Unknown part "${unknown[0]}": choose ${Object.keys(parts).join(' or ')}.`);
for (const [name, bench] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) await bench();
}
