import { execFile } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { projectRoot } from '../support/project-root.ts';
import type { Image } from './build-image.ts';

/** A machine with the program "docker" of this folder, and images in it. */
export interface StandIn {
  /** What the commands of a person get, with the program first on PATH. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes an image known; one without a root runs as it is on this machine. */
  readonly addImage: (name: string, image: Omit<Image, 'root'> & { readonly root?: string }) => void;
  /** Runs a line of a shell in a folder. @throws {Error} with its status as `code`, and what it printed in `stdout` and `stderr` */
  readonly sh: (line: string, folder: string) => Promise<string>;
}

/** @param port where the server of the container listens, in place of the port of its image */
export async function createStandIn(folder: string, port: number): Promise<StandIn> {
  const bin = path.join(folder, 'bin');
  // As one file it starts in a tenth of the time; a script calls it many times.
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: 'tests/image/docker.ts', outDir: bin, emptyOutDir: false, target: 'node20' },
  });
  const program = path.join(bin, 'docker.js');
  renameSync(program, path.join(bin, 'docker.mjs'));
  writeFileSync(
    path.join(bin, 'docker'),
    `#!/bin/sh\nexec '${process.execPath}' '${bin}/docker.mjs' "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const images: Record<string, object> = {};
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: process.env.HOME ?? '/root',
    STAND_IN: folder,
    STAND_IN_PORT: String(port),
  };
  return {
    env,
    addImage: (name, image) => {
      images[name] = image;
      writeFileSync(path.join(folder, 'images.json'), JSON.stringify(images));
    },
    sh: async (line, cwd) => (await promisify(execFile)('sh', ['-ec', line], { cwd, env })).stdout,
  };
}
