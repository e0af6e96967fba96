import { commandMessage } from './rpc-types.ts';
import { device, queueRequests, quiet } from './simulated-device.ts';

/** Carries out each order that comes in and replies with what came of it. */
export function serveCommands(seed: number): void {
  queueRequests(seed);
  const deeds = new Map<string, (...words: never[]) => unknown>(Object.entries(device));
  process.on('message', (message) => {
    const { number, name, words } = commandMessage.parse(message);
    const deed = deeds.get(name);
    const carriedOut = deed
      ? Promise.resolve()
          .then(() => deed(...(words as never[])))
          .finally(quiet)
      : Promise.reject(new Error(`No such order: ${name}`));
    carriedOut.then(
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
