/** What is assumed about a busy weekend; every figure can be changed here. */
export const ASSUMED = {
  events: 10_000,
  framesPerEvent: 60_000,
  megabytesPerOriginal: 8,
  familiesPerEvent: 2_400,
  /** What one family does over the weekend. */
  perFamily: { logins: 0.3, homes: 6, albums: 4, views: 2, thumbs: 240, previews: 40, purchases: 0.3 },
  megabytesPerDownload: 900,
  hoursOfUploads: 24,
  /** The busiest hour has this share of the weekend's visits. */
  shareOfBusiestHour: 0.08,
  /** Machines are planned to be this busy in the busiest hour. */
  planned: 0.6,
  coresPerMachine: 16,
  dollars: { coreHour: 0.04, gigabyteMonth: 0.023, gigabyteOut: 0.01 },
} as const;

/** One call or one frame costs these seconds of processor time, in our processes and in PostgreSQL. */
export type Cost = { shop: number; database: number };

export type Measured = {
  login: Cost;
  home: Cost;
  album: Cost;
  view: Cost;
  thumb: Cost;
  preview: Cost;
  purchase: Cost;
  frame: Cost;
  bytesPerFrameInDatabase: number;
  renditionBytesPerFrame: number;
  renditionBytes: { thumb: number; preview: number };
};

export type Need = {
  apiCores: number;
  workerCores: number;
  databaseCores: number;
  pictureShare: number;
  databaseGigabytes: number;
  storageTerabytes: number;
  outTerabytes: number;
  callsPerSecond: number;
  dollars: { processors: number; storage: number; traffic: number };
};

/** Returns what the given number of events in one weekend needs. */
export function computeNeed(measured: Measured, events: number): Need {
  const { perFamily, dollars } = ASSUMED;
  const families = events * ASSUMED.familiesPerEvent;
  const deeds: [number, Cost][] = [
    [perFamily.logins, measured.login],
    [perFamily.homes, measured.home],
    [perFamily.albums, measured.album],
    [perFamily.views, measured.view],
    [perFamily.thumbs, measured.thumb],
    [perFamily.previews, measured.preview],
    [perFamily.purchases, measured.purchase],
  ];
  const inBusiestSecond = (families * ASSUMED.shareOfBusiestHour) / 3600;
  const cores = (seconds: number) => (seconds * inBusiestSecond) / ASSUMED.planned;
  const sumOf = (part: keyof Cost, those = deeds) =>
    those.reduce((sum, [count, cost]) => sum + count * cost[part], 0);
  const frames = events * ASSUMED.framesPerEvent;
  const framesPerSecond = frames / (ASSUMED.hoursOfUploads * 3600);
  const apiCores = cores(sumOf('shop'));
  const workerCores = (measured.frame.shop * framesPerSecond) / ASSUMED.planned;
  const databaseCores =
    cores(sumOf('database')) + (measured.frame.database * framesPerSecond) / ASSUMED.planned;
  const originalBytes = ASSUMED.megabytesPerOriginal * 1e6;
  const storageTerabytes = (frames * (originalBytes + measured.renditionBytesPerFrame)) / 1e12;
  const shownBytes =
    perFamily.thumbs * measured.renditionBytes.thumb + perFamily.previews * measured.renditionBytes.preview;
  const boughtBytes = perFamily.purchases * ASSUMED.megabytesPerDownload * 1e6;
  const outTerabytes = (families * (shownBytes + boughtBytes)) / 1e12;
  return {
    apiCores,
    workerCores,
    databaseCores,
    pictureShare: sumOf('shop', deeds.slice(4, 6)) / sumOf('shop'),
    databaseGigabytes: (frames * measured.bytesPerFrameInDatabase) / 1e9,
    storageTerabytes,
    outTerabytes,
    callsPerSecond: inBusiestSecond * deeds.reduce((sum, [count]) => sum + count, 0),
    dollars: {
      processors: (apiCores + workerCores + databaseCores) * 48 * dollars.coreHour,
      storage: storageTerabytes * 1000 * dollars.gigabyteMonth,
      traffic: outTerabytes * 1000 * dollars.gigabyteOut,
    },
  };
}

/** The most events in one weekend that a machine with so many cores carries, everything on it. */
export function eventsOn(measured: Measured, cores: number): number {
  const { apiCores, workerCores, databaseCores } = computeNeed(measured, 1000);
  return (cores * 1000) / (apiCores + workerCores + databaseCores);
}
