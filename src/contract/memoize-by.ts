/**
 * The same answer for the same object, made when it is first asked for. For what is built of a declaration: to build a shape and to
 * parse the first record with it costs ten times what parsing the next one does.
 */
export function memoizeBy<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const one = make(of);
    made.set(of, one);
    return one;
  };
}
