import { PASS_ENDED, PASS_HEADER, passEndpoints } from '#contract/endpoints/passes.ts';
import { callApi } from '#web/lib/api.ts';
import { formatCount } from '#web/lib/formats.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { passSearch, useSearchState } from '#web/lib/search-params.ts';
import { ClockPanel } from './clock-face.tsx';
import { sendByTus } from './send-files.ts';
import { UploadPanel } from './upload-panel.tsx';
import { createUploadQueue, keepUploading, type UploadQueue } from './upload-queue.ts';
import { REAL_TIME, storedUploadMemory, type UploadEnded } from './upload-store.ts';

/** A pass belongs to one event, whose number its photographer need not know. */
const OWN_EVENT = 0;

type PassUploadProps = { token: string; eventName: string; filesLeft: number };

export function PassUpload({ token, eventName, filesLeft }: PassUploadProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <UploadPanel
        queue={passUploadsOf(token)}
        memory={passMemory}
        target={{ eventId: OWN_EVENT, eventName, albumId: null, albumName: null }}
        hint={`JPEG, PNG, WebP or TIFF, up to 80 MB each. Photos are filed by their capture time. You can upload ${formatCount(filesLeft)} more.`}
        canReview={false}
      />
    </div>
  );
}

/** The secret is not part of the key, so it is not kept on the device. */
const passMemory = storedUploadMemory('PASS_UPLOAD');

const ENDED: UploadEnded = { status: 404, message: `${PASS_ENDED} Photos that were uploaded are safe.` };
const queues = new Map<string, UploadQueue>();

/** The queue of a pass lives outside React, so that an upload continues while its photographer opens another tab. */
function passUploadsOf(token: string): UploadQueue {
  const known = queues.get(token);
  if (known) return known;
  const queue = createUploadQueue({
    openBatch: (_target, totalFiles) =>
      callApi(passEndpoints.openPassBatch, { body: { token, total_files: totalFiles } }),
    getBatch: (batch) => callApi(passEndpoints.getPassBatch, { body: { token, batch }, retry: false }),
    sendFile: sendByTus({ endedStatus: ENDED.status, readHeaders: () => ({ [PASS_HEADER]: token }) }),
    ended: ENDED,
    memory: passMemory,
    ...REAL_TIME,
  });
  queue.subscribe(() => {
    if (queue.read().phase === 'done') void queryClient.invalidateQueries({ queryKey: ['pass', token] });
  });
  keepUploading(queue);
  queues.set(token, queue);
  return queue;
}

/** The clock code as a photographer shows it on a second screen. */
export function PassClock({ event }: { event: { name: string; time_zone: string } }) {
  const { search, change } = useSearchState(passSearch);
  return (
    <section aria-label="Clock" className="grid justify-items-center gap-4 text-center">
      <p className="max-w-[56ch] text-15 text-ink-2">
        Open this page on a second screen and photograph the code once with each of your cameras. Upload that
        photo with the others. It corrects the camera’s time, for earlier photos too.
      </p>
      <ClockPanel
        event={event}
        isFullScreen={search.screen === 'true'}
        onFullScreen={(isFull) => void change({ screen: isFull ? 'true' : undefined }, { push: isFull })}
      />
    </section>
  );
}
