import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const question = z.object({ name: z.string(), given: z.unknown() });
const answer = z.union([z.object({ result: z.unknown() }), z.object({ error: z.string() })]);

export interface ClientProcess {
  /** @throws {Error} that the process met */
  readonly ask: <T>(name: string, given: unknown, result: z.ZodType<T>) => Promise<T>;
  readonly end: () => Promise<void>;
}

export function startClients(program: string): ClientProcess {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)));
  const ended = once(child, 'exit');
  const left = ended.then(() => Promise.reject(new Error(`${program} has ended.`)));
  left.catch(() => undefined);
  return {
    async ask(name, given, result) {
      const arrived = once(child, 'message');
      child.send({ name, given });
      const [message] = await Promise.race([arrived, left]);
      const said = answer.parse(message);
      if ('error' in said) throw new Error(`${program}: ${said.error}`);
      return result.parse(said.result);
    },
    async end() {
      child.kill();
      await ended;
    },
  };
}

/** In a process of clients: answers the questions of the bench, and ends with it. */
export function answerParent(answers: Readonly<Record<string, (given: unknown) => Promise<unknown>>>): void {
  process.on('message', async (message) => {
    const { name, given } = question.parse(message);
    try {
      process.send?.({ result: (await answers[name]?.(given)) ?? null });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}
