import { z } from 'zod';

const nodeShape = z.looseObject({ type: z.string(), start: z.number(), end: z.number() });
/** Represents one node of a syntax tree; what it holds is checked where it is read. */
export type Node = z.infer<typeof nodeShape>;

const isNode = (value: unknown): value is Node => nodeShape.safeParse(value).success;
export const nodeOf = (value: unknown): Node | undefined => (isNode(value) ? value : undefined);
export const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : [];
/** Returns the name of an identifier. */
export const nameOf = (value: unknown): string | undefined => {
  const node = nodeOf(value);
  return typeof node?.name === 'string' ? node.name : undefined;
};

/** Visits a node and all below it. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'type' || typeof value !== 'object' || value === null) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

/** Marks an expression that is not a literal. */
export const NOT_LITERAL = Symbol('not literal');

/** Evaluates a literal: text, number, boolean, or an object or array of literals. */
export function literal(node: Node | undefined): unknown {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'object' && node.value !== null ? NOT_LITERAL : node.value;
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      return literal(nodeOf(node.expression));
    case 'TemplateLiteral': {
      const quasi = nodesOf(node.quasis)[0];
      const cooked = z.object({ cooked: z.string() }).safeParse(quasi?.value);
      return nodesOf(node.expressions).length === 0 && cooked.success ? cooked.data.cooked : NOT_LITERAL;
    }
    case 'UnaryExpression': {
      const value = literal(nodeOf(node.argument));
      return node.operator === '-' && typeof value === 'number' ? -value : NOT_LITERAL;
    }
    case 'ArrayExpression': {
      const values = (Array.isArray(node.elements) ? node.elements : []).map((one) => literal(nodeOf(one)));
      return values.includes(NOT_LITERAL) ? NOT_LITERAL : values;
    }
    case 'ObjectExpression':
      return literalObject(node);
    default:
      return NOT_LITERAL;
  }
}

function literalObject(node: Node): unknown {
  const result: Record<string, unknown> = {};
  for (const property of nodesOf(node.properties)) {
    const key = nodeOf(property.key);
    const name = key?.type === 'Literal' ? String(key.value) : nameOf(key);
    const value = literal(nodeOf(property.value));
    if (property.type !== 'Property' || property.computed === true || name === undefined) return NOT_LITERAL;
    if (value === NOT_LITERAL) return NOT_LITERAL;
    result[name] = value;
  }
  return result;
}
