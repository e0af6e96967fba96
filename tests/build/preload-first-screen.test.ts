import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { preloadFirstScreen } from '../../src/build/preload-first-screen.ts';

const modules = {
  'start.js': 'src/app/main.tsx',
  'sign-in.js': 'src/app/features/sign-in/routes.tsx',
  'arabic.js': 'src/app/arabic/start.ts',
  'screens.js': 'src/app/screens.tsx',
  'frame.js': 'src/app/shell/dashboard-shell.tsx',
  'device.js': 'src/app/shell/local-services.ts',
  'list.js': 'src/app/resources/resource-list-page.tsx',
  'dashboard.js': 'src/app/features/dashboard/dashboard-page.tsx',
};

const ENTRY = '<script type="module" src="/start.js"></script><link rel="stylesheet" href="/style.css">';

/** Returns the page of a build that has one file for each module; all import the first one. */
function built(html: string): string {
  const files = Object.entries(modules).map(([fileName, id]) => {
    const imports = fileName === 'start.js' ? [] : ['start.js'];
    return [fileName, { type: 'chunk', fileName, moduleIds: [`/desk/${id}`], imports }];
  });
  const { handler } = preloadFirstScreen('session').transformIndexHtml as unknown as {
    handler(html: string, context: object): string;
  };
  return handler(html, { bundle: Object.fromEntries(files) });
}

const script = () => /<script>(.*?)<\/script>/s.exec(built(ENTRY))?.[1] ?? '';

function requested(pathname: string, session: string | null, lang = 'en', controller?: object): string[] {
  const links: { href: string }[] = [];
  const page = {
    localStorage: { getItem: () => session },
    location: { pathname },
    navigator: { serviceWorker: { controller } },
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
    expect(requested('/students', null)).toEqual(['/sign-in.js']);
  });

  it('after sign-in: those of the frame, and of the list or dashboard', () => {
    expect(requested('/', '{}')).toEqual(['/screens.js', '/frame.js', '/dashboard.js']);
    expect(requested('/students', '{}')).toEqual(['/screens.js', '/frame.js', '/list.js']);
    expect(requested('/sync', '{}')).toEqual(['/screens.js', '/frame.js']);
  });

  it('with the databases of a device that has the files already', () => {
    expect(requested('/sync', '{}', 'en', {})).toEqual(['/screens.js', '/frame.js', '/device.js']);
  });
});

describe('the tags of the built page', () => {
  it('request the files before the style sheet, which holds up later scripts', () => {
    const page = built(`<head>${ENTRY}</head>`);
    expect(page.indexOf('modulepreload')).toBeGreaterThan(0);
    expect(page.indexOf('modulepreload')).toBeLessThan(page.indexOf('stylesheet'));
  });
});
