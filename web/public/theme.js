// Runs before the first paint, so that a chosen appearance never flashes; the rest is web/lib/theme.ts.
try {
  const chosen = localStorage.getItem('THEME');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is closed to us: the system's appearance holds.
}
