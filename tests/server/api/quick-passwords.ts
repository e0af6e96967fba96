import { vi } from 'vitest';

// To import before everything else: passwords are hashed as ever, but at the lowest cost there is, for tests that are about something else.
// What the product's hashes cost is tested in sign-in-work.test.ts.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  type Scrypt = typeof crypto.scrypt;
  const scrypt = ((password, salt, length, cost, done) =>
    crypto.scrypt(password, salt, length, { ...cost, N: 2 }, done)) as Scrypt;
  return { ...crypto, scrypt };
});
