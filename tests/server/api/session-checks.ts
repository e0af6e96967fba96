import { onTestFinished, vi } from 'vitest';

/** Lets the time pass, until the end of the test, for which the servers in this process trust a session that they found. */
export function passTrustedTime(): void {
  const now = performance.now.bind(performance);
  const passed = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  onTestFinished(() => passed.mockRestore());
}
