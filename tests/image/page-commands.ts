import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../support/project-root.ts';

const page = readFileSync(path.join(projectRoot, 'docs/run-it-for-your-school.md'), 'utf8');

/** Returns the lines of code below a heading of the page, or of the whole page, without their comments. */
export function linesOf(heading?: string): string[] {
  const [, section] = heading === undefined ? ['', page] : page.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`The page has no section "${heading}".`);
  const text = heading === undefined ? section : (section.split('\n## ')[0] ?? '');
  return [...text.matchAll(/^ {4}(\S.*?)(?:\s+#.*)?$/gm)].map(([, line = '']) => line);
}

/** A line `NAME=value` is one of the file .env, not a command. */
const isSetting = (line: string) => /^[A-Z_]+=/.test(line);

export const commandsOf = (heading?: string) => linesOf(heading).filter((line) => !isSetting(line));

export const settingsOf = (heading?: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(heading)
      .filter(isSetting)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Returns all that the page has in backquotes within its sentences, too. */
export const inlineCommands = () =>
  [...page.replace(/^ {4}.*$/gm, '').matchAll(/`(docker [^`]+)`/g)].map(([, line = '']) => line);
