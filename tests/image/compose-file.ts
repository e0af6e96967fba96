import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  restart: z.literal('unless-stopped'),
  init: z.boolean().default(false),
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).default({}),
  env_file: z.array(z.literal('.env')).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string(),
  pids_limit: z.number(),
  stop_grace_period: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()), interval: z.string(), retries: z.number() }).optional(),
  logging: z.object({ driver: z.string() }).optional(),
});
export type Service = z.output<typeof service>;

/** A compose file, with nothing in it that this does not know. */
const composeFile = z.strictObject({
  services: z.record(z.string(), service.strict()),
  volumes: z.record(z.string(), z.null()),
});
export type ComposeFile = z.output<typeof composeFile>;

/** Lists the variables that a compose file reads: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.replace(/^\s*#.*$/gm, '').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')),
];

/** @throws {Error} with the message of `${NAME:?message}` where that variable has no value */
function interpolated(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return value;
    if (kind === '?') throw new Error(`${name} is missing a value: ${rest}`);
    return rest ?? '';
  });
}

/** Reads `NAME=value` lines, with the value in single quotes where it needs them. */
export function readEnvFile(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=(?:'([^']*)'|(.*))$/gm)].map(([, name, quoted, bare]) => [
      name,
      quoted ?? bare ?? '',
    ]),
  );
}

/** @throws {Error} if the file has something that is not known here, or lacks a variable */
export function readCompose(text: string, env: Readonly<Record<string, string | undefined>>): ComposeFile {
  const filled = (_: unknown, value: unknown) =>
    typeof value === 'string' ? interpolated(value, env) : value;
  return composeFile.parse(parse(text, filled));
}

/** What a container's environment is: the settings of its file, and those of the compose file over them. */
export const environmentOf = (
  { env_file, environment }: Service,
  settings: Readonly<Record<string, string>>,
): Record<string, string> => ({ ...(env_file.length > 0 && settings), ...environment });

/** Reads the compose file of a folder as docker compose does: by COMPOSE_FILE, with .env and the environment over it. */
export function composeOf(folder: string): ComposeFile & { readonly profiles: readonly string[] } {
  const file = path.join(folder, '.env');
  const settings = existsSync(file) ? readEnvFile(readFileSync(file, 'utf8')) : {};
  const env = { ...settings, ...process.env };
  const name = env.COMPOSE_FILE ?? 'compose.yaml';
  const profiles = (env.COMPOSE_PROFILES ?? '').split(',').filter((one) => one !== '');
  const { services, ...rest } = readCompose(readFileSync(path.join(folder, name), 'utf8'), env);
  const filled = Object.entries(services).map(([service, one]) => [
    service,
    { ...one, environment: environmentOf(one, settings) },
  ]);
  return { ...rest, services: Object.fromEntries(filled), profiles };
}
