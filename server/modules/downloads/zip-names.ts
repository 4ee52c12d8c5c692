// Names inside a zip must be unique and valid on Windows, macOS and phones.

const FORBIDDEN = /[<>:"/\\|?*\p{C}]/gu;
const LONGEST_PART = 80;

/** Returns a name like "042 Northshore Royals", which sorts by performance order. */
export function albumFolderName(album: {
  performanceOrder: number;
  programName: string;
  teamName: string;
}): string {
  const team = clean(`${album.programName} ${album.teamName}`);
  return `${String(album.performanceOrder).padStart(3, '0')} ${team}`.trim();
}

/** Returns a name like "0007 IMG_1234.jpg"; the number makes it unique and keeps the order. */
export function photoName(position: number, fileName: string, extension: string): string {
  const stem = clean(fileName.replace(/\.\w{1,5}$/, ''));
  return `${String(position).padStart(4, '0')} ${stem}`.trim().concat('.', extension);
}

/** Windows removes dots and spaces at the end of a name and then cannot find the file. */
function clean(text: string): string {
  const plain = text.normalize('NFC').replace(FORBIDDEN, '_').replace(/\s+/g, ' ').trim();
  return [...plain]
    .slice(0, LONGEST_PART)
    .join('')
    .replace(/[. ]+$/, '');
}
