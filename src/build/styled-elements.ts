import { parseSync } from 'vite';
import { type Library, type Names, namesOf } from './file-names.ts';
import {
  type Component,
  components,
  isStyles,
  libraryOnly,
  mediaTags,
  PLAIN_TAG,
  type Styles,
} from './library-components.ts';
import { FIXED_STYLES, findDefinitions } from './styled-definitions.ts';
import { literal, NOT_LITERAL, type Node, nameOf, nodeOf, nodesOf, walk } from './syntax-tree.ts';

/** Replaces the text between two offsets. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Names a recipe of the theme and the variants that an element chooses, or holds the styles of one. */
export type ElementRecipe = { readonly key: string; readonly variants: Styles } | { readonly base: Styles };

/** Describes an element whose styles are all literals. */
export interface StyledElement {
  /** Its styles in the layer of recipes, which all others replace. */
  readonly recipe?: ElementRecipe;
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

interface Attributes {
  readonly recipe: ElementRecipe | undefined;
  readonly styles: readonly Styles[];
  readonly tag: string | undefined;
  readonly asChild: boolean;
  /** The attributes to remove: those of styles, `as` and `asChild`. */
  readonly removed: readonly Node[];
  /** The names of those that stay. */
  readonly kept: ReadonlySet<string>;
}

/** Returns the names and values of attributes; those of spread constants too. Undefined if they are not known. */
function entriesOf(
  attribute: Node,
  { constants }: Names,
): readonly (readonly [string, unknown])[] | undefined {
  if (attribute.type === 'JSXSpreadAttribute') {
    const constant = constants.get(nameOf(attribute.argument) ?? '');
    return constant && Object.entries(constant);
  }
  const name = nameOf(attribute.name);
  if (name === undefined) return undefined;
  return [[name, attribute.value === null ? true : literal(nodeOf(attribute.value))]];
}

/** Reads the attributes of an element; undefined if one of them can only be known at run time. */
function attributesOf(opening: Node, component: Component, names: Names): Attributes | undefined {
  const own: Record<string, unknown> = { ...component.styles };
  const props: Record<string, unknown> = {};
  const variants: Record<string, unknown> = {};
  let given: Styles = {};
  let tag: string | undefined;
  let asChild = false;
  const removed: Node[] = [];
  const kept = new Set<string>();
  for (const attribute of nodesOf(opening.attributes)) {
    const entries = entriesOf(attribute, names);
    if (!entries) return undefined;
    let isKept = false;
    for (const [name, value] of entries) {
      const short = component.names?.[name];
      const isVariant = component.recipe?.variants.includes(name);
      // Names with a dash: data-, aria-.
      const isStyled = !name.includes('-') && (short !== undefined || names.isStyle(name));
      if (!isStyled && !isVariant && !['css', 'as', 'asChild'].includes(name)) {
        if (libraryOnly.has(name)) return undefined;
        isKept = true;
        kept.add(name);
      } else if (value === NOT_LITERAL) return undefined;
      else if (isVariant) variants[name] = value;
      else if (name === 'asChild') asChild = value === true;
      else if (name === 'as') {
        if (typeof value !== 'string') return undefined;
        tag = value;
      } else if (name === 'css') {
        if (!isStyles(value)) return undefined;
        given = value;
      } else if (short !== undefined) own[short] = value;
      else props[name] = value;
    }
    if (isKept && entries.length > 1) return undefined;
    if (!isKept) removed.push(attribute);
  }
  const { recipe } = component;
  return {
    recipe: recipe && { key: recipe.key, variants },
    styles: [{ ...own, ...given }, props],
    tag,
    asChild,
    removed,
    kept,
  };
}

/** Returns what a JSX name stands for, if it comes from the library. */
function componentOf(name: Node | undefined, { imported }: Names): Component | undefined {
  if (name?.type === 'JSXIdentifier') {
    const local = nameOf(name) ?? '';
    return imported.has(local) ? components[local] : undefined;
  }
  if (name?.type !== 'JSXMemberExpression' || nameOf(name.object) !== 'chakra' || !imported.has('chakra')) {
    return undefined;
  }
  const tag = nameOf(name.property) ?? '';
  return PLAIN_TAG.test(tag) ? { tag } : undefined;
}

/** The links of the app: components that hand a class on to their element. */
const LINKS = new Set(['Link', 'RouterLink', 'LocalLink']);

/** Returns the name of the only child, if that is an element that takes a class and has none. */
function onlyChild(element: Node, { imported }: Names): Node | undefined {
  const isEmpty = ({ type, value }: Node) =>
    type === 'JSXText' && typeof value === 'string' && value.trim() === '';
  const [child, ...others] = nodesOf(element.children).filter((node) => !isEmpty(node));
  const opening = others.length === 0 ? nodeOf(child?.openingElement) : undefined;
  const name = nodeOf(opening?.name);
  const tag = nameOf(name) ?? '';
  const takesClass = PLAIN_TAG.test(tag) || (LINKS.has(tag) && !imported.has(tag));
  const hasNone = nodesOf(opening?.attributes).every(
    (attribute) => attribute.type === 'JSXAttribute' && nameOf(attribute.name) !== 'className',
  );
  return takesClass && hasNone ? name : undefined;
}

function elementOf(element: Node, names: Names): StyledElement | undefined {
  const opening = nodeOf(element.openingElement);
  const closing = nodeOf(element.closingElement);
  const name = nodeOf(opening?.name);
  const component = componentOf(name, names);
  const attributes = opening && component && attributesOf(opening, component, names);
  if (!opening || !name || !component || !attributes) return undefined;
  const { recipe, styles, removed, kept } = attributes;
  const described = { ...(recipe && { recipe }), styles };
  if (attributes.asChild) {
    const child = kept.size === 0 ? onlyChild(element, names) : undefined;
    if (!child || !closing) return undefined;
    return {
      ...described,
      replace: (className) => [
        // An element inside of another may stand where an expression is expected.
        { start: opening.start, end: opening.end, text: '<>' },
        { start: child.end, end: child.end, text: ` className="${className}"` },
        { start: closing.start, end: closing.end, text: '</>' },
      ],
    };
  }
  const tag = attributes.tag ?? component.tag;
  if (!PLAIN_TAG.test(tag) || mediaTags.has(tag)) return undefined;
  const added = Object.entries(component.attributes ?? {})
    .filter(([attribute]) => !kept.has(attribute))
    .map(([attribute, value]) => ` ${attribute}="${value}"`);
  const closingName = nodeOf(closing?.name);
  return {
    ...described,
    replace: (className) => [
      { start: name.start, end: name.end, text: `${tag}${added.join('')} className="${className}"` },
      ...removed.map(({ start, end }) => ({ start, end, text: '' })),
      ...(closingName ? [{ start: closingName.start, end: closingName.end, text: tag }] : []),
    ],
  };
}

/** Finds the elements and definitions of a file whose styles are all literals. */
export function findStyledElements(file: string, code: string, library: Library): StyledElement[] {
  if (!code.includes('@chakra-ui/react') && !code.includes(FIXED_STYLES)) return [];
  const program = nodeOf(parseSync(file, code).program);
  if (!program) return [];
  const names = namesOf(program, library);
  const found: StyledElement[] = [];
  walk(program, (node) => {
    const element = node.type === 'JSXElement' ? elementOf(node, names) : undefined;
    if (element) found.push(element);
  });
  for (const { call, target, base } of findDefinitions(program, names)) {
    found.push({
      recipe: { base },
      styles: [],
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
