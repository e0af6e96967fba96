import { beforeEach, expect, it, vi } from 'vitest';
import { deviceName } from '#app/api/send-request.ts';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';

beforeEach(() => localStorage.clear());

it.each([
  ['an iPad that calls itself a Mac', 'Macintosh; Intel Mac OS X 10_15_7', 5, 'iPad'],
  ['an iPad that says so', 'iPad; CPU OS 16_4 like Mac OS X', 5, 'iPad'],
  ['a Mac', 'Macintosh; Intel Mac OS X 10_15_7', 0, 'Mac'],
  ['an Android tablet', 'Linux; Android 14; SM-X110', 5, 'Android'],
  ['something else', 'PlayStation', 1, 'Device'],
])('%s is named for what it is, and keeps its name', (_, system, maxTouchPoints, expected) => {
  vi.stubGlobal('navigator', { userAgent: `Mozilla/5.0 (${system}) ${SAFARI}`, maxTouchPoints });
  expect(deviceName()).toMatch(new RegExp(`^${expected} [0-9a-f]{4}$`));
  const named = deviceName();
  vi.stubGlobal('navigator', { userAgent: '', maxTouchPoints: 0 });
  expect(deviceName()).toBe(named);
});
