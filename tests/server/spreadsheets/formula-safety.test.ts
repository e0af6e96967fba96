import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeCsv } from '#server/platform/spreadsheets/csv.ts';
import {
  protectApostrophe,
  protectFormula,
  unprotectFormula,
} from '#server/platform/spreadsheets/formula-safety.ts';

const dangerous = fc.stringMatching(/^['=+\-@＝＋－＠\t\r\n;a ]{0,8}$/);

it('no protected text has a formula where a program may begin a cell, and reading it back gives the text, also from a typed cell', () => {
  fc.assert(
    fc.property(fc.oneof(dangerous, fc.string()), (text) => {
      for (const part of protectFormula(text).split(/[;\n]/))
        expect(part).not.toMatch(/^[=+\-@＝＋－＠\t\r]/);
      expect(unprotectFormula(protectFormula(text))).toBe(text);
      expect(unprotectFormula(protectApostrophe(text))).toBe(text);
    }),
  );
});

it('a CSV file guards and quotes texts for programs that part cells by semicolons', async () => {
  async function* batches() {
    yield ['x;=1+1', '＝1+1', 'a\n@b', 'plain'];
  }
  const columns = [
    { heading: 'Before', kind: 'quantity', valueOf: () => '1' },
    { heading: 'Text', kind: 'text', valueOf: (row: string) => row },
  ] as const;
  let written = '';
  for await (const piece of writeCsv({ name: 'A', rightToLeft: false, columns, batches: batches() }))
    written += piece;
  expect(written).toBe('\ufeffBefore,Text\r\n1,"x;\'=1+1"\r\n1,\'＝1+1\r\n1,"a\n\'@b"\r\n1,plain\r\n');
});
