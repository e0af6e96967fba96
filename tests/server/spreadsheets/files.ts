import { strToU8, zipSync } from 'fflate';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface SheetOfFile {
  readonly name?: string;
  readonly state?: string;
  readonly rows: string;
  readonly chart?: boolean;
  readonly columns?: string;
}

interface WorkbookOptions {
  readonly date1904?: string;
  /** `<numFmt>` elements and `<xf>` elements of the cells. */
  readonly formats?: string;
  readonly styles?: string;
  readonly strings?: readonly string[];
  /** Of every element. */
  readonly prefix?: string;
  readonly strict?: boolean;
  readonly absolute?: boolean;
  readonly others?: Readonly<Record<string, string | Uint8Array>>;
}

const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? strToU8(content) : content);

export const archive = (parts: Readonly<Record<string, string | Uint8Array>>): Buffer<ArrayBuffer> =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, bytesOf(content)]))),
  );

export function workbook(
  sheets: string | readonly SheetOfFile[],
  options: WorkbookOptions = {},
): Buffer<ArrayBuffer> {
  const all = typeof sheets === 'string' ? [{ rows: sheets }] : sheets;
  const { date1904, formats = '', styles = '', strings, prefix = '', strict, absolute, others } = options;
  const kind = (name: string) =>
    `${strict ? 'http://purl.oclc.org/ooxml/officeDocument/relationships' : OFFICE}/${name}`;
  const withPrefix = (xml: string) => (prefix ? xml.replace(/(<\/?)(?=[a-zA-Z])/g, `$1${prefix}:`) : xml);
  const folder = (chart = false) => (chart ? 'chartsheets' : 'worksheets');
  const target = (path: string) => (absolute ? `/xl/${path}` : path);
  const parts: Record<string, string | Uint8Array> = {
    'xl/workbook.xml': withPrefix(
      `<workbook><workbookPr${date1904 === undefined ? '' : ` date1904="${date1904}"`}/><sheets>${all
        .map(
          ({ name = 'Sheet1', state = 'visible' }, at) =>
            `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': `<Relationships>${all
      .map(
        ({ chart }, at) =>
          `<Relationship Id="rId${at + 1}" Type="${kind(chart ? 'chartsheet' : 'worksheet')}" Target="${target(`${folder(chart)}/s${at}.xml`)}"/>`,
      )
      .join('')}<Relationship Id="a" Type="${kind('sharedStrings')}" Target="${target('sharedStrings.xml')}"/>
      <Relationship Id="b" Type="${kind('styles')}" Target="${target('styles.xml')}"/></Relationships>`,
    ...Object.fromEntries(
      all.map(({ rows, chart, columns }, at) => [
        `xl/${folder(chart)}/s${at}.xml`,
        withPrefix(
          `<?xml version="1.0"?><worksheet>${columns ? `<cols>${columns}</cols>` : ''}<sheetData>${rows}</sheetData></worksheet>`,
        ).replace(`<${prefix}:?xml`, '<?xml'),
      ]),
    ),
    'xl/styles.xml': withPrefix(
      `<styleSheet><numFmts>${formats}</numFmts><cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`,
    ),
    ...(strings && {
      'xl/sharedStrings.xml': withPrefix(`<sst>${strings.map((one) => `<si>${one}</si>`).join('')}</sst>`),
    }),
    ...others,
  };
  return archive(parts);
}

export const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
export const number = (at: string, value: number | string, style?: number) =>
  `<c r="${at}"${style === undefined ? '' : ` s="${style}"`}><v>${value}</v></c>`;
export const row = (number: number, ...cells: readonly string[]) =>
  `<row r="${number}">${cells.join('')}</row>`;

/** A file of the container of old Office programs, with a stream of this name. */
export const compound = (stream: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    Buffer.from(stream, 'utf16le'),
  ]);

/** In the encoding of Arabic Windows, of which Node writes none. */
export function windows1256(text: string): Buffer {
  const decoder = new TextDecoder('windows-1256');
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code] as const),
  );
  return Buffer.from([...text].map((letter) => codes.get(letter) ?? 0x3f));
}

export const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
