import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { readZip } from '#engines/zip/zip.ts';
import type { Context } from '#server/context.ts';
import { isAnyWithdrawn, openOriginal } from '#server/modules/images/album-originals.ts';
import { MissingOriginalError } from '#server/modules/images/clean-original.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { attachment, type Bytes } from '#server/platform/http/send-bytes.ts';
import { streamBytes } from '#server/platform/http/stream-bytes.ts';
import type { ByteRange } from '#server/platform/storage/storage.ts';
import { planZip, reportMissing, type ZipPlan } from './plan-zip.ts';
import { type AddressRow, findOpenRight, openAddress } from './zip-address.ts';
import { openMeter, type ZipMeter } from './zip-meter.ts';

const RECHECK_MS = 1000;

/** Serves any byte range, so that clients can resume. */
export async function openZip(
  context: Context,
  token: string,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
): Promise<Bytes> {
  const address = await openAddress(context, token);
  const plan = await planZip(context.db, address.albumId);
  if (!plan || plan.progress < 1) throw new AppError('download_link_expired');
  const { sizeBytes, etag } = plan.layout;
  const { servedEtag } = address;
  const isFreshStart = method === 'GET' && (servedEtag === null || headers.range === undefined);
  if (isFreshStart && servedEtag !== etag) {
    await context.db
      .updateTable('zipAddresses')
      .set({ servedEtag: etag, startedAt: sql`coalesce(started_at, ${context.clock.now()})` })
      .where('id', '=', address.id)
      .execute();
  }
  return {
    sizeBytes,
    etag,
    resumesByEtagOnly: servedEtag !== null && servedEtag !== etag,
    content: async (range) => {
      // Asked before anything is counted, so that an outage of the storage uses up no download.
      const [first] = plan.originals;
      if (first) await context.storage.stat(first.key);
      const meter = openMeter(context, plan, address, range.endExclusive - range.start);
      // Before the headers, so that a refusal can still be explained.
      await meter.take(1);
      return (response) => streamZip(context, plan, { address, range, meter }, response);
    },
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment(plan.name),
      'cache-control': 'private, no-store',
    },
  };
}

type Sending = { address: AddressRow; range: ByteRange; meter: ZipMeter };

/** Every byte is charged for before it is sent, because photos can be taken out of a zip that lacks its end. */
async function streamZip(
  context: Context,
  plan: ZipPlan,
  { address, range, meter }: Sending,
  response: ServerResponse,
): Promise<void> {
  const reader = readZip(plan.layout, range, (entry, start) => openEntry(context, plan, entry, start));
  const recheck = createRecheck(context, plan, address);
  try {
    let sentBytes = 0;
    await streamBytes(response, range.endExclusive - range.start, async (buffer) => {
      await recheck(reader.entry);
      sentBytes += buffer.length;
      await meter.take(sentBytes);
      await reader.fill(buffer);
    });
  } catch (error) {
    if (error instanceof MissingOriginalError) await reportMissing(context, plan.albumId, error);
    throw error;
  } finally {
    await reader.close();
    await meter.close();
  }
}

async function openEntry(context: Context, { originals }: ZipPlan, entry: number, start: number) {
  const original = originals[entry];
  if (!original) throw new RangeError(`the zip has no entry ${entry}`);
  return openOriginal(context, original, start);
}

/** Breaks the download off if a photo is hidden, or the right to the album ends, while the zip is being sent. */
function createRecheck(context: Context, { albumId, originals }: ZipPlan, address: AddressRow) {
  const imageIds = originals.map(({ imageId }) => imageId);
  let checkedAt = +context.clock.now();
  return async function recheck(entry: number): Promise<void> {
    if (+context.clock.now() - checkedAt < RECHECK_MS) return;
    checkedAt = +context.clock.now();
    if (await isAnyWithdrawn(context.db, albumId, imageIds.slice(entry))) {
      throw new Error('a photo was withdrawn while the zip was sent');
    }
    if (!(await findOpenRight(context, address))) throw new Error('the right ended while the zip was sent');
  };
}
