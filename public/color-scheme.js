// Runs before the first paint, so that a dark screen never flashes white. An own file: the security policy forbids inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('branch-desk.color-scheme');
  } catch {
    // A browser without storage follows the device.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  document.querySelector('meta[name="theme-color"]').content = dark ? '#1e1c1a' : '#ffffff';
})();
