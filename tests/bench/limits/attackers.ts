import { setTimeout as sleep } from 'node:timers/promises';
import { Answers, ask, until } from './asking.ts';
import type { AttackReport } from './attack-report.ts';

/** Requests that the greedy user keeps open at once: more than may run and wait. */
const GREEDY_LANES = 40;
const SIGN_INS_A_MINUTE = 300;

/** The worst requests known: whole lists, searches with many matches, deep pages, orders without an index. */
const worst = [
  '/students/?no_pagination=true',
  '/students/?no_pagination=true&ordering=name&search=a',
  '/adult-course/?page=0&totals=true',
  '/history/?no_pagination=true&resource=student',
  '/history/?page=29999',
  '/history/?user=1&resource=student&page=15000',
  '/students/?search=a',
  '/students/?search=01',
  '/students/?search=a%20e%20i%20o%20u&ordering=-name',
  '/adult-course/?search=m&totals=true&ordering=student',
  '/book-payout/?search=e%201&ordering=-book',
  '/students/?page=9999&ordering=name',
  '/adult-course/?ordering=-student&page=500&created_after=2000-01-02',
  '/month/?no_pagination=true',
];

function signIn(origin: string, number: number): Promise<number> {
  const body = JSON.stringify({ email: `nobody${number}@example.com`, password: 'not a password' });
  return fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}

/** Keeps the server as busy as one user and one outsider can. */
async function attack(origin: string, greedy: string, end: number): Promise<AttackReport> {
  const [asked, signIns] = [new Answers(), new Answers()];
  const lanes = Array.from({ length: GREEDY_LANES }, (_, lane) =>
    until(end, async (run) => {
      const path = worst[(lane + run) % worst.length] ?? '';
      const said = await ask(origin, path, greedy, lane % 10 === 9);
      asked.add(said);
      if (said.status === 429) await sleep(20);
    }),
  );
  const pending: Promise<void>[] = [];
  const outsider = until(end, async (run) => {
    pending.push(signIn(origin, run).then((status) => signIns.add({ status, whole: true })));
    await sleep(60_000 / SIGN_INS_A_MINUTE);
  });
  await Promise.all([...lanes, outsider]);
  await Promise.all(pending);
  return { asked: String(asked), signIns: String(signIns) };
}

const [, , origin = '', access = '', milliseconds = '0'] = process.argv;
process.send?.(await attack(origin, access, performance.now() + Number(milliseconds)));
