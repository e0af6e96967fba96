/** Holds styles by the names of their properties. */
export type Styles = Readonly<Record<string, unknown>>;

export const isStyles = (value: unknown): value is Styles =>
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

/** Describes how the component library renders a component. */
export interface Component {
  readonly tag: string;
  readonly styles?: Styles;
  readonly names?: Readonly<Record<string, string>>;
  readonly recipe?: { readonly key: string; readonly variants: readonly string[] };
  /** Attributes that it adds where an element has none of that name. */
  readonly attributes?: Readonly<Record<string, string>>;
}

const button: Component = {
  tag: 'button',
  recipe: { key: 'button', variants: ['variant', 'size'] },
  attributes: { type: 'button' },
};

export const components: Readonly<Record<string, Component>> = {
  Box: { tag: 'div' },
  Text: { tag: 'p' },
  Flex: { tag: 'div', styles: { display: 'flex' }, names: flexNames },
  Grid: { tag: 'div', styles: { display: 'grid' }, names: gridNames },
  Badge: { tag: 'span', recipe: { key: 'badge', variants: [] } },
  Button: button,
  IconButton: { ...button, styles: { px: '0', py: '0', _icon: { fontSize: '1.2em' } } },
  Link: { tag: 'a', recipe: { key: 'link', variants: ['variant'] } },
  Spinner: { tag: 'span', recipe: { key: 'spinner', variants: ['size'] } },
  Skeleton: { tag: 'div', recipe: { key: 'skeleton', variants: [] } },
};

/** Properties that only the component library understands, or whose meaning differs on a plain element. */
export const libraryOnly = new Set([
  'asChild',
  'className',
  'inline',
  'loading',
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

export const PLAIN_TAG = /^[a-z][a-z0-9]*$/;
/** Elements whose attributes have the names of styles. */
export const mediaTags = new Set(['svg', 'img', 'path', 'circle', 'rect', 'canvas', 'video', 'table', 'col']);
