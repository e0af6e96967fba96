import { queueRequests, runUntilIdle } from './request-queue.ts';
import { commandMessage, type DeviceCommands } from './rpc-types.ts';
import { passTime } from './simulated-clock.ts';

/** What a person's action takes, in milliseconds. */
const ACTION_MS = 1_000;

export type DeviceImplementation = {
  readonly [Name in keyof DeviceCommands]: (...args: Parameters<DeviceCommands[Name]>) => unknown;
};

export function serveCommands(seed: number, device: DeviceImplementation): void {
  queueRequests(seed);
  const commands = new Map<string, (...args: never[]) => unknown>(Object.entries(device));
  process.on('message', (message) => {
    const { number, name, args } = commandMessage.parse(message);
    runUntilIdle(`${name}(${args.join()})`, () => {
      const command = commands.get(name);
      if (!command) throw new Error(`Unknown command: ${name}`);
      passTime(ACTION_MS);
      return command(...(args as never[]));
    }).then(
      (answer) => process.send?.({ number, answer }),
      (error: unknown) =>
        process.send?.({
          number,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    );
  });
  process.send?.({ number: 0 });
}
