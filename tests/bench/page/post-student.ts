import type { Tokens } from '#contract/account.ts';

/** Posts a student without the outbox. @throws {Error} if it is rejected */
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
  if (!answer.ok) throw new Error(`Rejected with ${answer.status}.`);
}
