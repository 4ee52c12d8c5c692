/** Includes an ASCII fallback for browsers that do not read the UTF-8 name. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w. ()-]/g, '_');
  const utf8 = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
