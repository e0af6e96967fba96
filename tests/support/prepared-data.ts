import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMemory } from './in-memory.ts';

/** Environment variables with the folders of a new server and of the demo, for the processes of one run. */
const PREPARED = { server: 'PREPARED_DATA_FOLDER', demo: 'PREPARED_DEMO_FOLDER' } as const;
type Program = keyof typeof PREPARED;
const NAME = 'branch-desk-';

/** Sets the folder whose copy is the start of each server's data, or of each demo's, in this run. */
export function startFromData(folder: string, program: Program = 'server'): void {
  process.env[PREPARED[program]] = folder;
}

export const isPrepared = (program: Program) => process.env[PREPARED[program]] !== undefined;

export const emptyFolder = () => mkdtempSync(join(tmpdir(), NAME));

/**
 * Creates a server's data folder: empty and on disk, or a copy of the run's prepared data in memory, where copying takes a tenth of the
 * time.
 * @throws {Error} when the prepared data can't be copied
 */
export function newDataFolder(program: Program = 'server'): string {
  const prepared = process.env[PREPARED[program]];
  if (prepared === undefined) return emptyFolder();
  const folder = mkdtempSync(join(inMemory, NAME));
  // Keeps the owner: PostgreSQL checks it.
  const { status, stderr } = spawnSync('cp', ['-a', `${prepared}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The prepared data could not be copied: ${stderr}`);
  return folder;
}
