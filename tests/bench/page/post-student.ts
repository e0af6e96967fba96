import type { Tokens } from '#contract/account.ts';

/** One request that records a student, without an outbox. @throws {Error} when it is refused */
export async function postStudent({ access }: Tokens, name: string, key: string): Promise<void> {
  const answer = await fetch('/api/students/', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ name }),
  });
  await answer.json();
  if (!answer.ok) throw new Error(`Refused with ${answer.status}.`);
}
