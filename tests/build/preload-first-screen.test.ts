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

/** Returns the script that the build adds. */
const script = () => /<script>(.*?)<\/script>/s.exec(built(ENTRY))?.[1] ?? '';

interface Started {
  readonly requested: readonly string[];
  readonly classes: readonly string[];
}

/** Runs the script on a page. */
function started(pathname: string, session: string | null, lang = 'en'): Started {
  const links: { href: string }[] = [];
  const classes: string[] = [];
  const classList = { toggle: (name: string, isSet: boolean) => isSet && classes.push(name) };
  const page = {
    localStorage: { getItem: () => session },
    location: { pathname },
    navigator: {},
    document: {
      documentElement: { lang, classList },
      createElement: () => ({ href: '' }),
      head: { append: (link: { href: string }) => links.push(link) },
    },
  };
  runInContext(script(), createContext(page));
  return { requested: links.map(({ href }) => href), classes };
}

const requested = (...page: Parameters<typeof started>) => started(...page).requested;

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

describe('the skeleton of the sign-in page', () => {
  it('is shown where that page will be, and nowhere else', () => {
    expect(started('/auth', null).classes).toEqual(['at-sign-in']);
    expect(started('/', null).classes).toEqual(['at-sign-in']);
    expect(started('/auth/reset-password', null).classes).toEqual([]);
    expect(started('/students', null).classes).toEqual([]);
    expect(started('/', '{}').classes).toEqual([]);
  });
});

describe('the tags of the built page', () => {
  it('request the files before the style sheet, which holds up later scripts', () => {
    const page = built(`<head>${ENTRY}</head>`);
    expect(page.indexOf('modulepreload')).toBeGreaterThan(0);
    expect(page.indexOf('modulepreload')).toBeLessThan(page.indexOf('stylesheet'));
  });

  it('give the style sheet precedence over the app', () => {
    expect(built(ENTRY)).toContain('<script type="module" fetchpriority="low" src="/start.js">');
  });

  it('are refused if they load no module', () => {
    expect(() => built('<head></head>')).toThrow('loads no module');
  });
});
