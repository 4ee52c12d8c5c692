import { availableParallelism, cpus, loadavg } from 'node:os';
import { ASSUMED, type Cost, computeNeed, eventsOn, type Measured, type Need } from './model.ts';

const ROWS: { name: string; key: keyof Measured & string }[] = [
  { name: 'log-in', key: 'login' },
  { name: 'home with 5 found albums', key: 'home' },
  { name: 'one album', key: 'album' },
  { name: 'find and view an album', key: 'view' },
  { name: 'thumb', key: 'thumb' },
  { name: 'preview', key: 'preview' },
  { name: 'add a card, quote and buy an album (with the sandbox of the card provider)', key: 'purchase' },
  { name: 'frame of 24 megapixels: upload, renditions, faces', key: 'frame' },
];

/** Writes docs/capacity.md. */
export function describeCapacity(measured: Measured): string {
  const { perFamily } = ASSUMED;
  const need = computeNeed(measured, ASSUMED.events);
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`;
  return `# Capacity

This page is the output of \`npm run bench:capacity\` (${machine}). Processor time hardly depends on how busy the machine
is, but a busy one still adds some.

## Measured

| what | milliseconds of processor time | of that in PostgreSQL |
|---|---|---|
${ROWS.map(({ name, key }) => costRow(name, measured[key] as Cost)).join('\n')}

A frame takes ${measured.bytesPerFrameInDatabase.toFixed(0)} bytes in the database (table and indexes, without faces) and ${kilobytes(measured.renditionBytesPerFrame)} of
renditions. A thumb has ${kilobytes(measured.renditionBytes.thumb)}, a preview ${kilobytes(measured.renditionBytes.preview)}.

## Assumed

An event has ${count(ASSUMED.framesPerEvent)} frames of ${ASSUMED.megabytesPerOriginal} MB and ${count(ASSUMED.familiesPerEvent)} families who visit. A family logs in ${perFamily.logins} times, opens the home
page ${perFamily.homes} times, looks at ${perFamily.albums} albums, views ${perFamily.views}, sees ${perFamily.thumbs} thumbs and ${perFamily.previews} previews, and ${Math.round(perFamily.purchases * 100)} of 100 buy an album of
${ASSUMED.megabytesPerDownload} MB. The busiest hour has ${Math.round(ASSUMED.shareOfBusiestHour * 100)} % of the visits, uploads take ${ASSUMED.hoursOfUploads} hours, and machines are planned to be ${Math.round(ASSUMED.planned * 100)} % busy then.
Prices: $${ASSUMED.dollars.coreHour} per core and hour, $${ASSUMED.dollars.gigabyteMonth} per GB and month, $${ASSUMED.dollars.gigabyteOut} per GB sent. The figures are in
\`bench/capacity/model.ts\`; change them there.

## One machine

${[2, ASSUMED.coresPerMachine].map((cores) => `- ${cores} cores, everything on it: ${eventsOn(measured, cores).toFixed(1)} events in one weekend.`).join('\n')}

## ${count(ASSUMED.events)} events in one weekend

${describeNeed(need)}
`;
}

function describeNeed(need: Need): string {
  const { dollars } = need;
  const machines = (cores: number) =>
    `${count(cores)} cores (${count(cores / ASSUMED.coresPerMachine)} machines of ${ASSUMED.coresPerMachine})`;
  return `| what | need |
|---|---|
| calls in the busiest second | ${count(need.callsPerSecond)} |
| API processes, one per core | ${machines(need.apiCores)}; ${Math.round(need.pictureShare * 100)} % of it serves pictures, which a front server or CDN takes over |
| workers, one per core | ${machines(need.workerCores)} |
| PostgreSQL | ${machines(need.databaseCores)}, ${count(need.databaseGigabytes)} GB of frames |
| storage | ${count(need.storageTerabytes)} TB |
| sent | ${count(need.outTerabytes)} TB |
| processors for 48 hours | $${count(dollars.processors)} |
| storage for a month | $${count(dollars.storage)} |
| traffic | $${count(dollars.traffic)} |

More cores of PostgreSQL than one server has mean that events must be spread over several databases (several sites).
${limitsOfOne(need)}`;
}

const MOST_CORES_OF_ONE_SERVER = 96;

function limitsOfOne({ databaseCores }: Need): string {
  const sites = Math.max(1, Math.ceil(databaseCores / MOST_CORES_OF_ONE_SERVER));
  return `With ${MOST_CORES_OF_ONE_SERVER} cores per database server that is ${sites} ${sites === 1 ? 'site' : 'sites'}.`;
}

function costRow(name: string, { shop, database }: Cost): string {
  return `| ${name} | ${((shop + database) * 1000).toFixed(2)} | ${(database * 1000).toFixed(2)} |`;
}

function count(value: number): string {
  return Math.ceil(value).toLocaleString('en-US');
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
