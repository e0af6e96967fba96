import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '../support/project-root.ts';
import { type CommandName, type DeviceCommands, replyMessage } from './device/rpc-types.ts';

/** Separates the random sequences of neighbouring seeds. */
const SEED_STEP = 0x9e3779b1;

/** Represents a simulated device in a child process; each call is a request message and a reply. */
export type DeviceProcess = {
  readonly [Name in CommandName]: (
    ...args: Parameters<DeviceCommands[Name]>
  ) => Promise<ReturnType<DeviceCommands[Name]>>;
} & { readonly stop: () => Promise<void> };

/**
 * Builds a device's program.
 * @param source the program's path in this project
 * @returns the path of the built one and a function that removes it
 */
export async function buildDevice(
  source = 'tests/chaos/device/program.ts',
): Promise<{ readonly program: string; readonly remove: () => void }> {
  const outDir = join(
    projectRoot,
    'node_modules',
    '.cache',
    `chaos-device-${process.pid}-${basename(source, '.ts')}`,
  );
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    build: {
      ssr: join(projectRoot, source),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      // Loading a part later would take real time.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return {
    program: join(outDir, `${basename(source, '.ts')}.js`),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}

/**
 * Starts a simulated device that calls the API at this origin.
 * @param start true time at its start, in milliseconds
 * @throws {Error} from any call whose command failed, with the stack of the child process
 */
export async function startDevice(
  program: string,
  origin: string,
  seed: number,
  start: number,
): Promise<DeviceProcess> {
  const env = {
    ...process.env,
    TZ: 'UTC',
    DEVICE_ORIGIN: origin,
    DEVICE_SEED: String(Math.imul(seed + 1, SEED_STEP)),
    DEVICE_START: String(start),
  };
  const child: ChildProcess = fork(program, { env, execArgv: [] });
  const pendingCalls = new Map<
    number,
    { resolve: (answer: unknown) => void; reject: (error: Error) => void }
  >();
  let lastNumber = 0;
  child.on('message', (message) => {
    const { number, answer, error } = replyMessage.parse(message);
    const pendingCall = pendingCalls.get(number);
    pendingCalls.delete(number);
    if (error === undefined) pendingCall?.resolve(answer);
    else pendingCall?.reject(new Error(error));
  });
  let exitError: Error | undefined;
  child.once('exit', (code) => {
    exitError = new Error(`The device process exited with ${code}`);
    for (const { reject } of pendingCalls.values()) reject(exitError);
  });
  const call = (name: CommandName, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (exitError) return reject(exitError);
      lastNumber += 1;
      pendingCalls.set(lastNumber, { resolve, reject });
      child.send({ number: lastNumber, name, args });
    });
  await new Promise<unknown>((resolve, reject) => pendingCalls.set(0, { resolve, reject }));
  const stop = async () => {
    if (exitError) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return new Proxy({ stop } as DeviceProcess, {
    get: (target, name) => {
      if (name === 'stop') return target.stop;
      // `await` reads `then`: the proxy must not look like a promise.
      if (name === 'then' || typeof name !== 'string') return undefined;
      return (...args: unknown[]) => call(name as CommandName, args);
    },
  });
}
