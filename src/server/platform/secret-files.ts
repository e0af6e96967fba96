import { readFileSync } from 'node:fs';
import { reasonOf, StartupError } from './startup-error.ts';

/** Settings that are secret, or contain a secret. Each can be read from the file that NAME_FILE names. */
const secretSettings = [
  'TOKEN_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'BACKUP_COPY_SECRET',
  'BACKUP_COPY_KEY',
  'METRICS_TOKEN',
  'SETUP_PASSWORD',
] as const;

function readSecret(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartupError(`${name} must name a readable file with the secret (${reasonOf(error)}).`);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new StartupError(`${name} names an empty file: write the secret into it.`);
  return secret;
}

/** `env` is without empty variables. A newline at the end of a file is left out. */
export function withSecretFiles(env: Readonly<Record<string, string | undefined>>) {
  const result = { ...env };
  for (const name of secretSettings) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined)
      throw new StartupError(`${name} and ${name}_FILE are both set: keep one of them.`);
    result[name] = readSecret(`${name}_FILE`, file);
  }
  return result;
}
