import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '../architecture/source-tree.ts';
import { type CommandName, type DeviceCommands, replyMessage } from './device/rpc-types.ts';

/** Neighbouring seeds must not draw the same ids a little later. */
const FAR_APART = 0x9e3779b1;

/** A tablet that obeys, from another process: each order is a message there and a message back. */
export type DeviceProcess = {
  readonly [Name in CommandName]: (
    ...words: Parameters<DeviceCommands[Name]>
  ) => Promise<ReturnType<DeviceCommands[Name]>>;
} & { readonly end: () => Promise<void> };

/** Builds the device's program once. @returns its path, and how to remove it. */
export async function buildDevice(): Promise<{ readonly program: string; readonly remove: () => void }> {
  const outDir = join(projectRoot, 'node_modules', '.cache', `chaos-device-${process.pid}`);
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    build: {
      ssr: join(projectRoot, 'tests/chaos/device/program.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
    },
  });
  return {
    program: join(outDir, 'program.js'),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}

/**
 * Starts a tablet that speaks to the API at this origin.
 * @throws {Error} from any order that failed there, with its stack
 */
export async function startDevice(program: string, origin: string, seed: number): Promise<DeviceProcess> {
  const env = { ...process.env, DEVICE_ORIGIN: origin, DEVICE_SEED: String(Math.imul(seed + 1, FAR_APART)) };
  const child: ChildProcess = fork(program, { env, execArgv: [] });
  const waiting = new Map<number, { done: (answer: unknown) => void; failed: (error: Error) => void }>();
  let serial = 0;
  child.on('message', (message) => {
    const { number, answer, error } = replyMessage.parse(message);
    const one = waiting.get(number);
    waiting.delete(number);
    if (error === undefined) one?.done(answer);
    else one?.failed(new Error(error));
  });
  let ended: Error | undefined;
  child.once('exit', (code) => {
    ended = new Error(`The device ended with ${code}`);
    for (const { failed } of waiting.values()) failed(ended);
  });
  const tell = (name: CommandName, words: readonly unknown[]) =>
    new Promise<unknown>((done, failed) => {
      if (ended) return failed(ended);
      serial += 1;
      waiting.set(serial, { done, failed });
      child.send({ number: serial, name, words });
    });
  await new Promise<unknown>((done, failed) => waiting.set(0, { done, failed }));
  const end = async () => {
    if (ended) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return new Proxy({ end } as DeviceProcess, {
    get: (own, name) => {
      if (name === 'end') return own.end;
      // A promise's `then` is asked for by `await`: a device is none.
      if (name === 'then' || typeof name !== 'string') return undefined;
      return (...words: unknown[]) => tell(name as CommandName, words);
    },
  });
}
