import { chanceMessage } from '#contract/rules/sentences.ts';
import type { Context } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { labelOf } from './leaks.wire.ts';
import { checkImage, tracedImageKey } from './receive-image.ts';
import { runTrace } from './run-trace.ts';
import { recordTrace } from './start-trace.ts';
import { changeTrace, findTrace, listFindings, type NewTrace } from './traces.queries.ts';

type Wanted = Pick<NewTrace, 'reason' | 'eventId' | 'albumId'> & { pictures: readonly Buffer[] };

/** Searches for whoever runs the machine, and returns the result in lines. It is on record like any other search. */
export async function traceFiles(context: Context, { pictures, ...wanted }: Wanted): Promise<string[]> {
  const { db, clock, storage } = context;
  for (const picture of pictures) await checkImage(picture);
  const { id } = await recordTrace(db, {
    ...wanted,
    pictures: pictures.length,
    startedBy: null,
    startedAt: clock.now(),
  });
  for (const [i, picture] of pictures.entries()) await storage.put(tracedImageKey(id, i + 1), picture);
  await changeTrace(db, id, { from: 'waiting', to: { state: 'running' } });
  await runTrace(context, id, new AbortController().signal);
  const trace = await findTrace(db, id);
  if (!trace || trace.state === 'failed') {
    throw new AppError('unprocessable', { message: trace?.failure ?? 'The search failed.' });
  }
  const read = `Search ${id}: ${trace.imagesRead ?? 0} of ${pictures.length} pictures look like a photo of ours.`;
  if (trace.state !== 'named')
    return [read, 'Not enough to say. Other pictures of the same leak may add enough.'];
  const findings = await listFindings(db, [id]);
  const people = await listPeople(
    db,
    findings.map(({ userId }) => userId),
  );
  return [
    read,
    findings.length > 1
      ? 'Copies of these accounts are in the leak:'
      : 'A copy of this account is in the leak:',
    ...findings.map(({ viewer, userId, imageId, firstAt, lastAt, chance }) => {
      const person = userId === null ? undefined : people.get(userId);
      const name = person ? `${person.email} (account ${userId})` : labelOf(viewer);
      return `  ${name}, shown photo ${imageId} from ${firstAt} to ${lastAt}, chance of error ${chanceMessage(chance)}`;
    }),
    'It does not say who posted it.',
  ];
}
