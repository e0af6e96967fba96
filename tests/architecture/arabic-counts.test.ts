import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { office } from '#app/arabic/office.ts';
import { rest } from '#app/arabic/rest.ts';
import { start } from '#app/arabic/start.ts';
import { addTranslations, setLanguageSource } from '#contract/messages.ts';
import { arabic as ofServer } from '#server/messages/arabic.ts';
import { nodesIn, readTree } from './source-tree.ts';

const COUNTS = [0, 1, 2, 3, 11, 100];

/** A text with a number among its values, by its catalogue and its place in it. */
interface CountedText {
  readonly name: string;
  readonly path: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

function membersOf(type: ts.TypeNode | undefined): Record<string, string> {
  if (!type || !ts.isTypeLiteralNode(type)) return {};
  return Object.fromEntries(
    type.members
      .filter(ts.isPropertySignature)
      .map(({ name, type: typeNode }) => [name.getText(), typeNode?.getText() ?? '']),
  );
}

function textsIn(path: readonly string[], texts: ts.ObjectLiteralExpression): CountedText[] {
  return texts.properties.filter(ts.isPropertyAssignment).flatMap(({ name, initializer }) => {
    const textPath = [...path, ts.isStringLiteral(name) ? name.text : name.getText()];
    if (ts.isObjectLiteralExpression(initializer)) return textsIn(textPath, initializer);
    if (!ts.isArrowFunction(initializer)) return [];
    const values = membersOf(initializer.parameters[0]?.type);
    const counts = Object.values(values).some((type) => /\b(?:number|bigint)\b/.test(type));
    return counts ? [{ name: textPath.join('.'), path: textPath, values }] : [];
  });
}

const counted = readTree('src')
  .filter(({ path }) => path.endsWith('.en.ts'))
  .flatMap((file) => nodesIn(file))
  .flatMap((node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineMessages') return [];
    const [id, texts] = node.arguments;
    const isDeclared = id && ts.isStringLiteral(id) && texts && ts.isObjectLiteralExpression(texts);
    return isDeclared ? textsIn([id.text], texts) : [];
  });

const catalogues: unknown = { ...start, ...rest, ...office, ...ofServer };

const sampleOf = (type: string, count: number): unknown => {
  if (/\bbigint\b/.test(type)) return BigInt(count);
  if (/\bnumber\b/.test(type)) return count;
  if (type === 'ResourceName') return 'bus';
  return type.endsWith('[]') ? ['X'] : 'X';
};

function inArabic({ path, values }: CountedText, count: number): string {
  const text = path.reduce<unknown>(
    (group, key) => (typeof group === 'object' && group !== null ? Reflect.get(group, key) : undefined),
    catalogues,
  );
  if (typeof text !== 'function') throw new Error(`${path.join('.')} is no text with values`);
  const given = Object.entries(values).map(([name, type]) => [name, sampleOf(type, count)]);
  return String(text(Object.fromEntries(given))).replace(/[\u2066-\u2069]/g, '');
}

/** The word that is counted, right after the number; adjectives, foreign units and prepositions are none. */
const wordAfter = (text: string, count: number): string | undefined => {
  const [, word] = new RegExp(`(?<![\\d.:/])${count} ([\\u0600-\\u06ff]+)`).exec(text) ?? [];
  return word !== undefined && /^(?:من|في|إلى|على|فقط|بحد|له|بكسل|مطلوبة)$/.test(word) ? undefined : word;
};

/** "منذ يومان": a dual after a preposition or a verbal noun ends with ين. */
const WRONG_CASE =
  /(?:^|[ و])(?:من|منذ|في|إلى|على|عن|بعد|قبل|آخر|خلال|مراجعة|إرسال|استيراد|عرض|إضافة) [^\s(]+ان(?= |$|\.)/;

function faultsOf(text: CountedText): string[] {
  const [none, one, two, few, many, hundred] = COUNTS.map((count) => inArabic(text, count));
  const after = (sentence: string | undefined, count: number) => wordAfter(sentence ?? '', count);
  const [ofFew, ofMany, ofHundred] = [after(few, 3), after(many, 11), after(hundred, 100)];
  return [
    ...(after(one, 1) === undefined ? [] : [`says 1 by a number: ${one}`]),
    ...(after(two, 2) === undefined ? [] : [`says 2 by a number: ${two}`]),
    ...(WRONG_CASE.test(two ?? '') ? [`has two as a subject after a preposition: ${two}`] : []),
    ...(ofFew !== undefined && ofFew === ofMany ? [`has the same word after 3 and 11: ${many}`] : []),
    ...(ofFew?.endsWith('ًا') ? [`has the word of 11 after 3: ${few}`] : []),
    ...(ofHundred?.endsWith('ًا') ? [`has the word of 11 after 100: ${hundred}`] : []),
    ...(after(none, 0)?.endsWith('ًا') ? [`has the word of 11 after 0: ${none}`] : []),
  ];
}

describe('counted texts in Arabic', () => {
  beforeAll(() => {
    addTranslations('ar', { ...start, ...rest, ...office, ...ofServer });
    setLanguageSource(() => 'ar');
  });
  afterAll(() => setLanguageSource(() => 'en'));

  it('are found in the catalogues', () => expect(counted.length).toBeGreaterThan(100));

  it.each(counted.map((text) => [text.name, text] as const))('%s agrees with its number', (_, text) =>
    expect(faultsOf(text)).toEqual([]));

  it.each([
    ['import.importRows', ['0 صف', 'صف واحد', 'صفين', '3 صفوف', '11 صفًا', '100 صف']],
    [
      'serverStore.recordCount',
      ['0 اشتراك باص', 'اشتراك باص', 'اشتراكا باص', '3 اشتراكات باص', '11 اشتراك باص', '100 اشتراك باص'],
    ],
    [
      'shellOpened.logOutPending',
      [
        '0 سجل لم يصل',
        'سجل واحد لم يصل',
        'سجلان لم يصلا',
        '3 سجلات لم تصل',
        '11 سجلًا لم يصل',
        '100 سجل لم يصل',
      ],
    ],
    ['serverImports.importWrong', COUNTS.map((count) => `صفوف بها خطأ: ${count}.`)],
  ])('%s has the form of each number', (name, expected) => {
    const text = counted.find((one) => one.name === name);
    expect(text).toBeDefined();
    COUNTS.forEach((count, at) => {
      expect(text && inArabic(text, count)).toContain(expected[at]);
    });
  });
});
