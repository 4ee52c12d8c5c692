// The Date header holds whole seconds. Several answers a fraction of a second apart narrow down where a second begins,
// so that the code on screen is right even when this computer's clock is not.

export type ClockSample = { sentAt: number; arrivedAt: number; serverSecondAt: number };
export type ServerClock = { offsetMs: number; isFromServer: boolean };

const SAMPLES = 5;
const PAUSE_MS = 210;

/** Returns the milliseconds to add to this computer's clock, or undefined without a sample. */
export function narrowOffset(samples: readonly ClockSample[]): number | undefined {
  if (samples.length === 0) return undefined;
  const least = Math.max(...samples.map(({ serverSecondAt, arrivedAt }) => serverSecondAt - arrivedAt));
  const most = Math.min(...samples.map(({ serverSecondAt, sentAt }) => serverSecondAt + 1_000 - sentAt));
  return Math.round((least + most) / 2);
}

async function takeSample(signal: AbortSignal): Promise<ClockSample | undefined> {
  const sentAt = Date.now();
  const answer = await fetch('/api/health', { cache: 'no-store', signal });
  const arrivedAt = Date.now();
  const serverSecondAt = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(serverSecondAt) ? undefined : { sentAt, arrivedAt, serverSecondAt };
}

export async function measureServerClock(signal: AbortSignal): Promise<ServerClock> {
  const samples: ClockSample[] = [];
  for (let taken = 0; taken < SAMPLES; taken += 1) {
    const sample = await takeSample(signal);
    if (sample) samples.push(sample);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const offsetMs = narrowOffset(samples);
  return { offsetMs: offsetMs ?? 0, isFromServer: offsetMs !== undefined };
}
