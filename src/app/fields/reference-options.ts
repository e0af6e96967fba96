import { currentDay, effectiveDayOf } from '#app/lib/branch-day.ts';
import { departureOf } from '#app/lib/departure.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { displayDay } from '#contract/days.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import { inDigits, numberInDigits } from '#contract/digits.ts';
import type { Field } from '#contract/fields.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { hasLeft } from '#contract/rules/term.ts';
import { alsoFoundBy, containsWord, searchedText, wordsOfSearch } from '#contract/search-text.ts';
import { textAt, textOf } from './field-control.ts';
import { messages } from './texts.en.ts';
import type { twinsBeside } from './twin-records.ts';

export const MAX_OPTIONS = 50;

export function optionTitle(resource: Resource, record: RecordRow): string {
  return textAt(record, 'student_data.name') || textOf(record.name) || resource.titleOf(record);
}

function detailOf(field: Field, text: string): string {
  if (text === '') return '';
  if (field.kind === 'money') {
    const amount = readPiastres(text);
    if (amount === undefined) return '';
    if (!field.balance) return formatMoney(amount);
    return amount > 0n ? messages.remaining({ amount: formatMoney(amount) }) : messages.fullyPaid;
  }
  if (field.kind === 'quantity') return messages.inStock({ count: inDigits(text) });
  if (field.warnIfDuplicate) return messages.receipt({ number: numberInDigits(text) });
  return field.kind === 'phone' || field.isNumber ? numberInDigits(text) : text;
}

/** Who has left is offered only where words find them, after the others (decision 133). */
export function offeredRecords(
  resource: Resource,
  found: readonly RecordRow[],
  typed: string,
): readonly RecordRow[] {
  if (!resource.fields.left_on) return found;
  const today = currentDay();
  const present = found.filter((record) => !hasLeft(record, today));
  return typed.trim() === '' || present.length === found.length
    ? present
    : [...present, ...found.filter((record) => hasLeft(record, today))];
}

/** The title, what tells records of one title apart, and what was typed if neither shows it. */
export function optionDetail(resource: Resource, record: RecordRow, typed = ''): string[] {
  const shown = ['name', ...(resource.summaryFields ?? [])];
  const also = alsoFoundBy(resource, shown, typed, (path) => textAt(record, path)).flatMap((path) => {
    const field = fieldOf(resource, path);
    return field ? `${field.label}: ${detailOf(field, textAt(record, path))}` : [];
  });
  return [...optionFacts(resource, record), ...also];
}

function optionFacts(resource: Resource, record: RecordRow): string[] {
  const left = resource.fields.left_on ? departureOf(record.left_on) : undefined;
  return left === undefined ? summaryOf(resource, record) : [...summaryOf(resource, record), left];
}

function summaryOf(resource: Resource, record: RecordRow): string[] {
  return (resource.summaryFields ?? []).flatMap((name) => {
    const field = fieldOf(resource, name);
    if (field?.kind === 'reference') return textAt(record, `${name}_data.name`) || [];
    if (field?.kind === 'timestamp') return displayDay(effectiveDayOf(record)) || [];
    return (field && detailOf(field, textOf(record[name]))) || [];
  });
}

const searchTexts = new WeakMap<RecordRow, string>();

function searchedPaths(resource: Resource): readonly string[] {
  const summary = (resource.summaryFields ?? []).filter(
    (name) => !['money', 'reference', 'timestamp'].includes(fieldOf(resource, name)?.kind ?? ''),
  );
  return [...new Set([...resource.search, ...summary, 'student_data.code', 'student_data.phone'])];
}

function searchTextOf(resource: Resource, paths: readonly string[], record: RecordRow): string {
  const cached = searchTexts.get(record);
  if (cached !== undefined) return cached;
  const text = searchedText(resource, paths, (path) => textAt(record, path));
  searchTexts.set(record, text);
  return text;
}

/**
 * Every typed word must occur; matches in the name come first, names in other letters last.
 * @param twinsOf finds these
 */
export function matchingRecords(
  resource: Resource,
  records: readonly RecordRow[],
  typed: string,
  twinsOf?: typeof twinsBeside,
): readonly RecordRow[] {
  const paths = searchedPaths(resource);
  const readings = [
    wordsOfSearch({ fields: resource.fields, search: paths }, typed),
    wordsOfSearch({ fields: {}, search: [] }, typed),
  ];
  if (readings[0]?.length === 0) return records;
  const found = records.filter((record) => {
    const text = searchTextOf(resource, paths, record);
    return readings.some((words) => words.every((word) => containsWord(text, word)));
  });
  const asRow = (record: RecordRow) => ({ record });
  const twins = twinsOf?.(resource, records.map(asRow), typed, found.map(asRow)) ?? [];
  const isByName = (record: RecordRow) => {
    const name = foldForSearch(optionTitle(resource, record));
    return readings.some((words) => words.every((word) => name.includes(word)));
  };
  return [
    ...found.filter(isByName),
    ...found.filter((record) => !isByName(record)),
    ...twins.map(({ record }) => record),
  ];
}
