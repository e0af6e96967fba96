import { Readable } from 'node:stream';
import { parseName } from '#server/backups/backup-folder.ts';
import { type Copies, openCopies } from '#server/backups/copies/copies.ts';
import { writeNewFile } from '#server/backups/write-backup.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';
import { formatSize, formatTime, resolveFromCaller } from './backup-commands.ts';

const madeAt = (name: string) => formatTime(parseName(name)?.madeAt.toISOString() ?? '');

async function withCopies<T>(config: ServerConfig, work: (copies: Copies) => Promise<T>): Promise<T> {
  const { copy } = config.backups;
  if (copy === undefined) {
    throw new StartupError(
      'BACKUP_COPY is not set, so it is not known where copies are: set it as it was on the server that made them.',
    );
  }
  const copies = await openCopies(copy);
  try {
    return await work(copies);
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(reasonOf(error));
  }
}

/** Newest first; needs no database. */
export async function listCopies(config: ServerConfig): Promise<string> {
  return withCopies(config, async (copies) => {
    const names = await copies.list();
    if (names.length === 0) return 'There are no copies.';
    return ['Copies, newest first:', ...names.map((name) => `${madeAt(name)}  ${name}`)].join('\n');
  });
}

/** The newest copy without a name. Needs no database, so that it works on a new machine. */
export async function fetchCopy(
  {
    file,
    name,
    force,
  }: { readonly file: string; readonly name?: string | undefined; readonly force: boolean },
  config: ServerConfig,
): Promise<string> {
  const target = resolveFromCaller(file);
  return withCopies(config, async (copies) => {
    const wanted = name ?? (await copies.list())[0];
    if (wanted === undefined) throw new StartupError('There are no copies.');
    if (!parseName(wanted)) {
      throw new StartupError(`${wanted} is not the name of a backup: backup copies lists the names.`);
    }
    const size = await writeNewFile(target, () => [Readable.from(copies.read(wanted))], { force });
    return `Fetched the backup of ${madeAt(wanted)} to ${target} (${formatSize(size)}).`;
  });
}
