import { onTestFinished, vi } from 'vitest';

const now = performance.now.bind(performance);
let passed = 0;

/** Lets the time pass, until the end of the test, for which the servers in this process trust a session that they found. */
export function passTrustedTime(): void {
  passed += 10_000;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => {
    spy.mockRestore();
    passed = 0;
  });
}
