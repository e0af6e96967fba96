import type { Names } from './file-names.ts';
import { isStyles, libraryOnly, type Styles } from './library-components.ts';
import { literal, type Node, nameOf, nodeOf, nodesOf, walk } from './syntax-tree.ts';

/** Describes a call that gives a component literal styles, or those of a recipe of the theme. */
export interface Definition {
  readonly call: Node;
  readonly target: Node;
  readonly base: Styles;
}

/** Returns the styles of the second argument: a literal, or the name of a recipe. */
function baseOf(recipe: Node | undefined, { recipeStyles }: Names): Styles | undefined {
  const named = recipe?.type === 'Identifier' ? recipeStyles(nameOf(recipe) ?? '') : undefined;
  const value = named ?? literal(recipe);
  if (!isStyles(value)) return undefined;
  const { base, ...rest } = value;
  return Object.keys(rest).length === 0 && isStyles(base) ? base : undefined;
}

/** Reads `const Name = chakra('tag', { base: … })`. */
function definitionOf(statement: Node, names: Names): (Definition & { readonly name: string }) | undefined {
  if (statement.type !== 'VariableDeclaration' || !names.imported.has('chakra')) return undefined;
  const [declarator] = nodesOf(statement.declarations);
  const call = nodeOf(declarator?.init);
  const name = nameOf(declarator?.id);
  if (call?.type !== 'CallExpression' || nameOf(call.callee) !== 'chakra' || name === undefined)
    return undefined;
  const [target, recipe, ...more] = nodesOf(call.arguments);
  const base = baseOf(recipe, names);
  if (!target || more.length > 0 || !base) return undefined;
  if (typeof literal(target) !== 'string' && target.type !== 'Identifier') return undefined;
  return { name, call, target, base };
}

/** Returns whether the file uses this component in JSX alone, and never with styles of its own. */
function isUsedPlainly(name: string, program: Node, { isStyle }: Names): boolean {
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

/** Names the function of src/app/ui/fixed-styles.ts, whose components take no styles of their own. */
export const FIXED_STYLES = 'fixedStyles';

/**
 * Finds the calls of that function, wherever they stand.
 * @throws {Error} if a recipe is not known: its component would be styled when the page runs
 */
function findFixed(program: Node, names: Names): Definition[] {
  const found: Definition[] = [];
  walk(program, (call) => {
    if (call.type !== 'CallExpression' || nameOf(call.callee) !== FIXED_STYLES) return;
    const [target, recipe] = nodesOf(call.arguments);
    const base = baseOf(recipe, names);
    if (!target || !base)
      throw new Error(`${FIXED_STYLES}: ${nameOf(recipe) ?? 'a recipe'} is not one of the build's.`);
    found.push({ call, target, base });
  });
  return found;
}

/** Finds the definitions of a file whose styles never change. */
export const findDefinitions = (program: Node, names: Names): Definition[] => [
  ...nodesOf(program.body).flatMap((statement) => {
    const definition = definitionOf(statement, names);
    return definition && isUsedPlainly(definition.name, program, names) ? [definition] : [];
  }),
  ...findFixed(program, names),
];
