import { strFromU8, strToU8 } from 'fflate';
import { type Hidden, tableLimits, UNSOLVED } from './table.ts';

/** The package takes only what Excel writes; other programs write what the standard allows. */

export type Parts = Readonly<Record<string, Uint8Array>>;

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STYLES = 'xl/styles.xml';
const STRINGS = 'xl/sharedStrings.xml';
const KINDS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly part: string;
}

/** Programs may put a prefix before each name: `<x:row>`. */
const withoutPrefixes = (xml: string) =>
  /<\w+:(?:workbook|worksheet|styleSheet|sst|Relationships)\b/.test(xml)
    ? xml.replace(/(<\/?)\w+:/g, '$1')
    : xml;

const textOf = (part: Uint8Array | undefined) => (part ? withoutPrefixes(strFromU8(part)) : '');

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (hex === undefined && decimal === undefined) return signs[name] ?? all;
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

const encoded = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function attributesOf(tag: string): Readonly<Record<string, string>> {
  const pairs = tag.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', one, other]) => [name.replace(/^.*:/, ''), decoded(one ?? other ?? '')]),
  );
}

const tagsOf = (xml: string, name: string) =>
  (xml.match(new RegExp(`<${name}\\b[^<>]*>`, 'g')) ?? []).map(attributesOf);

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** A chart that is a sheet of its own has no cells, and is left out. */
export function workbookOf(parts: Parts) {
  const relations = tagsOf(textOf(parts[RELATIONS]), 'Relationship').map(
    ({ Id = '', Type = '', Target = '' }) => ({
      id: Id,
      kind: Type.replace(/^.*\//, ''),
      part: Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`,
    }),
  );
  const partOf = (wanted: string) => relations.find(({ kind }) => kind === wanted)?.part;
  const xml = textOf(parts[WORKBOOK]);
  const sheets = tagsOf(xml, 'sheet').flatMap(({ name = '', state = 'visible', id = '' }) => {
    const found = relations.find((one) => one.id === id && one.kind === 'worksheet');
    return found && parts[found.part] ? [{ name, hidden: state !== 'visible', part: found.part }] : [];
  });
  return {
    sheets,
    from1904: isTrue(tagsOf(xml, 'workbookPr')[0]?.date1904),
    strings: partOf('sharedStrings'),
    styles: partOf('styles'),
  };
}

type Workbook = ReturnType<typeof workbookOf>;

/** Above the numbers of the formats that every program knows. */
const OWN_FORMATS = 1000;
const KNOWN_FORMATS = 100;

/** Apple Numbers gives its formats numbers at which the package looks for none. */
function withOwnFormats(xml: string): string {
  const declaredFormats = new Set(tagsOf(xml, 'numFmt').map(({ numFmtId }) => Number(numFmtId)));
  return xml.replace(/(<(?:numFmt|xf)\b[^<>]*?\snumFmtId=["'])(\d+)/g, (all, before: string, id: string) =>
    declaredFormats.has(Number(id)) && Number(id) < KNOWN_FORMATS
      ? `${before}${OWN_FORMATS + Number(id)}`
      : all,
  );
}

const NO_ADDRESS = /<c\b(?![^<>]*\sr=)/;

function lettersOf(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? lettersOf(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

const columnOf = (address: string) =>
  [...address.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** Programs may leave out where a cell stands: it follows the one before. */
function withAddresses(xml: string): string {
  if (!NO_ADDRESS.test(xml)) return xml;
  let [row, column] = [0, 0];
  return xml.replace(/<(row|c)\b([^<>]*?)(\/?)>/g, (all, name: string, attributes: string, end: string) => {
    const { r } = attributesOf(attributes);
    if (name === 'row') {
      row = r === undefined ? row + 1 : Number(r);
      column = 0;
      return r === undefined ? `<row r="${row}"${attributes}${end}>` : all;
    }
    column = r === undefined ? column + 1 : columnOf(r);
    return r === undefined ? `<c r="${lettersOf(column)}${row}"${attributes}${end}>` : all;
  });
}

const ERROR_CELL = /(<c\b[^<>]*?\st=)(["'])e\2/g;
/** A formula whose file was written by a program that works nothing out. */
const UNSOLVED_CELL = /<c\b([^<>]*)>\s*<f\b[^<>]*?(?:\/>|>([^<]*)<\/f>)\s*(?:<v\s*\/>|<v>\s*<\/v>)?\s*<\/c>/g;
const TYPE = /\st=(["'])\w*\1/;

/** Texts of what the package takes for empty cells: an unknown amount must not become a zero. */
const withErrorsAsText = (xml: string) =>
  xml
    .replace(ERROR_CELL, '$1$2str$2')
    .replace(
      UNSOLVED_CELL,
      (_cell, attributes: string, formula = '') =>
        `<c${attributes.replace(TYPE, '')} t="inlineStr"><is><t>${UNSOLVED}=${formula}</t></is></c>`,
    );

export const sheetXml = (parts: Parts, { part }: WorkbookSheet) =>
  withErrorsAsText(withAddresses(textOf(parts[part])));

export function beginningOf(xml: string, rows: number): string {
  const ends = xml.matchAll(/<\/row>/g);
  let last = 0;
  for (let count = 0; count < rows; count += 1) {
    const { value } = ends.next();
    if (!value) return xml;
    last = value.index + value[0].length;
  }
  return `${xml.slice(0, last)}</sheetData></worksheet>`;
}

function hiddenRowsOf(xml: string): ReadonlySet<number> {
  const hidden = new Set<number>();
  let number = 0;
  for (const [tag] of xml.matchAll(/<row\b[^<>]*>/g)) {
    const { r, hidden: isHidden } = attributesOf(tag);
    number = r === undefined ? number + 1 : Number(r);
    if (isTrue(isHidden)) hidden.add(number);
  }
  return hidden;
}

function hiddenColumnsOf(xml: string): ReadonlySet<number> {
  const hidden = new Set<number>();
  for (const [tag] of xml.matchAll(/<col\b[^<>]*>/g)) {
    const { min, max, hidden: isHidden } = attributesOf(tag);
    const last = Math.min(Number(max), tableLimits.columns);
    if (isTrue(isHidden)) for (let column = Number(min); column <= last; column += 1) hidden.add(column - 1);
  }
  return hidden;
}

export const hiddenIn = (xml: string): Hidden => ({
  rows: hiddenRowsOf(xml),
  columns: hiddenColumnsOf(xml),
});

/** A workbook of these sheets alone, in the form that the package reads. */
export function partsOf(parts: Parts, { from1904, strings, styles }: Workbook, sheets: readonly string[]) {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${KINDS}${kind}" Target="${target}"/>`;
  const each = sheets.map((xml, index) => ({ xml, id: `s${index}`, target: `worksheets/s${index}.xml` }));
  const text = {
    [WORKBOOK]: `<workbook><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${each
      .map(({ id }, index) => `<sheet name="${encoded(id)}" sheetId="${index + 1}" r:id="${id}"/>`)
      .join('')}</sheets></workbook>`,
    [RELATIONS]: `<Relationships>${each.map(({ id, target }) => relation(id, 'worksheet', target)).join('')}${relation(
      'strings',
      'sharedStrings',
      'sharedStrings.xml',
    )}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    ...(styles && parts[styles] && { [STYLES]: withOwnFormats(textOf(parts[styles])) }),
    ...Object.fromEntries(each.map(({ xml, target }) => [`xl/${target}`, xml])),
  };
  const sharedStrings = strings === undefined ? undefined : parts[strings];
  return {
    ...Object.fromEntries(Object.entries(text).map(([name, one]) => [name, strToU8(one)])),
    ...(sharedStrings && { [STRINGS]: sharedStrings }),
  };
}
