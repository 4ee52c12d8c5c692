import type { Context } from '#server/context.ts';
import { prepareAlbumJob } from '#server/modules/catalogue/prepare-soon.ts';
import { onJob } from '#server/platform/queue.ts';
import { prepareAlbum } from './prepare-album.ts';
import { remakeMarks, remakeMarksJob } from './remake-marks.ts';

export function imageJobs(context: Context) {
  return [
    onJob(prepareAlbumJob, (wanted, { signal }) => prepareAlbum(context, wanted, signal)),
    onJob(remakeMarksJob, (remake, { signal }) => remakeMarks(context, remake, signal)),
  ];
}
