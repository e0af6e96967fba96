import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { office } from '#app/arabic/office.ts';
import { rest } from '#app/arabic/rest.ts';
import { start } from '#app/arabic/start.ts';
import { arabic as ofServer } from '#server/messages/arabic.ts';
import { isText, nodesIn, readTree, type SourceFile, sourceFile } from './source-tree.ts';

const arabic = readTree('src').filter(({ path }) => /\/arabic\/|\.ar\.ts$/.test(path));

const NAMES = /\b(?:Branch Desk|A5|csv)\b/g;

/** Returns the texts of Arabic catalogues that contain Latin words. Arguments of `ltr` are shown as they are. */
const latinTexts = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) =>
    nodesIn(file, isNoText).flatMap((node) =>
      isText(node) && /[A-Za-z]/.test(node.text.replace(NAMES, '')) ? [`${file.path}: ${node.text}`] : [],
    ),
  );

const isNoText = (node: ts.Node) =>
  ts.isImportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isComputedPropertyName(node) ||
  ts.isBinaryExpression(node) ||
  (ts.isPropertyAssignment(node.parent ?? node) && (node.parent as ts.PropertyAssignment).name === node) ||
  (ts.isCallExpression(node) && /^ltr$|toLocaleString$/.test(node.expression.getText()));

/** An element of automatic direction turns a sentence that begins with a Latin name, unless `leading` marks the name. */
const turnedTexts = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) =>
    nodesIn(file).flatMap((node) => {
      if (!ts.isTemplateExpression(node) || node.head.text !== '') return [];
      const beginsWithName = /^isolated\(/.test(node.templateSpans[0]?.expression.getText() ?? '');
      const isSentence = node.templateSpans.some(({ literal }) => /[\u0600-\u06ff]/.test(literal.text));
      return beginsWithName && isSentence ? [`${file.path}: ${node.getText()}`] : [];
    }),
  );

const idsIn = (files: readonly SourceFile[]) =>
  files.flatMap(({ text }) => [...text.matchAll(/\bdefineMessages\(\s*'([^']*)'/g)].map(([, id = '']) => id));

describe('the Arabic texts', () => {
  it('contain no Latin words but names', () => expect(latinTexts(arabic)).toEqual([]));

  it.each([
    "const a = { title: 'Students' };",
    ['const a = { title: ({ n }) => `', '{n} students` };'].join('$'),
  ])('with a Latin word are found: %s', (text) =>
    expect(latinTexts([sourceFile('src/app/arabic/a.ts', text)])).toHaveLength(1));

  it('mark a name that they begin with', () => expect(turnedTexts(arabic)).toEqual([]));

  it('that begin with an unmarked name are found', () => {
    const text = ['const a = { by: ({ n, t }) => `', '{isolated(n)}، ', '{t}` };'].join('$');
    expect(turnedTexts([sourceFile('src/app/arabic/a.ts', text)])).toHaveLength(1);
    expect(turnedTexts([sourceFile('src/app/arabic/a.ts', text.replace('isolated', 'leading'))])).toEqual([]);
  });

  it('are loaded for every catalogue', () => {
    const english = idsIn(readTree('src'));
    const loaded = Object.keys({ ...start, ...rest, ...office, ...ofServer });
    expect(english.filter((id) => !loaded.includes(id))).toEqual([]);
    expect(english.length).toBeGreaterThan(40);
  });
});
