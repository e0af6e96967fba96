/**
 * The oldest browsers that the product promises to run in. The build targets them; index.html shows a page in older
 * ones.
 */
export const oldestBrowsers = { chrome: '111', firefox: '128', safari: '16.4' } as const;

export const buildTargets = Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`);
