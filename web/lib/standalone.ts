/** True where the site runs as an installed app, without the browser's own bars. */
export function isStandalone(): boolean {
  const isIosApp = (navigator as { standalone?: boolean }).standalone === true;
  return isIosApp || window.matchMedia?.('(display-mode: standalone)').matches === true;
}
