import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { asWhom, findPrograms } from './debian-postgresql.ts';
import { inMemory } from './in-memory.ts';
import { childrenOf } from './processes.ts';
import { freePort } from './running-server.ts';

const READY_WITHIN_MS = 60_000;

/** One machine of the pair: a PostgreSQL of Debian's packages with a port and data of its own. */
export class PostgresNode {
  readonly name: string;
  readonly port: number;
  readonly log: string;
  readonly #pair: PostgresPair;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(pair: PostgresPair, name: string, port: number) {
    this.#pair = pair;
    this.name = name;
    this.port = port;
    this.#folder = join(pair.folder, name);
    this.log = join(this.#folder, 'log');
    mkdirSync(this.#folder, { mode: 0o711 });
    if (asWhom.uid !== undefined) chownSync(this.#folder, asWhom.uid, asWhom.gid);
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** The connection of its superuser, also where it is a standby. */
  get settings(): pg.ClientConfig {
    const { password } = this.#pair;
    return { host: '127.0.0.1', port: this.port, user: 'postgres', password, database: 'desk' };
  }

  /** Runs one of PostgreSQL's programs. @throws {Error} with what it said */
  #run(program: string, words: readonly string[]): void {
    const { programs, password } = this.#pair;
    const ran = spawnSync(join(programs, program), words, {
      ...asWhom,
      cwd: this.#folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PGPASSWORD: password, LC_ALL: 'C.UTF-8' },
    });
    if (ran.status !== 0)
      throw new Error(`${program} ${words.join(' ')}: ${ran.error ?? ''}${ran.stdout}${ran.stderr}`);
  }

  /** Creates its data, as a primary without a standby. */
  create(): void {
    const passwordFile = join(this.#pair.folder, 'password');
    this.#run('initdb', [
      '-D',
      this.#data,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--data-checksums',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ]);
    const rules =
      'host all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n';
    appendFileSync(join(this.#data, 'pg_hba.conf'), rules);
    // pg_rewind needs the log since the last checkpoint before the loss, also after it has recovered the old primary.
    appendFileSync(join(this.#data, 'postgresql.conf'), "wal_keep_size = '512MB'\n");
  }

  /** Starts it and waits until it accepts connections. */
  async start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.port,
      unix_socket_directories: '',
      // The name under which the other one knows it as a standby.
      cluster_name: this.name,
      max_connections: 100,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const words = [
      '--pdeathsig',
      'QUIT',
      '--',
      join(this.#pair.programs, 'postgres'),
      '-D',
      this.#data,
      ...options,
    ];
    const script = ['-c', `exec setpriv "$@" >>${this.log} 2>&1`, 'sh', ...words];
    const child = spawn('sh', script, { ...asWhom, cwd: this.#folder, stdio: 'ignore' });
    this.#child = child;
    for (const until = Date.now() + READY_WITHIN_MS; ; ) {
      try {
        await this.query('select', [], 'postgres');
        return;
      } catch (error) {
        if (Date.now() > until || child.exitCode !== null) throw new Error(this.tail(), { cause: error });
        await sleep(50);
      }
    }
  }

  /** Returns the last lines of its log. */
  tail(): string {
    return readFileSync(this.log, 'utf8').trim().split('\n').slice(-12).join('\n');
  }

  async query(text: string, values: unknown[] = [], database = 'desk'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ ...this.settings, database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Sends a signal to all of its processes, as a machine that stops, freezes or goes on. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return;
    for (const victim of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(victim, signal);
      } catch {
        // The child may have exited with its parent.
      }
    }
  }

  /** Kills it as a power cut does and waits for its end. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops it in order. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (signal === 'SIGKILL') this.signal(signal);
    else child.kill(signal);
    await ended;
  }

  /** Makes the standby the primary. It takes writes alone until it has a standby (see `demandStandby`). */
  async promote(): Promise<void> {
    await this.query('select pg_promote(true, 60)', [], 'postgres');
  }

  /** Creates its data as a copy of the primary's, and follows it. */
  async copyFrom(primary: PostgresNode): Promise<void> {
    rmSync(this.#data, { recursive: true, force: true });
    const words = [
      '-D',
      this.#data,
      '-d',
      this.#sourceOf(primary),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
    ];
    this.#run('pg_basebackup', words);
    await this.start();
  }

  /** Takes back what only it has, and follows the new primary (pg_rewind). It must have ended. */
  async rewindTo(primary: PostgresNode): Promise<void> {
    // Before it, PostgreSQL 15's pg_rewind takes the new primary for one of the old timeline, and does nothing.
    await primary.query('checkpoint');
    this.#run('pg_rewind', [
      '-D',
      this.#data,
      `--source-server=${this.#sourceOf(primary)}`,
      '-R',
      '--no-sync',
    ]);
    await this.start();
  }

  #sourceOf({ port }: PostgresNode): string {
    return `host=127.0.0.1 port=${port} user=postgres password=${this.#pair.password} dbname=postgres application_name=${this.name}`;
  }

  /** Acknowledges commits only when this standby has them, and waits until it does. */
  async demandStandby(standby: PostgresNode): Promise<void> {
    await this.query(`alter system set synchronous_standby_names to '${standby.name}'`, [], 'postgres');
    await this.query('select pg_reload_conf()', [], 'postgres');
    const state = `select from pg_stat_replication where application_name = $1 and sync_state = 'sync'`;
    for (
      const until = Date.now() + READY_WITHIN_MS;
      (await this.query(state, [standby.name], 'postgres')).length === 0;
    ) {
      if (Date.now() > until)
        throw new Error(`${standby.name} does not follow ${this.name}:\n${standby.tail()}`);
      await sleep(50);
    }
  }
}

/** A primary and a synchronous standby, on two ports of this machine. */
export class PostgresPair {
  readonly programs: string;
  readonly folder: string;
  readonly password = randomBytes(16).toString('hex');
  readonly #nodes: PostgresNode[] = [];

  private constructor() {
    this.programs = findPrograms();
    this.folder = mkdtempSync(join(inMemory, `replicated-postgresql-${process.pid}-`));
    chmodSync(this.folder, 0o711);
  }

  /**
   * Starts both, with a database `desk` of a user `desk` who is no superuser.
   * @throws {NoPostgresql} when there is none and none could be installed
   */
  static async start(): Promise<PostgresPair> {
    const pair = new PostgresPair();
    const passwordFile = join(pair.folder, 'password');
    appendFileSync(passwordFile, pair.password);
    try {
      const first = new PostgresNode(pair, 'a', await freePort());
      const second = new PostgresNode(pair, 'b', await freePort());
      pair.#nodes.push(first, second);
      first.create();
      await first.start();
      await first.query(
        `create role desk login createdb createrole password '${pair.password}'`,
        [],
        'postgres',
      );
      await first.query('create database desk owner desk', [], 'postgres');
      await second.copyFrom(first);
      await first.demandStandby(second);
      return pair;
    } catch (error) {
      await pair.remove();
      throw error;
    }
  }

  get nodes(): readonly [PostgresNode, PostgresNode] {
    const [first, second] = this.#nodes;
    if (!first || !second) throw new Error('The pair was not started.');
    return [first, second];
  }

  /** The address with both hosts, for DATABASE_URL. */
  get address(): string {
    const hosts = this.#nodes.map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://desk:${this.password}@${hosts.join(',')}/desk?target_session_attrs=read-write`;
  }

  async remove(): Promise<void> {
    for (const node of this.#nodes) await node.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
