import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

/** A clean repository with the script, and a docker that writes down with what it was called. */
const folder = mkdtempSync(join(tmpdir(), 'branch-desk-build-image-'));
const [bin, sources, calls] = [join(folder, 'bin'), join(folder, 'sources'), join(folder, 'calls')];
const digest = `sha256:${'ab'.repeat(32)}`;
const commitTime = '1764331200';

const fakeDocker = `#!/bin/sh
if test "$*" = 'buildx imagetools inspect node:22-bookworm-slim'; then
  printf 'Name: docker.io/library/node:22-bookworm-slim\\nDigest:    ${digest}\\nManifests:\\n  Name: x@sha256:00\\n'
  exit
fi
test "$2" = imagetools && exit
for word; do printf '%s\\n' "$word"; done >'${calls}'
echo "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH" >>'${calls}'
`;

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], {
    cwd: sources,
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: `${commitTime} +0000` },
  }).trim();

function buildImage(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  writeFileSync(calls, '');
  const { status, stdout, stderr } = spawnSync(join(sources, 'deploy/build-image.sh'), words, {
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env.PATH}`, ...env },
  });
  return { status, stdout, stderr, asked: readFileSync(calls, 'utf8').trim().split('\n') };
}

beforeAll(() => {
  mkdirSync(bin);
  writeFileSync(join(bin, 'docker'), fakeDocker, { mode: 0o755 });
  mkdirSync(join(sources, 'deploy'), { recursive: true });
  for (const name of ['deploy/build-image.sh', 'Dockerfile', 'package.json'])
    cpSync(join(projectRoot, name), join(sources, name));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

it('the image is built for both processors, on the digest that the tag has now, with the time of the commit', () => {
  const { status, asked, stdout } = buildImage(['registry.example.org:5000/branch-desk', '--push']);
  expect(status).toBe(0);
  expect(asked).toEqual([
    'buildx',
    'build',
    ...['--platform', 'linux/amd64,linux/arm64', '--pull', '--provenance=false'],
    ...['--build-arg', `NODE_IMAGE=node:22-bookworm-slim@${digest}`],
    ...['--build-arg', `SOURCE_DATE_EPOCH=${commitTime}`],
    ...['--label', 'org.opencontainers.image.title=Branch Desk'],
    ...['--label', `org.opencontainers.image.version=${version}`],
    ...['--label', `org.opencontainers.image.revision=${git('rev-parse', 'HEAD')}`],
    ...['--label', 'org.opencontainers.image.base.name=node:22-bookworm-slim'],
    ...['--label', `org.opencontainers.image.base.digest=${digest}`],
    '--output',
    `type=image,name=registry.example.org:5000/branch-desk:${version},push=true,rewrite-timestamp=true`,
    '.',
    `SOURCE_DATE_EPOCH=${commitTime}`,
  ]);
  expect(stdout).toContain(
    `Built registry.example.org:5000/branch-desk:${version} on node:22-bookworm-slim@${digest}`,
  );
});

it('a base image with its digest is taken as it is, and without --push a file is written', () => {
  const base = `node:22.20.0-bookworm-slim@sha256:${'cd'.repeat(32)}`;
  const { asked } = buildImage(['branch-desk'], { NODE_IMAGE: base });
  expect(asked).toContain(`NODE_IMAGE=${base}`);
  expect(asked).toContain(
    `type=oci,name=branch-desk:${version},dest=branch-desk-${version}.oci.tar,rewrite-timestamp=true`,
  );
});

it('without the digest of the base image nothing is built', () => {
  const { status, stderr, asked } = buildImage(['branch-desk'], { NODE_IMAGE: 'node:of-nobody' });
  expect(status).toBe(1);
  expect(stderr).toBe('The digest of node:of-nobody cannot be looked up.\n');
  expect(asked).toEqual(['']);
});

it.each([
  [],
  ['--push'],
  ['--load', 'branch-desk'],
  ['branch-desk:1.0'],
  ['one', 'two'],
])('nothing is built for the words %j %j', (...words) => {
  const { status, stderr, asked } = buildImage(words);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Usage: /);
  expect(asked).toEqual(['']);
});

it('a tree with changes is refused, and named so when asked for', () => {
  appendFileSync(join(sources, 'Dockerfile'), '# changed\n');
  const refused = buildImage(['branch-desk', '--push']);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^There are changes that are not committed/);
  expect(refused.asked).toEqual(['']);
  const { status, asked } = buildImage(['branch-desk', '--push', '--dirty']);
  expect(status).toBe(0);
  expect(asked).toContain(`org.opencontainers.image.revision=${git('rev-parse', 'HEAD')}-dirty`);
  expect(asked.join(' ')).toContain(`name=branch-desk:${version}-dirty,push=true`);
});
