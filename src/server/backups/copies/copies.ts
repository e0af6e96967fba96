import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { backupFile } from '#server/backups/backup-folder.ts';
import { messages } from '#server/backups/texts.en.ts';
import type { CopySettings } from '#server/platform/copy-settings.ts';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';
import { commandStore } from './copy-command.ts';
import { type CopyStore, s3Store } from './copy-store.ts';

type Bytes = ReadableStream<Uint8Array>;

/** Added to the name of a backup: the file is in the format of age, and its command decrypts it. */
const ENDING = '.age';

/** Milliseconds without a byte, or without the answer after the last one, until a copy is given up. */
const STALLED_AFTER_MS = 5 * 60_000;

/** Copies of the automatic backups in another place, encrypted (decision 156). At most some chunks are in memory. */
export interface Copies {
  /**
   * Sends a backup, fetches it back, decrypts it and compares checksums. Nothing is written to the disk.
   * @throws {Error} with a reason if the copy is not there afterwards as it should be
   */
  readonly copy: (file: string, signal: AbortSignal) => Promise<void>;
  /** Names of backups, newest first. */
  readonly list: () => Promise<string[]>;
  /**
   * The backup, decrypted. Use it only after the end was reached: the last chunk tells whether the copy is whole.
   * @throws {Error} if it is not there, was changed, or was encrypted with another key
   */
  readonly read: (name: string) => AsyncIterable<Uint8Array>;
}

/** Aborts when no byte has passed for a time. */
class StallWatch {
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly signal: AbortSignal;

  constructor(afterMs: number, also?: AbortSignal) {
    const stalled = () => this.#abort.abort(new Error(messages.copyStalled));
    this.#timer = setTimeout(stalled, afterMs);
    this.signal = also ? AbortSignal.any([this.#abort.signal, also]) : this.#abort.signal;
  }

  async *pass(bytes: AsyncIterable<Uint8Array>, hash?: Hash): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#timer.refresh();
      hash?.update(chunk);
      yield chunk;
    }
    this.#timer.refresh();
  }

  /** Ends connections and commands that are still open as well. */
  end(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }
}

const asStream = (bytes: AsyncIterable<Uint8Array>) => Readable.toWeb(Readable.from(bytes)) as Bytes;

/** @throws {StartupError} if the checksum within the key is wrong. It does not show the key. */
export async function openCopies(
  { place, key }: CopySettings,
  { stalledAfterMs = STALLED_AFTER_MS } = {},
): Promise<Copies> {
  // Loads in 0.1 s, for which a server without copies need not wait.
  const { Decrypter, Encrypter, identityToRecipient } = await import('age-encryption');
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()];
  try {
    decrypter.addIdentity(key);
    encrypter.addRecipient(await identityToRecipient(key));
  } catch {
    throw new StartupError(
      'BACKUP_COPY_KEY has a wrong checksum, so it was mistyped: compare it with the key as it was made.',
    );
  }
  const store: CopyStore = place.kind === 'store' ? s3Store(place) : commandStore(place);

  async function* decrypted(name: string, watch: StallWatch): AsyncGenerator<Uint8Array> {
    let broken: { readonly by: unknown } | undefined;
    const fetched = async function* () {
      try {
        yield* watch.pass(await store.fetch(`${name}${ENDING}`, watch.signal));
      } catch (error) {
        broken = { by: error };
        throw error;
      }
    };
    try {
      yield* await decrypter.decrypt(asStream(fetched()));
    } catch (error) {
      watch.signal.throwIfAborted();
      if (broken) throw broken.by;
      const isOfAnotherKey = /no identity matched/.test(reasonOf(error));
      throw new Error(isOfAnotherKey ? messages.copyOfAnotherKey({ name }) : messages.copyDiffers({ name }));
    }
  }

  return {
    async copy(file, signal) {
      const name = path.basename(file);
      const watch = new StallWatch(stalledAfterMs, signal);
      const source = createReadStream(file);
      try {
        const { size } = await stat(file);
        const [sent, back] = [createHash('sha256'), createHash('sha256')];
        const encrypted = await encrypter.encrypt(asStream(watch.pass(source, sent)));
        await store.send(`${name}${ENDING}`, encrypted, encrypted.size(size), watch.signal);
        for await (const chunk of decrypted(name, watch)) back.update(chunk);
        if (sent.digest('hex') !== back.digest('hex')) throw new Error(messages.copyDiffers({ name }));
      } finally {
        source.destroy();
        watch.end();
      }
    },

    async list() {
      const watch = new StallWatch(stalledAfterMs);
      try {
        const names = (await store.list(watch.signal)).filter((name) => name.endsWith(ENDING));
        return names
          .map((name) => name.slice(0, -ENDING.length))
          .filter((name) => backupFile('', name) !== undefined)
          .sort()
          .reverse();
      } finally {
        watch.end();
      }
    },

    async *read(name) {
      const watch = new StallWatch(stalledAfterMs);
      try {
        yield* decrypted(name, watch);
      } finally {
        watch.end();
      }
    },
  };
}

export async function newCopyKey(): Promise<string> {
  const { generateX25519Identity } = await import('age-encryption');
  return generateX25519Identity();
}
