import { readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';

const PREFIX = 'in-use-';

/** A socket, because the system closes it with the process. A folder that cannot have one is not built by others. */
export function holdBuild(folder: string): () => Promise<void> {
  const held = createServer((socket) => socket.destroy());
  held.on('error', () => undefined);
  held.listen(path.join(folder, `${PREFIX}${process.pid}`)).unref();
  return () => new Promise((resolve) => held.close(() => resolve()));
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = connect(socket);
    asked.once('connect', () => resolve(true)).once('error', () => resolve(false));
    asked.once('connect', () => asked.destroy());
  });
}

export async function isBuildInUse(folder: string): Promise<boolean> {
  const sockets = readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => path.join(folder, name));
  for (const socket of sockets) {
    if (await answers(socket)) return true;
    rmSync(socket, { force: true });
  }
  return false;
}
