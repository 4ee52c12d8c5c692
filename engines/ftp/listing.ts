export type FtpFile = { name: string; sizeBytes: number; changedAt: Date };

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The lines of `ls -l`, which clients read although no standard says so. */
export function listLines(files: readonly FtpFile[]): string[] {
  return files.map(({ name, sizeBytes, changedAt }) => {
    const month = MONTHS[changedAt.getUTCMonth()];
    const day = String(changedAt.getUTCDate()).padStart(2);
    const time = changedAt.toISOString().slice(11, 16);
    return `-rw-r--r-- 1 camera camera ${String(sizeBytes).padStart(10)} ${month} ${day} ${time} ${name}\r\n`;
  });
}
