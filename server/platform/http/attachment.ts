/** A content-disposition that saves the file under its name, whatever letters are in it. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w. ()-]/g, '_');
  const utf8 = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
