/**
 * By the identity of the argument, in a WeakMap. Building a schema and parsing the first record costs ten times as much
 * as parsing the next one.
 */
export function memoizeBy<K extends object, V>(create: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, V>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = create(key);
    cache.set(key, value);
    return value;
  };
}
