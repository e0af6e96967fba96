import { afterEach, beforeEach, vi } from 'vitest';
import { type Device, flush, freshDevice } from './device.ts';

/**
 * Every test of this file or group has a fresh device, handed to `begin`. After each test its tabs are closed, and the clock, the
 * network and whatever else was stood in for are the real ones again.
 */
export function withDevice(begin: (device: Device) => void | Promise<void>): void {
  let device: Device | undefined;
  beforeEach(async () => {
    device = await freshDevice();
    await begin(device);
  });
  afterEach(async () => {
    // What was set going beside the test, such as a pass after a discard, would take the next device's rows for its own.
    await flush();
    device?.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
