import { generateKeyPairSync } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFolder, readConfig, settingNames, tokenSecret } from '#server/platform/config.ts';
import { unknownSettings } from '#server/platform/unknown-settings.ts';
import { temporaryFolder } from './temporary.ts';

describe('the environment', () => {
  it('needs no variable: every setting has a default', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      databasePoolSize: 10,
      tokenSecret: undefined,
      accessTokenSeconds: 300,
      refreshTokenSeconds: 1_209_600,
      setup: { branch: 'Main branch', email: 'admin@branch.local', password: undefined },
      tls: undefined,
      trustProxy: false,
      mail: undefined,
      publicUrl: undefined,
      oidc: undefined,
      logLevel: 'info',
      apiOrigin: undefined,
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', SETUP_PASSWORD: '', TLS_CERT: '' })).toEqual(
      readConfig({}),
    );
  });

  it('overrides the defaults with set variables', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      DATA_DIR: '/var/lib/desk',
      DATABASE_URL: 'postgresql://desk@db/desk',
      DATABASE_POOL_SIZE: '40',
      SETUP_EMAIL: ' head@alnour.eg ',
      ACCESS_TOKEN_SECONDS: '60',
      VITE_API_URL: 'https://api.alnour.eg/v1',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '::',
      dataDir: '/var/lib/desk',
      databaseUrl: 'postgresql://desk@db/desk',
      databasePoolSize: 40,
      setup: { email: 'head@alnour.eg' },
      accessTokenSeconds: 60,
      apiOrigin: 'https://api.alnour.eg',
    });
  });

  it.each([
    ['true', true],
    ['FALSE', false],
    ['2', 2],
    ['loopback, 10.0.0.0/8,::1', 'loopback,10.0.0.0/8,::1'],
  ])('accepts TRUST_PROXY=%s', (text, meant) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(meant);
  });

  it.each([
    ['PORT', '80 80'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'my host'],
    ['DATABASE_URL', 'mysql://root:sesame@db/desk'],
    ['DATABASE_POOL_SIZE', '4'],
    ['TOKEN_SECRET', 'sesame'],
    ['TOKEN_SECRET', 'open sesame, thirty-one letters'],
    ['TOKEN_SECRET', '0123456789abcdef0123456789abcdef'],
    ['TOKEN_SECRET', 'sesame'.repeat(8)],
    ['ACCESS_TOKEN_SECONDS', '0'],
    ['REFRESH_TOKEN_SECONDS', '1.5'],
    ['SETUP_EMAIL', 'sesame'],
    ['TRUST_PROXY', 'yes please'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['SMTP_URL', 'mail.alnour.eg'],
    ['SMTP_URL', 'https://desk:sesame@mail.alnour.eg'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_FROM', 'Al Nour'],
    ['SMTP_FROM', 'desk@alnour.eg\r\nBcc: sesame@alnour.eg'],
    ['SMTP_FROM', 'Al\nNour <desk@alnour.eg>'],
    ['PUBLIC_URL', 'desk.alnour.eg'],
    ['PUBLIC_URL', 'ftp://desk.alnour.eg'],
    ['PUBLIC_URL', 'https://desk.alnour.eg/desk'],
    ['PUBLIC_URL', 'https://mona:sesame@desk.alnour.eg'],
    ['OIDC_ISSUER', 'sesame'],
    ['OIDC_ISSUER', 'http://login.alnour.eg/sesame'],
    ['OIDC_ISSUER', 'https://desk:sesame@login.alnour.eg'],
    ['OIDC_ISSUER', 'https://login.alnour.eg/?sesame'],
    ['OIDC_CLIENT_ID', 'open sesame'],
    ['OIDC_CLIENT_SECRET', 'open sesame'],
    ['OIDC_NAME', `sesame${'!'.repeat(40)}`],
    ['LOG_LEVEL', 'loud'],
    ['VITE_API_URL', 'api.alnour.eg'],
    ['TLS_CERT', '/nowhere/cert.pem'],
    ['BACKUP_COPY', 's3://KEY:sesame@s3.alnour.eg/backups'],
    ['BACKUP_COPY', 's3://s3.alnour.eg/sesame'],
    ['BACKUP_COPY', 's3://KEY@s3.alnour.eg'],
    ['BACKUP_COPY', 's3://KEY@s3.alnour.eg/backups?sesame=1'],
    ['BACKUP_COPY', 'https://KEY@s3.alnour.eg/sesame'],
    ['BACKUP_COPY_SECRET', 'open sesame'],
    ['BACKUP_COPY_KEY', 'sesame'],
    ['BACKUP_COPY_KEY', 'age1sesame'],
  ])('rejects %s=%s in one sentence with the name and without the value', (name, value) => {
    const refuse = () => readConfig({ [name]: value });
    expect(refuse).toThrow(new RegExp(`${name}.*\\.$`));
    expect(refuse).not.toThrow(/sesame/);
  });

  const oidc = {
    OIDC_ISSUER: 'https://login.alnour.eg/realms/school',
    OIDC_CLIENT_ID: 'branch-desk',
    OIDC_CLIENT_SECRET: 'sesame',
    OIDC_NAME: ' Al Nour ',
    PUBLIC_URL: 'https://desk.alnour.eg',
  };

  it('accepts single sign-on with all of its settings, over http on this machine alone', () => {
    expect(readConfig(oidc).oidc).toEqual({
      issuer: 'https://login.alnour.eg/realms/school',
      clientId: 'branch-desk',
      clientSecret: 'sesame',
      name: 'Al Nour',
    });
    expect(readConfig({ ...oidc, OIDC_ISSUER: 'http://localhost:8180' }).oidc?.issuer).toBe(
      'http://localhost:8180',
    );
  });

  it.each(Object.keys(oidc))('names %s when single sign-on lacks it', (name) => {
    const refuse = () => readConfig({ ...oidc, [name]: '' });
    expect(refuse).toThrow(new RegExp(`set ${name} too`));
    expect(refuse).not.toThrow(/sesame/);
  });

  it.each([
    ['desk@alnour.eg', { name: '', address: 'desk@alnour.eg' }],
    [' Al Nour <desk@alnour.eg> ', { name: 'Al Nour', address: 'desk@alnour.eg' }],
    ['مدرسة النور <desk@alnour.eg>', { name: 'مدرسة النور', address: 'desk@alnour.eg' }],
  ])('accepts SMTP_FROM=%s', (text, from) => {
    const config = readConfig({
      SMTP_URL: 'smtps://desk:p%40ss@mail.alnour.eg',
      SMTP_FROM: text,
      PUBLIC_URL: 'https://desk.alnour.eg:8443/',
    });
    expect(config.mail).toEqual({ smtpUrl: 'smtps://desk:p%40ss@mail.alnour.eg', from });
    expect(config.publicUrl).toBe('https://desk.alnour.eg:8443');
  });

  it.each([
    ['0.0.0.0', 'true', false],
    ['::', '10.0.0.2, ::/0', false],
    ['10.0.0.1', '0.0.0.0/0', false],
    ['0.0.0.0', '10.0.0.2', true],
    ['0.0.0.0', 'uniquelocal', true],
    ['0.0.0.0', '10.0.0.0/8', true],
    ['127.0.0.1', 'true', true],
    ['localhost', 'true', true],
    ['::1', 'true', true],
  ])('on %s with TRUST_PROXY=%s starts only if it does not believe everyone: %s', (HOST, TRUST_PROXY, accepted) => {
    const read = () => readConfig({ HOST, TRUST_PROXY });
    if (accepted) expect(read).not.toThrow();
    else expect(read).toThrow(/^TRUST_PROXY .*name the addresses of the proxies.*\.$/);
  });

  it.each([
    [{}, 'set SMTP_FROM and PUBLIC_URL too.'],
    [{ SMTP_FROM: 'desk@alnour.eg' }, 'set PUBLIC_URL too.'],
    [{ PUBLIC_URL: 'https://desk.alnour.eg' }, 'set SMTP_FROM too.'],
  ])('requires sender and address with a mail server: %j', (env, message) => {
    const refuse = () => readConfig({ SMTP_URL: 'smtp://desk:sesame@mail.alnour.eg', ...env });
    expect(refuse).toThrow(message);
    expect(refuse).not.toThrow(/sesame/);
  });

  const copyKey = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;

  it.each([
    [
      's3://AKIA7@s3.eu-central-1.amazonaws.com/al-nour/desk/',
      { origin: 'https://s3.eu-central-1.amazonaws.com', prefix: 'desk/', region: undefined },
    ],
    [
      's3+http://AKIA7@10.0.0.9:9000/al-nour?region=garage',
      { origin: 'http://10.0.0.9:9000', prefix: '', region: 'garage' },
    ],
  ])('accepts BACKUP_COPY=%s', (address, place) => {
    const { backups } = readConfig({
      BACKUP_COPY: address,
      BACKUP_COPY_SECRET: 'sesame',
      BACKUP_COPY_KEY: copyKey,
    });
    expect(backups.copy).toEqual({
      key: copyKey,
      place: { kind: 'store', keyId: 'AKIA7', bucket: 'al-nour', secret: 'sesame', ...place },
    });
    const command = readConfig({ BACKUP_COPY: '/opt/copy.sh --to "al nour"', BACKUP_COPY_KEY: copyKey });
    expect(command.backups.copy?.place).toEqual({ kind: 'command', command: '/opt/copy.sh --to "al nour"' });
    expect(readConfig({}).backups.copy).toBeUndefined();
  });

  it.each([
    [{ BACKUP_COPY: 's3://ID@s3.alnour.eg/backups', BACKUP_COPY_KEY: copyKey }, 'set BACKUP_COPY_SECRET'],
    [{ BACKUP_COPY: 's3://ID@s3.alnour.eg/backups', BACKUP_COPY_SECRET: 'sesame' }, 'set BACKUP_COPY_KEY'],
    [{ BACKUP_COPY: 'copy.sh', BACKUP_COPY_KEY: copyKey, BACKUP_COPY_SECRET: 'sesame' }, 'remove it.'],
    [{ BACKUP_COPY_KEY: copyKey }, 'BACKUP_COPY_KEY is of no use without BACKUP_COPY'],
    [{ BACKUP_COPY_SECRET: 'sesame' }, 'BACKUP_COPY_SECRET is of no use without BACKUP_COPY'],
  ])('refuses settings of copies that are not complete: %#', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
    expect(() => readConfig(env)).not.toThrow(/sesame|AGE-SECRET-KEY-1Q/);
  });

  const secrets = {
    TOKEN_SECRET: '0123456789abcdef'.repeat(4),
    DATABASE_URL: 'postgres://desk:sesame@db/desk',
    SMTP_URL: 'smtps://desk:sesame@mail.alnour.eg',
    OIDC_CLIENT_SECRET: 'sesame',
    BACKUP_COPY_SECRET: 'sesame',
    BACKUP_COPY_KEY: copyKey,
    METRICS_TOKEN: 'sesame-sesame-sesame',
    SETUP_PASSWORD: 'sesame sesame',
  };
  const beside = {
    ...{ SMTP_FROM: 'desk@alnour.eg', PUBLIC_URL: 'https://desk.alnour.eg' },
    ...{ OIDC_ISSUER: oidc.OIDC_ISSUER, OIDC_CLIENT_ID: 'branch-desk', OIDC_NAME: 'Al Nour' },
    BACKUP_COPY: 's3://AKIA7@s3.alnour.eg/backups',
  };

  it('reads each secret from the file that its _FILE names', () => {
    const here = temporaryFolder();
    const files = Object.entries(secrets).map(([name, secret]) => {
      writeFileSync(path.join(here, name), `${secret}\n`);
      return [`${name}_FILE`, path.join(here, name)];
    });
    expect(readConfig({ ...beside, ...Object.fromEntries(files) })).toEqual(
      readConfig({ ...beside, ...secrets }),
    );
  });

  it.each(
    Object.entries(secrets),
  )('refuses a file for %s that is not there, is empty, or is one too many', (name, secret) => {
    const file = path.join(temporaryFolder(), 'secret');
    expect(() => readConfig({ [`${name}_FILE`]: file })).toThrow(
      new RegExp(`^${name}_FILE must name a readable file .*ENOENT.*\\.$`),
    );
    writeFileSync(file, '\n');
    expect(() => readConfig({ [`${name}_FILE`]: file })).toThrow(`${name}_FILE names an empty file`);
    writeFileSync(file, secret);
    const both = () => readConfig({ [name]: secret, [`${name}_FILE`]: file });
    expect(both).toThrow(`${name} and ${name}_FILE are both set: keep one of them.`);
    expect(both).not.toThrow(/sesame/);
  });

  it('requires certificate and key together, both as PEM', () => {
    const here = temporaryFolder();
    const file = (name: string, text: string) => {
      writeFileSync(path.join(here, name), text);
      return path.join(here, name);
    };
    const [good, key] = ['cert.pem', 'key.pem'].map((name) => path.join(import.meta.dirname, 'tls', name));
    expect(readConfig({ TLS_CERT: good, TLS_KEY: key }).tls?.key).toContain('PRIVATE KEY');
    expect(() => readConfig({ TLS_CERT: good })).toThrow(/TLS_KEY/);
    const { privateKey } = generateKeyPairSync('ed25519');
    const other = file('other.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    expect(() => readConfig({ TLS_CERT: good, TLS_KEY: other })).toThrow(
      /^TLS_KEY is not the key of the certificate in TLS_CERT: .*\.$/,
    );
    expect(() => readConfig({ TLS_CERT: good, TLS_KEY: good })).toThrow(/^TLS_KEY must be/);
    expect(() => readConfig({ TLS_CERT: key, TLS_KEY: key })).toThrow(/^TLS_CERT must be/);
    expect(() => readConfig({ TLS_CERT: good, TLS_KEY: file('bad.pem', 'hello') })).toThrow(
      /TLS_KEY must be/,
    );
    expect(() => readConfig({ TLS_CERT: good, TLS_KEY: path.join(here, 'none.pem') })).toThrow(
      /TLS_KEY must be/,
    );
  });
});

describe('a variable that is no setting', () => {
  const told = (env: NodeJS.ProcessEnv) => unknownSettings(env, settingNames);

  it.each([
    ['DATABSE_URL', 'write DATABASE_URL'],
    ['database_url', 'write DATABASE_URL'],
    ['BACKUPDIR', 'write BACKUP_DIR'],
    ['TRUSTED_PROXY', 'write TRUST_PROXY'],
    ['SMTP_PASSWORD', 'remove it'],
  ])('is named where it looks like one: %s', (name, remedy) => {
    const sentences = told({ [name]: 'sesame' });
    expect(sentences).toEqual([expect.stringMatching(new RegExp(`^${name} is no setting.*${remedy}`))]);
    expect(sentences.join()).not.toContain('sesame');
  });

  it('is passed over where it belongs to the system, to others, or to a known setting', () => {
    const others = ['HOME', 'PATH', 'HOSTNAME', 'SORT', 'POSTGRES_PASSWORD', 'COPY_HOST', 'VITE_HOST', 'TZ'];
    const names = [...settingNames, ...others, 'TOKEN_SECRET_FILE', 'COMPOSE_PROFILES', 'LOG_LEVELS'];
    expect(told(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([
      expect.stringMatching(/^LOG_LEVELS /),
    ]);
    expect(told({ DATABSE_URL: '' })).toEqual([]);
  });
});

describe('the token secret', () => {
  it('is the configured one', () => {
    expect(tokenSecret({ dataDir: '/nowhere', tokenSecret: 'x'.repeat(16) })).toBe('x'.repeat(16));
  });

  it('is generated once, readable by its owner only, and different per folder', () => {
    const here = { dataDir: path.join(temporaryFolder(), 'deep', 'data'), tokenSecret: undefined };
    const made = tokenSecret(here);
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenSecret(here)).toBe(made);
    expect(statSync(path.join(here.dataDir, 'token-secret')).mode & 0o777).toBe(0o600);
    expect(tokenSecret({ ...here, dataDir: temporaryFolder() })).not.toBe(made);
  });

  it.each([
    ['one byte', 'x'],
    ['nothing', ''],
    ['half of one', '0123456789abcdef'.repeat(2)],
    ['one letter', 'a'.repeat(64)],
  ])('is not read from a file with %s', (_what, content) => {
    const dataDir = temporaryFolder();
    writeFileSync(path.join(dataDir, 'token-secret'), content);
    expect(() => tokenSecret({ dataDir, tokenSecret: undefined })).toThrow(
      /token-secret holds fewer than 32 random bytes: delete it.*\.$/,
    );
  });

  it('reports a folder where it cannot be stored', () => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => dataFolder({ dataDir: file })).toThrow(
      /The data folder .*file cannot be written to: choose another/,
    );
    expect(() => dataFolder({ dataDir: path.join(file, 'data') })).toThrow(/cannot be written to/);
  });
});
