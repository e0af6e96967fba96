import { expect, it } from 'vitest';
import { SessionCheck } from '#server/http/authenticate.ts';

it('a session that ends while it is looked up is not trusted afterwards', async () => {
  const claim = { branchId: 1n, userId: 2n, session: 'one', generation: 0 };
  let isActive = true;
  let answer: () => void = () => {};
  const sessions = new SessionCheck(
    async () => {
      const found = new Map(
        isActive ? [[claim.session, { role: 'manager' as const, usedGeneration: 0 }]] : [],
      );
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return found;
    },
    async () => undefined,
  );
  const ask = async (meanwhile: () => void = () => {}) => {
    const asked = sessions.roleOf(claim);
    meanwhile();
    answer();
    return asked;
  };
  await ask(() => {
    isActive = false;
    sessions.forget(claim.session);
  });
  expect(await ask()).toBeUndefined();
  isActive = true;
  expect(await ask()).toBe('manager');
  expect(await sessions.roleOf(claim)).toBe('manager');
});
