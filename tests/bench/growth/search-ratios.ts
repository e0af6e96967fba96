import { resources } from '#contract/resources/registry.ts';
import { SEARCH_PATH } from '#contract/search.ts';
import { type Line, ms, timing } from '../measure.ts';
import type { BranchUnderBench } from './branch-under-bench.ts';
import { know } from './queries.ts';

const ROUNDS = 6;
const RUNS = 25;
/** Highest accepted ratio to a page of a list (decision 61). */
const MAX_RATIO = 2;

/** Compares the one search with the second page of the students' list, measured in turns on one connection. */
export async function searchRatios(branch: BranchUnderBench): Promise<Line[]> {
  const { rareName, firstName, phone, receipt } = await know(branch);
  const list = `${resources.student.path}?page=2`;
  const asking = branch.ask(1);
  const typed = {
    'a full name': rareName,
    'a common first name': firstName,
    'two letters': firstName.slice(0, 2),
    'a phone number': phone,
    'half a phone number': phone.slice(0, 6),
    'a receipt': receipt,
    'a code': 'S-0207',
    'nothing that exists': 'zzz yyy',
    'a name in other letters': 'Mona Mohamed',
  };
  try {
    const lines: Line[] = [];
    for (const [what, text] of Object.entries(typed)) {
      const paths = [`${SEARCH_PATH}?q=${encodeURIComponent(text)}`, list];
      const times = paths.map((): number[] => []);
      for (let round = 0; round < ROUNDS; round++) {
        for (const [side, path] of paths.entries()) {
          for (let run = 0; run < RUNS; run++) {
            const start = performance.now();
            await asking.get(path);
            if (run > 0) times[side]?.push(performance.now() - start);
          }
        }
      }
      const [ours, page] = times.map(timing);
      if (!ours || !page) throw new Error(`${what} was not measured.`);
      lines.push({
        what: `search for ${what}`,
        ours: ms(ours.median),
        peer: ms(page.median),
        ratio: ours.median / page.median,
        bar: MAX_RATIO,
        note: `${ms(ours.p99)} against ${ms(page.p99)}`,
      });
    }
    return lines;
  } finally {
    asking.end();
  }
}
