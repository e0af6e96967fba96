import { isStyles, type Styles } from './library-components.ts';
import { literal, type Node, nameOf, nodeOf, nodesOf } from './syntax-tree.ts';

/** Tells about the component library. */
export interface Library {
  /** Returns whether it takes a property as a style. */
  readonly isStyle: (name: string) => boolean;
  /** Returns the styles of a recipe of the theme by the name of its export. */
  readonly recipeStyles: (name: string) => object | undefined;
}

/** Tells about names of one file and of the component library. */
export interface Names extends Library {
  /** The names that the file imports from the component library. */
  readonly imported: ReadonlySet<string>;
  /** The values of the file's constants that are literal objects. */
  readonly constants: ReadonlyMap<string, Styles>;
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

/** Returns the constants of a file whose values are literal objects. */
function constantsOf(program: Node): ReadonlyMap<string, Styles> {
  const constants = new Map<string, Styles>();
  for (const statement of nodesOf(program.body)) {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') continue;
    for (const { id, init } of nodesOf(statement.declarations)) {
      const name = nameOf(id);
      const value = literal(nodeOf(init));
      if (name !== undefined && isStyles(value)) constants.set(name, value);
    }
  }
  return constants;
}

/** Returns the names of a file. */
export const namesOf = (program: Node, library: Library): Names => ({
  ...library,
  imported: libraryNames(program),
  constants: constantsOf(program),
});
