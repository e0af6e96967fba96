import { parseSync } from 'vite';
import { literal, NOT_LITERAL, type Node, nameOf, nodeOf, nodesOf, walk } from './syntax-tree.ts';

/** Replaces the text between two offsets. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Styles = Readonly<Record<string, unknown>>;

/** Describes an element whose styles are all literals. */
export interface StyledElement {
  /** Styles in order: a later one replaces an earlier one. */
  readonly styles: readonly Styles[];
  /** Returns the edits that make it a plain element with this class. */
  readonly replace: (className: string) => readonly Edit[];
}

/** Applies edits that do not overlap. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = code;
  for (const { start, end, text } of [...edits].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result;
}

const isStyles = (value: unknown): value is Styles =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names the short properties of the layout components, and what they stand for. */
const flexNames: Readonly<Record<string, string>> = {
  direction: 'flexDirection',
  align: 'alignItems',
  justify: 'justifyContent',
  wrap: 'flexWrap',
  basis: 'flexBasis',
  grow: 'flexGrow',
  shrink: 'flexShrink',
};
const gridNames: Readonly<Record<string, string>> = {
  templateAreas: 'gridTemplateAreas',
  autoColumns: 'gridAutoColumns',
  column: 'gridColumn',
  row: 'gridRow',
  autoFlow: 'gridAutoFlow',
  autoRows: 'gridAutoRows',
  templateRows: 'gridTemplateRows',
  templateColumns: 'gridTemplateColumns',
};

interface Layout {
  readonly tag: string;
  readonly styles: Styles;
  readonly names: Readonly<Record<string, string>>;
}

const layouts: Readonly<Record<string, Layout>> = {
  Box: { tag: 'div', styles: {}, names: {} },
  Text: { tag: 'p', styles: {}, names: {} },
  Flex: { tag: 'div', styles: { display: 'flex' }, names: flexNames },
  Grid: { tag: 'div', styles: { display: 'grid' }, names: gridNames },
};

/** Properties that only the component library understands, or whose meaning differs on a plain element. */
const libraryOnly = new Set([
  'asChild',
  'className',
  'inline',
  'recipe',
  'unstyled',
  'variant',
  'size',
  'orientation',
  'theme',
  'htmlWidth',
  'htmlHeight',
  'htmlSize',
  'htmlTranslate',
]);

const PLAIN_TAG = /^[a-z][a-z0-9]*$/;
/** Elements whose attributes have the names of styles. */
const mediaTags = new Set(['svg', 'img', 'path', 'circle', 'rect', 'canvas', 'video', 'table', 'col']);

interface Attributes {
  readonly styles: readonly Styles[];
  readonly tag: string | undefined;
  /** The attributes to remove: those of styles, and `as`. */
  readonly removed: readonly Node[];
}

/** Reads the attributes of an element; undefined if one of them can only be known at run time. */
function attributesOf(
  opening: Node,
  layout: Layout,
  isStyle: (name: string) => boolean,
): Attributes | undefined {
  const own: Record<string, unknown> = { ...layout.styles };
  const props: Record<string, unknown> = {};
  let given: Styles = {};
  let tag: string | undefined;
  const removed: Node[] = [];
  for (const attribute of nodesOf(opening.attributes)) {
    const name = attribute.type === 'JSXAttribute' ? nameOf(attribute.name) : undefined;
    // Names with a dash or colon: data-, aria-.
    if (attribute.type === 'JSXAttribute' && name?.includes('-')) continue;
    if (name === undefined || libraryOnly.has(name)) return undefined;
    const short = layout.names[name];
    const isStyled = short !== undefined || name === 'css' || name === 'as' || isStyle(name);
    if (!isStyled) continue;
    const value = attribute.value === null ? true : literal(nodeOf(attribute.value));
    if (value === NOT_LITERAL) return undefined;
    removed.push(attribute);
    if (name === 'as') {
      if (typeof value !== 'string') return undefined;
      tag = value;
    } else if (name === 'css') {
      if (!isStyles(value)) return undefined;
      given = value;
    } else if (short !== undefined) own[short] = value;
    else props[name] = value;
  }
  return { styles: [{ ...own, ...given }, props], tag, removed };
}

/** Returns the names that the file imports from the component library. */
function libraryNames(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of nodesOf(program.body)) {
    if (statement.type !== 'ImportDeclaration' || nodeOf(statement.source)?.value !== '@chakra-ui/react')
      continue;
    for (const specifier of nodesOf(statement.specifiers)) {
      const local = nameOf(specifier.local);
      if (local !== undefined && local === nameOf(specifier.imported)) names.add(local);
    }
  }
  return names;
}

/** Returns the layout that a JSX name stands for, if it comes from the library. */
function layoutOf(name: Node | undefined, imported: ReadonlySet<string>): Layout | undefined {
  if (name?.type === 'JSXIdentifier') {
    const local = nameOf(name) ?? '';
    return imported.has(local) ? layouts[local] : undefined;
  }
  if (name?.type !== 'JSXMemberExpression' || nameOf(name.object) !== 'chakra' || !imported.has('chakra')) {
    return undefined;
  }
  const tag = nameOf(name.property) ?? '';
  return PLAIN_TAG.test(tag) ? { tag, styles: {}, names: {} } : undefined;
}

function elementOf(
  element: Node,
  imported: ReadonlySet<string>,
  isStyle: (name: string) => boolean,
): StyledElement | undefined {
  const opening = nodeOf(element.openingElement);
  const name = nodeOf(opening?.name);
  const layout = layoutOf(name, imported);
  const attributes = opening && layout && attributesOf(opening, layout, isStyle);
  if (!opening || !name || !layout || !attributes) return undefined;
  const tag = attributes.tag ?? layout.tag;
  if (!PLAIN_TAG.test(tag) || mediaTags.has(tag)) return undefined;
  const closing = nodeOf(nodeOf(element.closingElement)?.name);
  return {
    styles: attributes.styles,
    replace: (className) => [
      { start: name.start, end: name.end, text: `${tag} className="${className}"` },
      ...attributes.removed.map(({ start, end }) => ({ start, end, text: '' })),
      ...(closing ? [{ start: closing.start, end: closing.end, text: tag }] : []),
    ],
  };
}

/** Describes `const Name = chakra('tag', { base: … })` with literal styles. */
interface Definition {
  readonly name: string;
  readonly call: Node;
  readonly target: Node;
  readonly styles: Styles;
}

function definitionOf(statement: Node, imported: ReadonlySet<string>): Definition | undefined {
  if (statement.type !== 'VariableDeclaration' || !imported.has('chakra')) return undefined;
  const [declarator] = nodesOf(statement.declarations);
  const call = nodeOf(declarator?.init);
  const name = nameOf(declarator?.id);
  if (call?.type !== 'CallExpression' || nameOf(call.callee) !== 'chakra' || name === undefined)
    return undefined;
  const [target, recipe, ...more] = nodesOf(call.arguments);
  const value = literal(recipe);
  if (!target || more.length > 0 || !isStyles(value)) return undefined;
  const { base, ...rest } = value;
  if (Object.keys(rest).length > 0 || !isStyles(base)) return undefined;
  const tag = literal(target);
  if (typeof tag === 'string' ? mediaTags.has(tag) : target.type !== 'Identifier') return undefined;
  return { name, call, target, styles: base };
}

/** Returns whether the file uses this component in JSX alone, and never with styles of its own. */
function isUsedPlainly(name: string, program: Node, isStyle: (name: string) => boolean): boolean {
  let mentions = 0;
  let plain = 0;
  walk(program, (node) => {
    if ((node.type === 'Identifier' || node.type === 'JSXIdentifier') && node.name === name) mentions += 1;
    if (node.type === 'JSXClosingElement' && nameOf(node.name) === name) plain += 1;
    if (node.type !== 'JSXOpeningElement' || nameOf(node.name) !== name) return;
    const isPlain = nodesOf(node.attributes).every((attribute) => {
      const attributeName = attribute.type === 'JSXAttribute' ? nameOf(attribute.name) : undefined;
      if (attributeName === undefined) return false;
      if (attributeName.includes('-') || attributeName === 'className') return true;
      return (
        !libraryOnly.has(attributeName) &&
        attributeName !== 'css' &&
        attributeName !== 'as' &&
        !isStyle(attributeName)
      );
    });
    if (isPlain) plain += 1;
  });
  // The definition itself is one mention.
  return mentions === plain + 1;
}

/**
 * Finds the elements and definitions of a file whose styles are all literals.
 * @param isStyle returns whether the component library takes a property as a style
 */
export function findStyledElements(
  file: string,
  code: string,
  isStyle: (name: string) => boolean,
): StyledElement[] {
  if (!code.includes('@chakra-ui/react')) return [];
  const program = nodeOf(parseSync(file, code).program);
  if (!program) return [];
  const imported = libraryNames(program);
  const found: StyledElement[] = [];
  walk(program, (node) => {
    const element = node.type === 'JSXElement' ? elementOf(node, imported, isStyle) : undefined;
    if (element) found.push(element);
  });
  for (const statement of nodesOf(program.body)) {
    const definition = definitionOf(statement, imported);
    if (!definition || !isUsedPlainly(definition.name, program, isStyle)) continue;
    const { call, target, styles } = definition;
    found.push({
      styles: [styles],
      replace: (className) => [
        {
          start: call.start,
          end: call.end,
          text: `$staticElement(${code.slice(target.start, target.end)}, ${JSON.stringify(className)})`,
        },
      ],
    });
  }
  return found;
}
