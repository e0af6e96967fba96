import { commandMessage } from './rpc-types.ts';
import { device, queueRequests, waitUntilIdle } from './simulated-device.ts';

/** Executes each received command and replies with its result. */
export function serveCommands(seed: number): void {
  queueRequests(seed);
  const commands = new Map<string, (...args: never[]) => unknown>(Object.entries(device));
  process.on('message', (message) => {
    const { number, name, args } = commandMessage.parse(message);
    const command = commands.get(name);
    const result = command
      ? Promise.resolve()
          .then(() => command(...(args as never[])))
          .finally(waitUntilIdle)
      : Promise.reject(new Error(`Unknown command: ${name}`));
    result.then(
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
