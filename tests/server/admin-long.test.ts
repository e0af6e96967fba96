import '../support/reset-modules.ts';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { AccountError } from '#server/accounts/administration.ts';
import { passwordMatches } from '#server/accounts/passwords.ts';
import { readCommand } from '#server/admin/commands.ts';
import { runCommand } from '#server/admin/run-command.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { readConfig } from '#server/platform/config.ts';
import { query } from './postgres/rows.ts';
import { run } from './programs.ts';
import { afterwards, temporaryFolder } from './temporary.ts';

// Compares with passwords that other processes have hashed.
vi.unmock('node:crypto');

const problem = (sentence: string | RegExp) => ({ problem: expect.stringMatching(sentence) });

describe('the arguments of the admin command', () => {
  it('are read into a command with its options', () => {
    expect(readCommand(['branch', 'add', '--name', ' Al Nour ', '--address=12 Nile St'])).toEqual({
      command: 'branch add',
      name: 'Al Nour',
      address: '12 Nile St',
    });
    expect(
      readCommand(['user', 'add', '--email', 'mona@alnour.eg', '--branch', 'Al Nour', '--manager']),
    ).toEqual({
      command: 'user add',
      email: 'mona@alnour.eg',
      branch: 'Al Nour',
      manager: true,
    });
    expect(
      readCommand(['user', 'password', '--email', 'mona@alnour.eg', '--password', 'new sesame']),
    ).toEqual({
      command: 'user password',
      email: 'mona@alnour.eg',
      password: 'new sesame',
    });
    expect(readCommand(['backup', 'desk.backup', '--force'])).toEqual({
      command: 'backup',
      file: 'desk.backup',
      force: true,
    });
    expect(readCommand(['backup', 'list'])).toEqual({ command: 'backup list' });
    expect(readCommand(['backup', 'copies'])).toEqual({ command: 'backup copies' });
    expect(readCommand(['backup', 'fetch', 'desk.backup', '--name', 'branch-desk-1'])).toEqual({
      command: 'backup fetch',
      file: 'desk.backup',
      name: 'branch-desk-1',
      force: false,
    });
    expect(readCommand(['reindex'])).toEqual({ command: 'reindex' });
    expect(readCommand(['restore', 'desk.backup'])).toEqual({ command: 'restore', file: 'desk.backup' });
  });

  it.each([
    [[], /^Say what to do\.$/],
    [['branch'], /^There is no command "branch"\.$/],
    [['branch', 'remove'], /^There is no command "branch remove"\.$/],
    [['branch', 'add', '--address', 'x'], /^--name is missing\.$/],
    [['branch', 'add', '--name', ' ', '--address', 'x'], /^--name is empty\.$/],
    [
      ['branch', 'add', '--name', 'n', '--address', 'x', '--email', 'a@b.co'],
      /^--email does not belong to "branch add"\.$/,
    ],
    [['user', 'add', '--email', 'mona', '--branch', 'b'], /^--email is not an email address\.$/],
    [['user', 'add', '--email', 'a@b.co', '--branch', 'b', '--password', 'short'], /at least 8 characters/],
    [['user', 'password', '--email', 'a@b.co', '--pasword', 'sesame 1'], /--pasword/],
    [['user', 'password', '--email'], /--email/],
    [['session', 'end'], /^Give --email or --id\.$/],
    [['backup', 'list', '--force'], /^--force does not belong to "backup list"\.$/],
    [['user', 'role', '--email', 'a@b.co', '--role', 'head'], /^--role is manager or staff\.$/],
    [['user', 'role', '--email', 'a@b.co'], /^--role is manager or staff\.$/],
    [
      ['user', 'disable', '--email', 'a@b.co', '--role', 'staff'],
      /^--role does not belong to "user disable"\.$/,
    ],
    [['backup'], /^Name the file\.$/],
    [['backup', 'fetch'], /^Name the file\.$/],
    [['backup', 'fetch', 'a', 'b'], /^There is no command "backup fetch a b"\.$/],
    [['backup', 'key', '--force'], /^--force does not belong to "backup key"\.$/],
    [['restore', ''], /^Name the file\.$/],
    [['restore', 'a', 'b'], /^There is no command "restore a b"\.$/],
    [['restore', 'a', '--force'], /^--force does not belong to "restore"\.$/],
  ])('%j are rejected with one sentence', (words, sentence) => {
    expect(readCommand(words)).toEqual(problem(sentence));
  });
});

describe.concurrent('the admin command', () => {
  it('prints its usage and exits with 2 on wrong arguments', async () => {
    const { code, output, errors } = await run('admin', {}, { words: ['user', 'remove'] }).ended;
    expect([code, output]).toEqual([2, '']);
    expect(errors).toMatch(/^There is no command "user remove"\.\n\nUsage: /);
  });

  it('makes a key for copies, also where the settings wait for it', async () => {
    const env = { BACKUP_COPY: 'copy.sh' };
    const { code, output } = await run('admin', env, { words: ['backup', 'key'] }).ended;
    expect(code).toBe(0);
    expect(() => readConfig({ ...env, BACKUP_COPY_KEY: output })).not.toThrow();
    const { errors } = await run('main', env).ended;
    expect(errors).toMatch(/^BACKUP_COPY needs a key to encrypt with: set BACKUP_COPY_KEY.*\.\n$/);
    const mistyped = `${output.trim().slice(0, -1)}${output.trim().endsWith('Q') ? 'P' : 'Q'}`;
    const refused = await run('main', { ...env, BACKUP_COPY_KEY: mistyped }).ended;
    expect([refused.code, refused.errors.trim().split('\n').length]).toEqual([1, 1]);
    expect(refused.errors).toMatch(/^BACKUP_COPY_KEY has a wrong checksum/);
    expect(refused.errors).not.toContain(mistyped);
  });

  it('creates a branch and a user without a server, then works beside a running one', async () => {
    const dataDir = path.join(temporaryFolder(), 'data');
    const admin = (words: string[], input?: string) =>
      run('admin', { DATA_DIR: dataDir }, { words, input }).ended;
    expect(await admin(['branch', 'add', '--name', 'Al Nour', '--address', '12 Nile St'])).toMatchObject({
      code: 0,
      output: 'Branch "Al Nour" was added.\n',
      errors: '',
    });

    const running = await openDatabase({ dataDir, databaseUrl: undefined });
    afterwards(running.stop);
    const hash = async () => {
      const [row] = await query(
        running.owner,
        "select password_hash from person where email = 'mona@alnour.eg'",
      );
      return (row as { password_hash: string } | undefined)?.password_hash;
    };
    const added = await admin([
      'user',
      'add',
      '--email',
      'mona@alnour.eg',
      '--password',
      'first sesame',
      '--branch',
      'al nour',
    ]);
    expect(added).toMatchObject({ code: 0, output: 'mona@alnour.eg can sign in now.\n' });
    expect(await passwordMatches('first sesame', await hash())).toBe(true);

    const changed = await admin(['user', 'password', '--email', 'Mona@alnour.eg'], 'second sesame\n');
    expect(changed).toMatchObject({ code: 0, output: 'Mona@alnour.eg has a new password.\n' });
    expect(JSON.parse(changed.errors)).toMatchObject({
      log: 'security',
      event: 'password-changed',
      by: 'command line',
    });
    expect(await passwordMatches('second sesame', await hash())).toBe(true);

    const common = await admin(['user', 'password', '--email', 'mona@alnour.eg'], 'Password123\n');
    expect(common).toMatchObject({ code: 1, errors: expect.stringMatching(/most common/) });
    await query(
      running.owner,
      `insert into session (branch_id, person_id, agent, expires_at)
       select branch_id, person_id, 'Safari/604.1 (iPad)', now() + interval '1 day' from app_user, generate_series(1, 2)`,
    );
    // The rest in this process: a start takes half a second.
    const config = readConfig({ DATA_DIR: dataDir });
    const say = async (...words: string[]) => {
      const command = readCommand(words);
      return 'problem' in command ? command.problem : runCommand(command, config);
    };
    const listed = await say('session', 'list');
    expect(listed.split('\n')).toHaveLength(2);
    expect(listed).toMatch(/^[\w-]{36} {2}mona@alnour\.eg {2}Safari on iPad {2}since 2/);
    const id = listed.slice(0, 36);
    expect(await say('session', 'end', '--id', id)).toBe('Signed out: 1 device.');
    await expect(say('session', 'end', '--id', id)).rejects.toThrow(AccountError);
    const rest = await admin(['session', 'end', '--email', 'Mona@alnour.eg']);
    expect(rest).toMatchObject({ code: 0, output: 'Signed out: 1 device.\n' });
    expect(JSON.parse(rest.errors)).toMatchObject({ event: 'session-ended', by: 'command line' });
    const add = ['user', 'add', '--branch', 'al nour', '--password', 'sesame street'];
    await say(...add, '--email', 'amr@alnour.eg', '--role', 'staff', '--first-name', 'Amr');
    await say(...add, '--email', 'old@alnour.eg', '--manager');
    await say('user', 'disable', '--email', 'OLD@alnour.eg');
    const reset = ['user', 'reset-factor', '--email', 'Amr@alnour.eg'];
    await expect(say(...reset)).rejects.toThrow('Amr@alnour.eg has no second factor.');
    await query(
      running.owner,
      `insert into totp (person_id, secret, last_step)
        select id, '\\x00', 0 from person where email = 'amr@alnour.eg'`,
    );
    expect(await say(...reset)).toMatch(/^Amr@alnour\.eg signs in with the password alone/);
    expect(await query(running.owner, 'select from totp')).toEqual([]);
    const lower = ['user', 'role', '--email', 'mona@alnour.eg', '--role', 'staff'];
    await expect(say(...lower)).rejects.toThrow(/only manager of the branch/);
    await say('user', 'role', '--email', 'amr@alnour.eg', '--role', 'manager');
    expect(await say('user', 'list', '--branch', 'al nour')).toBe(
      [
        'Al Nour  manager  amr@alnour.eg  Amr Staff',
        'Al Nour  manager  mona@alnour.eg  Branch Staff',
        'Al Nour  manager  old@alnour.eg  Branch Staff  disabled',
      ].join('\n'),
    );
    expect(await say('user', 'enable', '--email', 'old@alnour.eg')).toBe('old@alnour.eg can sign in again.');
  });

  it('backs up beside a running server, and restores without one', async () => {
    const folder = temporaryFolder();
    const known = { SETUP_EMAIL: 'head@alnour.eg', SETUP_PASSWORD: 'sesame-street', SETUP_BRANCH: 'Al Nour' };
    const first = { ...known, DATA_DIR: path.join(folder, 'first') };
    const second = { ...known, DATA_DIR: path.join(folder, 'second') };
    const admin = (env: NodeJS.ProcessEnv, ...words: string[]) =>
      run('admin', { ...env, INIT_CWD: folder }, { words }).ended;
    const server = run('main', first);
    await server.address();

    const file = path.join(folder, 'desk.backup');
    const made = await admin(first, 'backup', 'desk.backup');
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toMatch(/^Backed up \d+ rows to .*desk\.backup \(\d+ KB\)\.\n$/);
    const listWith = (env: NodeJS.ProcessEnv) => runCommand({ command: 'backup list' }, readConfig(env));
    expect(await listWith(second)).toBe(`There are no backups in ${second.DATA_DIR}/backups.`);
    const stored = path.join(folder, 'stored');
    mkdirSync(stored);
    copyFileSync(file, path.join(stored, 'branch-desk-20261122T000003Z-daily.backup'));
    expect(await listWith({ ...second, BACKUP_DIR: stored })).toMatch(
      /newest first:\n2026-11-22 00:00:03 UTC {2}daily {5}.* KB {2}not tried yet {2}branch-desk-2026.*$/,
    );

    // None of these waits for another one: the second refusal gives the running server three seconds to stop.
    const [again, inUse, restored] = await Promise.all([
      admin(first, 'backup', file),
      admin(first, 'restore', file),
      admin(second, 'restore', file),
    ]);
    expect(again).toMatchObject({
      code: 1,
      errors: `${file} is there already: choose another name, or replace it with --force.\n`,
    });
    expect(inUse).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/in use by another running server .*: stop that one first/),
    });
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.output).toMatch(
      /^Restored \d+ rows from the backup of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.\n$/,
    );
    const after = run('main', second);
    const login = await fetch(`${await after.address()}/api/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: known.SETUP_EMAIL, password: known.SETUP_PASSWORD }),
    });
    expect(login.status).toBe(200);
    expect(after.output()).not.toContain('First sign-in');
    for (const { child, ended } of [server, after]) {
      child.kill('SIGTERM');
      await ended;
    }
    expect(await admin(second, 'restore', file)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^This database is not empty: /),
    });
  });
});
