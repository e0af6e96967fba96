import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messages } from '#server/backups/texts.en.ts';
import type { CommandSettings } from '#server/platform/copy-settings.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import type { CopyStore } from './copy-store.ts';

type Task = 'send' | 'fetch' | 'list';

/** What programs need of the system, and settings of the command's own. No secret of the server. */
const HANDED_ON =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TMP|TEMP|SSH_AUTH_SOCK|XDG_\w+|(https?|no|all)_proxy|SYSTEMROOT|COMSPEC|PATHEXT|USERPROFILE|(LOCAL)?APPDATA|COPY_\w+)$/i;

const MAX_REASON_CHARACTERS = 200;

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1)?.trim() ?? '';
  return line.slice(0, MAX_REASON_CHARACTERS);
}

/** With its own children: the programs of a pipeline of the shell too. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * A command of the owner's, run by the shell: COPY_TASK tells it what to do (`send`, `fetch`, `list`) and COPY_NAME
 * with which copy. It reads a copy on standard input, and writes a copy or one name a line on standard output.
 */
export function commandStore({ command }: CommandSettings): CopyStore {
  function start(task: Task, name: string, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const inherited = Object.entries(process.env).filter(([variable]) => HANDED_ON.test(variable));
    const child = spawn(command, {
      shell: true,
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== 'win32',
      stdio: 'pipe',
      env: { ...Object.fromEntries(inherited), COPY_TASK: task, COPY_NAME: name },
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-2000);
    });
    const end = () => endGroup(child);
    signal?.addEventListener('abort', end, { once: true });
    const closed = once(child, 'close').finally(() => signal?.removeEventListener('abort', end));
    // It is awaited only after the streams.
    closed.catch(() => undefined);
    const succeeded = async () => {
      const [code, killedBy] = await closed;
      signal?.throwIfAborted();
      if (code === 0) return;
      throw new Error(
        messages.copyCommandFailed({ code: String(code ?? killedBy), reason: lastLine(output) || '–' }),
      );
    };
    return { child, succeeded, end };
  }

  async function* outputOf(task: Task, name: string, signal: AbortSignal | undefined) {
    const { child, succeeded, end } = start(task, name, signal);
    child.stdin.on('error', () => undefined).end();
    try {
      yield* child.stdout as AsyncIterable<Buffer>;
      await succeeded();
    } finally {
      end();
    }
  }

  return {
    async send(name, body, _size, signal) {
      const { child, succeeded, end } = start('send', name, signal);
      child.stdout.resume();
      try {
        await pipeline(Readable.fromWeb(body), child.stdin as Writable);
      } catch (error) {
        // A command that reads no further tells with its end why. Otherwise it must not take what it has for a whole copy.
        if (codeOf(error) !== 'EPIPE' && codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') {
          end();
          signal?.throwIfAborted();
          throw error;
        }
      }
      await succeeded();
    },

    fetch: async (name, signal) => outputOf('fetch', name, signal),

    async list(signal) {
      let text = '';
      for await (const chunk of outputOf('list', '', signal)) text += chunk.toString();
      return text.split('\n').map((line) => line.trim());
    },
  };
}
