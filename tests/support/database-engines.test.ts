import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onDebians, onEmbedded } from './database-engines.ts';

it('every server test that is left out on one database runs on the other', () => {
  expect([...onDebians, ...onEmbedded].filter((file) => !existsSync(file))).toEqual([]);
  expect(onDebians.filter((file) => onEmbedded.includes(file))).toEqual([]);
});
