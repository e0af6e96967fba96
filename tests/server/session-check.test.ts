import { expect, it } from 'vitest';
import { UTC } from '#contract/days.ts';
import { SessionCheck } from '#server/http/authenticate.ts';

it('a session that ends while it is looked up is not trusted afterwards', async () => {
  const claim = { branchId: 1n, userId: 2n, session: 'one', generation: 0 };
  const active = { personId: 3n, role: 'manager' as const, usedGeneration: 0, calendar: UTC };
  let isActive = true;
  let answer: () => void = () => {};
  const sessions = new SessionCheck(
    async () => {
      const found = isActive ? active : undefined;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return found;
    },
    async () => undefined,
  );
  const ask = async (meanwhile: () => void = () => {}) => {
    const asked = sessions.find(claim);
    meanwhile();
    answer();
    return asked;
  };
  await ask(() => {
    isActive = false;
    sessions.forgetBranch(claim.branchId);
  });
  expect(await ask()).toBeUndefined();
  isActive = true;
  expect(await ask()).toMatchObject(active);
  expect(await sessions.find(claim)).toMatchObject(active);
});
