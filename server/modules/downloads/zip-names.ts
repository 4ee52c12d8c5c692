// Names inside a zip: clear, unique, and good on Windows, macOS and phones alike.

const FORBIDDEN = /[<>:"/\\|?*\p{C}]/gu;
const LONGEST_PART = 80;

/** "042 Northshore Royals": the order of the performance and who performed. */
export function albumFolderName(album: {
  performanceOrder: number;
  programName: string;
  teamName: string;
}): string {
  const team = clean(`${album.programName} ${album.teamName}`);
  return `${String(album.performanceOrder).padStart(3, '0')} ${team}`.trim();
}

/** "0007 IMG_1234.jpg": the number makes it unique and keeps the order of the day. */
export function photoName(position: number, fileName: string, extension: string): string {
  const stem = clean(fileName.replace(/\.\w{1,5}$/, ''));
  return `${String(position).padStart(4, '0')} ${stem}`.trim().concat('.', extension);
}

/** Windows cuts dots and spaces off the end of a name, and then does not find it again. */
function clean(text: string): string {
  const plain = text.normalize('NFC').replace(FORBIDDEN, '_').replace(/\s+/g, ' ').trim();
  return [...plain]
    .slice(0, LONGEST_PART)
    .join('')
    .replace(/[. ]+$/, '');
}
