import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { installPackages } from '../support/debian-packages.ts';
import { asWhom, findPrograms } from '../support/debian-postgresql.ts';
import { inMemory } from '../support/in-memory.ts';
import { childrenOf } from '../support/processes.ts';
import { projectRoot } from '../support/project-root.ts';
import { freePort } from '../support/running-server.ts';

const READY_WITHIN_MS = 120_000;
const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
};
const configured = (file: string) => join(projectRoot, 'deploy/failover', file);

/** A program that ends with this process, and writes to a log of its own. */
function launch(folder: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const log = openSync(join(folder, 'log'), 'a');
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', ...words], {
    ...asWhom,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended, perhaps with its parent.
    }
  }
}

const withDescendants = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withDescendants)];

/** Repeats an attempt until it has a result. @throws {Error} with the failure's text after READY_WITHIN_MS */
async function poll<T>(attempt: () => Promise<T | undefined>, failure: () => string): Promise<T> {
  for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(100)) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (Date.now() > until) throw new Error(failure());
  }
}

type Role = 'primary' | 'sync';

export interface Roles {
  readonly primary: DatabaseMachine;
  readonly standby: DatabaseMachine;
}

export class DatabaseMachine {
  readonly name: string;
  readonly #folder: string;
  readonly #ports: { readonly postgres: number; readonly patroni: number };
  readonly #env: NodeJS.ProcessEnv;
  #patroni: ChildProcess | undefined;

  constructor(
    name: string,
    folder: string,
    ports: { postgres: number; patroni: number },
    shared: NodeJS.ProcessEnv,
  ) {
    this.name = name;
    this.#folder = folder;
    this.#ports = ports;
    const address = `127.0.0.1:${ports.postgres}`;
    const restApi = `127.0.0.1:${ports.patroni}`;
    this.#env = {
      ...shared,
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: restApi,
      PATRONI_RESTAPI_CONNECT_ADDRESS: restApi,
      PATRONI_POSTGRESQL_LISTEN: address,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    };
  }

  start(): void {
    const settings = readFileSync(configured('patroni.yml'), 'utf8').trimEnd();
    const configFile = join(this.#folder, 'config.yml');
    // Its parameters come last: Debian's folder of sockets belongs to the user postgres.
    writeFileSync(configFile, `${settings}\n    unix_socket_directories: ${this.#folder}\n`);
    chmodSync(configFile, 0o644);
    this.#patroni = launch(this.#folder, [PROGRAMS.patroni, configFile], this.#env);
  }

  /** Whether Patroni says that this is the primary, or the standby that has every acknowledged commit. */
  async is(role: Role): Promise<boolean> {
    const url = `http://127.0.0.1:${this.#ports.patroni}/${role}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    return answer?.status === 200;
  }

  async until(role: Role): Promise<void> {
    const failure = () => `${this.name} did not become ${role}:\n${this.tail()}`;
    await poll(async () => {
      if (await this.is(role)) return true;
      if (this.#patroni?.exitCode) throw new Error(failure());
      return undefined;
    }, failure);
  }

  tail(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8').trim().split('\n').slice(-40).join('\n');
  }

  #pids(): number[] {
    const pidFile = join(this.#folder, 'data', 'postmaster.pid');
    const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
    const patroni = this.#patroni?.exitCode === null ? (this.#patroni.pid ?? 0) : 0;
    return [patroni, postmaster]
      .filter((pid) => pid > 0 && existsSync(`/proc/${pid}`))
      .flatMap(withDescendants);
  }

  /** Has the standby take over in order, as before work on this machine. */
  async switchOver(): Promise<void> {
    const words = ['-c', join(this.#folder, 'config.yml'), 'switchover', '--force'];
    const env = { ...this.#env, LC_ALL: 'C.UTF-8' };
    await promisify(execFile)('/usr/bin/patronictl', words, { ...asWhom, cwd: this.#folder, env });
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    signalAll(this.#pids(), signal);
  }

  /** Kills all of its processes, as a power cut does, and waits for their end. */
  async kill(): Promise<void> {
    const pids = this.#pids();
    signalAll(pids, 'SIGKILL');
    while (pids.some((pid) => existsSync(`/proc/${pid}/exe`))) await sleep(10);
    this.#patroni = undefined;
  }
}

/** Two machines of a database under Patroni, with etcd and HAProxy, on ports of this machine (decision 139). */
export class PatroniCluster {
  readonly #folder: string;
  readonly #password = randomBytes(16).toString('hex');
  readonly #helpers: ChildProcess[] = [];
  readonly #machines: DatabaseMachine[] = [];
  #port = 0;

  private constructor() {
    this.#folder = mkdtempSync(join(inMemory, `patroni-${process.pid}-`));
    chmodSync(this.#folder, 0o711);
  }

  /** Starts everything, with a database of a user who is no superuser. Missing packages of Debian are installed. */
  static async start(): Promise<PatroniCluster> {
    const programs = findPrograms();
    const missing = Object.entries(PROGRAMS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
    const failure = missing.length > 0 ? installPackages(...missing) : undefined;
    if (failure) throw new Error(failure);
    const cluster = new PatroniCluster();
    try {
      await cluster.#start(programs);
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  #newFolder(name: string): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { mode: 0o700 });
    if (asWhom.uid !== undefined) chownSync(folder, asWhom.uid, asWhom.gid);
    return folder;
  }

  async #start(programs: string): Promise<void> {
    const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
    const etcd = this.#newFolder('etcd');
    this.#helpers.push(
      launch(etcd, [PROGRAMS['etcd-server']], {
        ETCD_NAME: 'c',
        // Before 3.0.3, Patroni overwrites another machine's leader key through etcd's v3 API (decision 139).
        ETCD_ENABLE_V2: 'true',
        ETCD_DATA_DIR: join(etcd, 'data'),
        ETCD_LISTEN_CLIENT_URLS: clients,
        ETCD_ADVERTISE_CLIENT_URLS: clients,
        ETCD_LISTEN_PEER_URLS: peers,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
        ETCD_INITIAL_CLUSTER: `c=${peers}`,
      }),
    );
    const shared = {
      PATH: `${programs}:${process.env.PATH}`,
      PATRONI_ETCD_HOSTS: clients?.replace('http://', ''),
      PATRONI_POSTGRESQL_BIN_DIR: programs,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: this.#password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: this.#password,
    };
    const ports = [];
    for (const name of ['a', 'b']) {
      const machinePorts = { postgres: await freePort(), patroni: await freePort() };
      ports.push(machinePorts);
      this.#machines.push(new DatabaseMachine(name, this.#newFolder(name), machinePorts, shared));
    }
    this.#port = await freePort();
    this.#helpers.push(
      launch(this.#newFolder('haproxy'), [PROGRAMS.haproxy, '-db', '-f', configured('haproxy.cfg')], {
        LISTEN: `127.0.0.1:${this.#port}`,
        DB_A: `127.0.0.1:${ports[0]?.postgres}`,
        DB_A_PATRONI: String(ports[0]?.patroni),
        DB_B: `127.0.0.1:${ports[1]?.postgres}`,
        DB_B_PATRONI: String(ports[1]?.patroni),
      }),
    );
    const [first, second] = this.machines;
    first.start();
    await first.until('primary');
    second.start();
    await second.until('sync');
    await this.#createDatabase();
  }

  /** Through HAProxy, as an administrator does it; it takes a moment until it has found the primary. */
  async #createDatabase(): Promise<void> {
    for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(200)) {
      const client = new pg.Client({
        ...this.superuser,
        database: 'postgres',
        connectionTimeoutMillis: 5_000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query(`create role desk login createdb createrole password '${this.#password}'`);
        await client.query('create database desk owner desk');
        return;
      } catch (error) {
        if (Date.now() > until || error instanceof pg.DatabaseError) throw error;
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  async roles(): Promise<Roles> {
    const [a, b] = this.machines;
    const both = [
      { primary: a, standby: b },
      { primary: b, standby: a },
    ];
    return poll(
      async () => {
        for (const roles of both)
          if ((await roles.primary.is('primary')) && (await roles.standby.is('sync'))) return roles;
        return undefined;
      },
      () => `There is no primary with a synchronous standby:\n${a.name}: ${a.tail()}\n${b.name}: ${b.tail()}`,
    );
  }

  get machines(): readonly [DatabaseMachine, DatabaseMachine] {
    const [first, second] = this.#machines;
    if (!first || !second) throw new Error('The cluster was not started.');
    return [first, second];
  }

  get superuser(): pg.ClientConfig {
    return {
      host: '127.0.0.1',
      port: this.#port,
      user: 'postgres',
      password: this.#password,
      database: 'desk',
    };
  }

  /** The address of HAProxy, for DATABASE_URL. */
  get address(): string {
    return `postgres://desk:${this.#password}@127.0.0.1:${this.#port}/desk`;
  }

  async remove(): Promise<void> {
    for (const machine of this.#machines) await machine.kill();
    for (const helper of this.#helpers) {
      if (helper.exitCode !== null || helper.signalCode !== null) continue;
      const ended = once(helper, 'exit');
      helper.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
