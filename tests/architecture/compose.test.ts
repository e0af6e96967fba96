import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { environmentOf, readCompose, readEnvFile, type Service, variablesIn } from '../image/compose-file.ts';
import { allowedInContext, readDockerfile } from '../image/dockerfile.ts';
import { projectRoot } from '../support/project-root.ts';

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
const files = ['deploy/compose.embedded.yaml', 'deploy/compose.postgresql.yaml'] as const;
const given = {
  POSTGRES_PASSWORD: 'secret-of-the-database',
  BRANCH_DESK_IMAGE: 'registry.example.org/branch-desk:0.1.0',
};
const [embedded, postgresql] = files.map((name) => readCompose(read(name), given));
const schoolEnv = readEnvFile(read('deploy/school.env'));

function server(compose: typeof embedded): Service {
  const found = compose?.services['branch-desk'];
  if (!found) throw new Error('There is no service branch-desk.');
  return found;
}

describe('the compose files', () => {
  it('have the same server and proxy, but for the database', () => {
    const { environment, depends_on, ...rest } = server(postgresql);
    const { DATABASE_URL, ...settings } = environment;
    expect({ ...rest, environment: settings }).toEqual(server(embedded));
    expect(Object.keys(depends_on ?? {})).toEqual(['database']);
    expect(DATABASE_URL).toBe('postgres://branch_desk:secret-of-the-database@database/branch_desk');
    expect(postgresql?.services.proxy).toEqual(embedded?.services.proxy);
  });

  it.each(
    files,
  )('%s gives the server every line of .env, and decides where it listens and keeps its data', (name) => {
    const service = server(readCompose(read(name), given));
    expect(service.env_file).toEqual(['.env']);
    const of = (settings: Record<string, string>) => environmentOf(service, settings);
    const chosen = { ...schoolEnv, PORT: '1', HOST: '::1', DATA_DIR: '/tmp', A_LATER_SETTING: 'x' };
    expect(of(chosen)).toMatchObject({
      ...{ PORT: '8080', HOST: '0.0.0.0', DATA_DIR: '/data', TZ: 'Africa/Cairo' },
      ...{ A_LATER_SETTING: 'x', TRUST_PROXY: '1', PUBLIC_URL: schoolEnv.PUBLIC_URL },
    });
    expect(readConfig(of(schoolEnv))).toMatchObject({ port: 8080, trustProxy: 1 });
  });

  it.each(files)('%s declares every volume that it uses, and no other', (name) => {
    const { services, volumes } = readCompose(read(name), given);
    const used = Object.values(services).flatMap((service) =>
      service.volumes.map((volume) => volume.split(':')[0] ?? '').filter((source) => !/^[./]/.test(source)),
    );
    expect(used.sort()).toEqual(Object.keys(volumes).sort());
  });

  it.each(files)('%s limits what a container may do, gives it time to stop, and rotates its log', (name) => {
    for (const [service, one] of Object.entries(readCompose(read(name), given).services)) {
      expect(one.logging, service).toEqual({ driver: 'local' });
      expect(one.mem_limit, service).toMatch(/^\d+[mg]$/);
      expect(one.pids_limit, service).toBeLessThanOrEqual(512);
      if (service === 'database') continue;
      expect(one, service).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        read_only: true,
      });
    }
    expect(server(readCompose(read(name), given))).toMatchObject({
      init: true,
      stop_grace_period: '60s',
      ports: ['127.0.0.1:8080:8080'],
      volumes: ['data:/data'],
      image: given.BRANCH_DESK_IMAGE,
      build: '..',
    });
  });

  it('wait for the database, and have no password of it in them', () => {
    expect(server(postgresql).depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(postgresql?.services.database?.healthcheck?.test[1]).toContain('pg_isready');
    expect(() => readCompose(read(files[1]), {})).toThrow(/POSTGRES_PASSWORD is missing/);
  });

  it('are told by school.env nothing but what they or the server read', () => {
    const documented = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name);
    const known = new Set([
      'COMPOSE_FILE',
      'COMPOSE_PROFILES',
      ...documented,
      ...files.flatMap((name) => variablesIn(read(name))),
    ]);
    expect(Object.keys(schoolEnv).filter((name) => !known.has(name))).toEqual([]);
    expect(files).toContain(`deploy/${schoolEnv.COMPOSE_FILE}`);
    expect(embedded?.services.proxy?.profiles).toEqual([schoolEnv.COMPOSE_PROFILES]);
  });

  it('lead the proxy to the server by the name and port that it has', () => {
    const [, upstream] = /reverse_proxy \{\$UPSTREAM:(\S+)\}/.exec(read('deploy/Caddyfile')) ?? [];
    expect(upstream).toBe('branch-desk:8080');
    expect(read('deploy/Caddyfile')).toMatch(/^\theader Strict-Transport-Security max-age=\d{8}$/m);
    expect(embedded?.services.proxy?.environment.PUBLIC_URL).toBe('https://localhost');
  });
});

describe('the Dockerfile', () => {
  const args = { BUILDPLATFORM: 'linux/amd64', TARGETARCH: 'amd64' };
  const stages = readDockerfile(read('Dockerfile'), args);
  const last = stages.at(-1)?.steps ?? [];

  it('stops, listens and keeps its data as the compose files expect', () => {
    expect(last).toContainEqual({ does: 'stopsignal', value: 'SIGTERM' });
    expect(last).toContainEqual({ does: 'expose', value: '8080' });
    expect(last).toContainEqual({ does: 'volume', value: '/data' });
    expect(last).toContainEqual({ does: 'user', value: 'branch-desk' });
    expect(last).toContainEqual({
      does: 'env',
      values: { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '8080', DATA_DIR: '/data' },
    });
  });

  it('gives a school every file that the page and the compose files name', () => {
    const copied = last.flatMap((step) =>
      step.does === 'copy' && step.from === undefined ? step.words.slice(0, -1) : [],
    );
    const allowed = allowedInContext(read('.dockerignore'));
    expect(copied.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(copied.sort()).toEqual(
      [...files, 'deploy/Caddyfile', 'deploy/school.env', 'deploy/upgrade.sh'].sort(),
    );
  });

  it.each([
    'ADD a b',
    'SHELL ["sh"]',
    'LABEL a=b',
    'COPY --chown=1 a b',
    'RUN ["sh"]',
    'CMD node',
    'ENV A="b c"',
  ])('is not read past %s, which is not known', (line) =>
    expect(() => readDockerfile(`FROM a\n${line}\n`, {})).toThrow());

  it('is read with its arguments, continued lines and comments', () =>
    expect(
      readDockerfile(
        'ARG A=b:1\n# c\nFROM --platform=$P $A AS one\nRUN x \\\n  # c\n  && y\nCOPY --from=one a b\n',
        {
          P: 'p',
        },
      ),
    ).toEqual([
      {
        name: 'one',
        base: 'b:1',
        steps: [
          { does: 'run', script: 'x    && y' },
          { does: 'copy', from: 'one', words: ['a', 'b'] },
        ],
      },
    ]));
});
