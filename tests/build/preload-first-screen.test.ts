import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { preloadFirstScreen } from '../../src/build/preload-first-screen.ts';

const modules = {
  'start.js': 'src/app/main.tsx',
  'sign-in.js': 'src/app/features/sign-in/sign-in-start.tsx',
  'arabic.js': 'src/app/arabic/start.ts',
  'routes.js': 'src/app/routes.tsx',
  'frame.js': 'src/app/shell/dashboard-shell.tsx',
  'device.js': 'src/app/shell/local-services.ts',
  'list.js': 'src/app/resources/resource-list-page.tsx',
  'dashboard.js': 'src/app/features/dashboard/dashboard-page.tsx',
};

/** Returns the script of a build that has one file for each module; all import the first one. */
function script(): string {
  const files = Object.entries(modules).map(([fileName, id]) => {
    const imports = fileName === 'start.js' ? [] : ['start.js'];
    return [fileName, { type: 'chunk', fileName, moduleIds: [`/desk/${id}`], imports }];
  });
  const { handler } = preloadFirstScreen('session').transformIndexHtml as unknown as {
    handler(html: string, context: object): readonly { readonly children: string }[];
  };
  return handler('', { bundle: Object.fromEntries(files) })[0]?.children ?? '';
}

/** Returns the files that the script requests on a page. */
function requested(pathname: string, session: string | null, lang = 'en'): readonly string[] {
  const links: { href: string }[] = [];
  const page = {
    localStorage: { getItem: () => session },
    location: { pathname },
    navigator: {},
    document: {
      documentElement: { lang },
      createElement: () => ({ href: '' }),
      head: { append: (link: { href: string }) => links.push(link) },
    },
  };
  runInContext(script(), createContext(page));
  return links.map(({ href }) => href);
}

describe('the files of the first screen are requested at once', () => {
  it('before sign-in: those of the sign-in page, and Arabic texts for whom reads them', () => {
    expect(requested('/auth', null)).toEqual(['/sign-in.js']);
    expect(requested('/', null, 'ar')).toEqual(['/arabic.js', '/sign-in.js']);
    expect(requested('/students', null)).toEqual([]);
  });

  it('after sign-in: those of the frame, and of the list or dashboard', () => {
    expect(requested('/', '{}')).toEqual(['/routes.js', '/frame.js', '/dashboard.js']);
    expect(requested('/students', '{}')).toEqual(['/routes.js', '/frame.js', '/list.js']);
  });
});
