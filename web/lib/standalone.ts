/** True where the site runs as an installed app, without the browser's own bars. */
export function isStandalone(): boolean {
  // The first page is rendered without a browser.
  if (typeof window === 'undefined') return false;
  const isIosApp = (navigator as { standalone?: boolean }).standalone === true;
  return isIosApp || window.matchMedia?.('(display-mode: standalone)').matches === true;
}
