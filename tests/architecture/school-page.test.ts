import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommand } from '#server/admin/commands.ts';
import { readCompose, readEnvFile } from '../image/compose-file.ts';
import { commandsOf, inlineCommands, linesOf, settingsOf } from '../image/page-commands.ts';
import { projectRoot } from '../support/project-root.ts';

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
const isInDeploy = (name: string) => existsSync(join(projectRoot, 'deploy', name));
const { services } = readCompose(read('deploy/compose.embedded.yaml'), {});
const schoolEnv = readEnvFile(read('deploy/school.env'));

/** Services that a call of docker compose may name, and how it continues. */
const composeCalls: Readonly<Record<string, RegExp>> = {
  up: /^-d$/,
  ps: /^$/,
  version: /^$/,
  down: /^-v$/,
  logs: /^(--tail \d+ )?[\w-]+$/,
  restart: /^[\w-]+$/,
  pull: /^[\w-]+$/,
  exec: /^[\w-]+ .+$/,
  run: /^--rm [\w-]+ .+$/,
};

function problemOf(command: string): string | undefined {
  const words = command.split(/\s+/);
  const [program = '', first = ''] = words;
  const rest = words.slice(1).join(' ');
  const image = 'registry.example.org/branch-desk:';
  if (program === 'docker' && first === 'compose') return problemOfCompose(words.slice(2));
  if (program === 'docker' && /^login registry\.example\.org$|^volume rm$/.test(rest)) return undefined;
  if (program === 'docker' && rest.startsWith(`run --rm ${image}`))
    return / tar -cf - -C deploy \. \| tar -xf -$/.test(rest) ? undefined : 'unknown use of the image';
  if (program === 'mkdir' || program === 'cd' || program === 'df') return undefined;
  if (program === 'nano') return first === '.env' ? undefined : 'only .env is edited';
  if (program === 'chmod') return rest === '600 .env' ? undefined : 'unknown mode';
  if (program === 'cp') return isInDeploy(first) ? undefined : `deploy has no ${first}`;
  if (program === 'sh') {
    if (!isInDeploy(first)) return `deploy has no ${first}`;
    return words[2] === '--back' || words[2]?.startsWith(image) ? undefined : 'unknown words for the script';
  }
  return 'unknown command';
}

function problemOfCompose([command = '', ...words]: readonly string[]): string | undefined {
  const shape = composeCalls[command];
  if (!shape?.test(words.join(' '))) return `unknown call: ${command} ${words.join(' ')}`;
  const at = words.findIndex((word) => !word.startsWith('-') && !/^\d+$/.test(word));
  const service = words[at];
  if (service === undefined) return undefined;
  if (!(service in services)) return `there is no service ${service}`;
  const inside = words.slice(at + 1);
  if (inside.join(' ').startsWith('node dist/server/admin.js ')) {
    const read = readCommand(inside.slice(2));
    return 'problem' in read ? read.problem : undefined;
  }
  return inside.length === 0 || inside.join(' ') === 'cat /data/token-secret'
    ? undefined
    : 'unknown command inside';
}

const problemsIn = (lines: readonly string[]) =>
  lines
    .flatMap((line) => line.split(' && '))
    .flatMap((command) => {
      const problem = problemOf(command);
      return problem === undefined ? [] : [`${command}: ${problem}`];
    });

describe('the page for schools', () => {
  it('has commands that exist, with services, files and words that they know', () => {
    expect(commandsOf().length).toBeGreaterThan(15);
    expect(problemsIn([...commandsOf(), ...inlineCommands()])).toEqual([]);
  });

  it('gives settings that the file .env has', () => {
    expect(Object.keys(settingsOf()).length).toBeGreaterThan(5);
    expect(Object.keys(settingsOf()).filter((name) => !(name in schoolEnv))).toEqual([]);
  });

  it('is at most 150 lines long', () =>
    expect(read('docs/run-it-for-your-school.md').split('\n').length).toBeLessThanOrEqual(151));

  it('has its lines of code in sections that can be asked for', () => {
    expect(commandsOf('First sign-in')).toEqual(['docker compose logs branch-desk']);
    expect(linesOf('Mail').length).toBe(3);
    expect(() => linesOf('Gone')).toThrow();
  });

  it.each([
    'docker compose up --attach',
    'docker compose logs web',
    'docker compose exec branch-desk node dist/server/admin.js backup everything now',
    'docker compose exec branch-desk rm /data',
    'sh downgrade.sh --back',
    'sh upgrade.sh --forward',
    'cp gone.env .env',
    'npm start',
  ])('is found to be wrong by %s', (command) => expect(problemsIn([command])).toHaveLength(1));
});
