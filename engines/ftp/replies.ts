export type Reply = [code: number, text: string];

const FEATURES = ['AUTH TLS', 'EPSV', 'PASV', 'PBSZ', 'PROT', 'REST STREAM', 'SIZE', 'UTF8'];
export const FEATURE_LINES = `211-Features\r\n ${FEATURES.join('\r\n ')}\r\n211 End\r\n`;

/** Commands whose reply depends only on their argument. Clients that know others, such as MLSD, do without them. */
export const SIMPLE_COMMANDS = new Map<string, (argument: string) => Reply>([
  ['PBSZ', () => [200, 'PBSZ=0']],
  ['SYST', () => [215, 'UNIX Type: L8']],
  ['OPTS', (option) => (/^UTF8( ON)?$/i.test(option) ? [200, 'UTF8 is always on'] : [501, 'No such option'])],
  ['NOOP', () => [200, 'Still here']],
  ['QUIT', () => [221, 'Goodbye']],
  [
    'TYPE',
    (type) => (/^(I|A|A N|L 8)$/i.test(type) ? [200, 'Files arrive as they are'] : [504, 'Use TYPE I']),
  ],
  ['MODE', (mode) => (/^S$/i.test(mode) ? [200, 'Stream'] : [504, 'Use MODE S'])],
  ['STRU', (structure) => (/^F$/i.test(structure) ? [200, 'Files'] : [504, 'Use STRU F'])],
  ['ALLO', () => [202, 'Not needed']],
  ['RETR', () => [550, 'Photos only go in here']],
  ['DELE', () => [550, 'Photos that arrived stay here. The photo team can remove them']],
  ['RMD', () => [550, 'Folders stay here']],
  ['MDTM', () => [550, 'This server does not know the time of a file']],
  ['PORT', () => [502, 'Turn on passive mode in the camera']],
  ['EPRT', () => [502, 'Turn on passive mode in the camera']],
  ['ABOR', () => [226, 'Stopped']],
]);

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
