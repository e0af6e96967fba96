import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Mutant, mutants } from '../mutation/mutants.ts';
import { projectRoot } from '../support/project-root.ts';

function read(path: string): string | undefined {
  const file = join(projectRoot, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Returns whether a test title starts with this text; titles built by `it.each` are not found. */
function hasTitle(source: string, start: string): boolean {
  const escaped = start.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:\\b(?:it|test)|\\))\\(\\s*(['"\`])${escaped}`).test(source);
}

function problemsOf({ file, test, replacements }: Pick<Mutant, 'file' | 'test' | 'replacements'>): string[] {
  const source = read(file);
  const problems: string[] = [];
  if (source === undefined) problems.push(`${file} does not exist`);
  else if (!hasTitle(source, test)) problems.push(`${file} has no title that starts with "${test}"`);
  for (const [path, snippet] of replacements) {
    const count = read(path)?.split(snippet).length;
    if (count === undefined) problems.push(`${path} does not exist`);
    else if (count !== 2) problems.push(`${path} contains ${count - 1} times: ${snippet}`);
  }
  return problems;
}

describe('a mutant', () => {
  it.each(
    mutants.map((mutant) => [mutant.fault, mutant.guards, mutant] as const),
  )('of fault %d selects an existing test and changes existing source: %s', (_fault, _guards, mutant) =>
    expect(problemsOf(mutant), 'Correct tests/mutation/mutants.ts, not the guard').toEqual([]));

  it('is reported with a missing file, title or snippet', () => {
    const [file, test] = ['tests/architecture/mutants.test.ts', 'is reported'];
    const path = 'src/contract/money.ts';
    expect(problemsOf({ file, test, replacements: [] })).toEqual([]);
    expect(problemsOf({ file: 'tests/none.test.ts', test, replacements: [] })).toHaveLength(1);
    expect(problemsOf({ file, test: 'no such title', replacements: [] })).toHaveLength(1);
    expect(problemsOf({ file, test, replacements: [['src/none.ts', 'a', 'b']] })).toHaveLength(1);
    expect(problemsOf({ file, test, replacements: [[path, 'no such snippet', '']] })).toHaveLength(1);
    expect(problemsOf({ file, test, replacements: [[path, 'export ', '']] })).toHaveLength(1);
  });
});
