import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ROUTER_BUILD, withoutFramework } from '../../src/build/router-for-browsers.ts';

/** Returns the module of the installed router that holds its components. */
async function componentsOfRouter(): Promise<string> {
  const names = (await readdir(ROUTER_BUILD)).filter((name) => /^chunk-.*\.mjs$/.test(name));
  const modules = await Promise.all(names.map((name) => readFile(`${ROUTER_BUILD}/${name}`, 'utf8')));
  const [found] = modules.filter((code) => code.includes('LinkWithRef'));
  if (found === undefined) throw new Error('No module of the router holds its links.');
  return found;
}

it('the installed router keeps its links and loses what asks a server of its framework', async () => {
  const left = withoutFramework(await componentsOfRouter());
  expect(left).toContain('var Link = /* @__PURE__ */ React10.forwardRef(');
  expect(left).toContain('return link;');
  expect(left).not.toMatch(/^\w+\.displayName/m);
  expect(left.match(/createElement\(PrefetchPageLinks,/g)).toBeNull();
});

it('a router without one of the removed parts stops the build', () => {
  expect(() => withoutFramework('var Link = forward();')).toThrow('The router has nothing like');
});
