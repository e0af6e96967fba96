import { describe, expect, it, vi } from 'vitest';
import type { Postmaster } from '#server/platform/postgres/postmaster.ts';
import { supervise } from '#server/platform/postgres/postmaster.ts';

function fakeServer() {
  let crash: (reason: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    crash = resolve;
  });
  const stop = vi.fn(async () => crash('stopped'));
  const server: Postmaster = { pid: 1, ended, stop };
  return { server, crash, stop };
}

const noPauses = { onCrash: undefined, onExit: undefined, pauses: [0, 0, 0] };

describe('the database supervisor', () => {
  it('gives up with the last error when the database does not restart', async () => {
    const first = fakeServer();
    const start = vi.fn().mockRejectedValue(new Error('no room on the disk'));
    const reason = new Promise((onExit) => {
      supervise(first.server, { ...noPauses, start, onExit });
    });
    first.crash('ended with SIGKILL');
    expect(await reason).toBe('no room on the disk');
    expect(start).toHaveBeenCalledTimes(3);
  });

  it('gives up on a database that crashes repeatedly', async () => {
    const first = fakeServer();
    const start = vi.fn(async () => {
      const next = fakeServer();
      next.crash('ended with code 1');
      return next.server;
    });
    const reason = new Promise((onExit) => {
      supervise(first.server, { ...noPauses, start, onExit });
    });
    first.crash('ended with SIGKILL');
    expect(await reason).toBe('ended with code 1');
    expect(start).toHaveBeenCalledTimes(3);
  });

  it('does not use up its attempts while a start is impossible, as on a full disk', async () => {
    const first = fakeServer();
    const second = fakeServer();
    let makeRoom: () => void = () => {};
    const room = new Promise<void>((resolve) => {
      makeRoom = resolve;
    });
    const onExit = vi.fn();
    const start = vi.fn(async () => second.server);
    const untilPossible = vi.fn(() => room);
    const stop = supervise(first.server, { ...noPauses, start, onExit, untilPossible });
    first.crash('ended with SIGABRT');
    await vi.waitFor(() => expect(untilPossible).toHaveBeenCalledTimes(1));
    expect(start).not.toHaveBeenCalled();
    makeRoom();
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1));
    await stop();
    expect(onExit).not.toHaveBeenCalled();
    expect(second.stop).toHaveBeenCalled();
  });

  it('stops a database that is starting when it is stopped itself', async () => {
    const first = fakeServer();
    const second = fakeServer();
    let arrive: (server: Postmaster) => void = () => {};
    const start = vi.fn(
      () =>
        new Promise<Postmaster>((resolve) => {
          arrive = resolve;
        }),
    );
    const stop = supervise(first.server, { ...noPauses, start });
    first.crash('ended with SIGKILL');
    await vi.waitFor(() => expect(start).toHaveBeenCalled());
    const stopped = stop();
    arrive(second.server);
    await stopped;
    expect(second.stop).toHaveBeenCalled();
  });

  it('does not treat an intended stop as a crash', async () => {
    const first = fakeServer();
    const onCrash = vi.fn();
    const start = vi.fn();
    await supervise(first.server, { ...noPauses, start, onCrash })();
    expect(onCrash).not.toHaveBeenCalled();
    expect(start).not.toHaveBeenCalled();
  });
});
