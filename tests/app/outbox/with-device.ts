import { afterEach, beforeEach, vi } from 'vitest';
import { type Device, flush, freshDevice } from './device.ts';

/**
 * Gives every test of this file or group a fresh device. After each test its tabs are closed, and the clock,
 * the network and all mocks are restored.
 */
export function withDevice(begin: (device: Device) => void | Promise<void>): void {
  let device: Device | undefined;
  beforeEach(async () => {
    device = await freshDevice();
    await begin(device);
  });
  afterEach(async () => {
    // Work that the test did not await, such as a pass after a discard, would otherwise use the next device's
    // entries.
    await flush();
    device?.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
