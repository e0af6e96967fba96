import { vi } from 'vitest';

// Lowers the cost of password hashes, for tests that are about something else. The real cost is tested in sign-in-work.test.ts.
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  type Scrypt = typeof crypto.scrypt;
  const scrypt = ((password, salt, length, cost, done) =>
    crypto.scrypt(password, salt, length, { ...cost, N: 2 }, done)) as Scrypt;
  return { ...crypto, scrypt };
});
