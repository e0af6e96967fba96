import { randomUUID } from 'node:crypto';
import { resourceOf } from '#contract/resources/registry.ts';
import { prepareEnrolment } from '../e2e/prepared-enrolment.ts';
import { signedInApi, signedInTokens } from '../support/api.ts';
import { startServerOfBench } from './children.ts';
import { type Line, ms, timing } from './measure.ts';

const WARM_UP = 100;
const ROUNDS = 600;
const MAX_RATIO = 1.15;

/**
 * Compares a change that names the values that it was made upon with the same change without them (decision 41). Both send the whole
 * record, as the form does; the rounds alternate, and so does which of the two comes first.
 */
export async function changing(): Promise<Line[]> {
  const server = await startServerOfBench({ ACCESS_TOKEN_SECONDS: '3600', LOG_LEVEL: 'warn' });
  try {
    const api = await signedInApi(server.origin);
    const { access } = await signedInTokens(server.origin);
    const enrolment = { student: 'Changed Often', receipt: '1', price: '100', paid: '50' };
    const { id } = await prepareEnrolment(api, enrolment);
    const { path } = resourceOf('adult-course');
    const url = `${server.origin}/api${path}${String(id)}/`;
    const record = (await api.all(path)).find((one) => one.id === id);
    if (!record) throw new Error('The enrolment is not listed.');
    const times = { merged: [] as number[], whole: [] as number[] };
    let notes: unknown = record.notes ?? null;

    const change = async (kind: keyof typeof times, next: string, counts: boolean) => {
      const body = { ...record, notes: next, ...(kind === 'merged' && { base: { notes } }) };
      const startedAt = performance.now();
      const answer = await fetch(url, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${access}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify(body),
      });
      await answer.text();
      if (!answer.ok) throw new Error(`A change was answered with ${answer.status}`);
      if (counts) times[kind].push(performance.now() - startedAt);
      notes = next;
    };

    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const order = round % 2 === 0 ? (['merged', 'whole'] as const) : (['whole', 'merged'] as const);
      for (const kind of order) await change(kind, `${kind} ${round}`, round >= WARM_UP);
    }
    const [merged, whole] = [timing(times.merged), timing(times.whole)];
    return [
      {
        what: 'a change with its base, against the same without',
        ours: ms(merged.median),
        peer: ms(whole.median),
        ratio: merged.median / whole.median,
        bar: MAX_RATIO,
      },
    ];
  } finally {
    await server.remove();
  }
}
