import { importLimits } from '#contract/imports.ts';
import { type SpreadsheetError, tableLimits } from '#server/platform/spreadsheets/table.ts';
import { fileFaults } from './texts.en.ts';

export function sentenceOf({ fault, about = '' }: SpreadsheetError): string {
  const text = fileFaults[fault];
  if (typeof text === 'string') return text;
  const { cells, cellLength: length } = tableLimits;
  return text({ ...importLimits, about: String(about), cells, length });
}
