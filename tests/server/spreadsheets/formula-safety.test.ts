import fc from 'fast-check';
import { expect, it } from 'vitest';
import { protectApostrophe, protectFormula, unprotectFormula } from '#server/spreadsheets/formula-safety.ts';

const dangerous = fc.stringMatching(/^['=+\-@\t\r\na ]{0,6}$/);

it('no protected text begins like a formula, and reading it back gives the text, also from a typed cell', () => {
  fc.assert(
    fc.property(fc.oneof(dangerous, fc.string()), (text) => {
      expect(protectFormula(text)).not.toMatch(/^[=+\-@\t\r\n]/);
      expect(unprotectFormula(protectFormula(text))).toBe(text);
      expect(unprotectFormula(protectApostrophe(text))).toBe(text);
    }),
  );
});
