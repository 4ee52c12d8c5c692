import { chanceMessage } from '#contract/rules/sentences.ts';
import type { Context } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  changeLeakSearch,
  findLeakSearch,
  listFindings,
  type NewLeakSearch,
} from './leak-searches.queries.ts';
import { runLeakSearch } from './run-leak-search.ts';
import { labelOf } from './show-leak-search.ts';
import { checkImage, leakedImageKey, recordLeakSearch } from './start-leak-search.ts';

type Wanted = Pick<NewLeakSearch, 'reason' | 'eventId' | 'albumId'> & { pictures: readonly Buffer[] };

/** Runs a search from the command line and returns the result in lines. It is recorded like any other search. */
export async function searchLeakedFiles(
  context: Context,
  { pictures, ...wanted }: Wanted,
): Promise<string[]> {
  const { db, clock, storage } = context;
  for (const picture of pictures) await checkImage(picture);
  const { id } = await recordLeakSearch(db, {
    ...wanted,
    pictures: pictures.length,
    startedBy: null,
    startedAt: clock.now(),
  });
  for (const [i, picture] of pictures.entries()) await storage.put(leakedImageKey(id, i + 1), picture);
  await changeLeakSearch(db, id, { from: 'waiting', to: { state: 'running' } });
  await runLeakSearch(context, id, new AbortController().signal);
  const leakSearch = await findLeakSearch(db, id);
  if (!leakSearch || leakSearch.state === 'failed') {
    throw new AppError('unprocessable', { message: leakSearch?.failure ?? 'The search failed.' });
  }
  const read = `Search ${id}: ${leakSearch.imagesRead ?? 0} of ${pictures.length} pictures look like a photo of ours.`;
  if (leakSearch.state !== 'named')
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
