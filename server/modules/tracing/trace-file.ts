import type { Context } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { AppError } from '#server/platform/errors.ts';
import { checkPicture, tracedPictureKey } from './receive-picture.ts';
import { runTrace } from './run-trace.ts';
import { recordTrace } from './start-trace.ts';
import { changeTrace, findTrace, listFindings, type NewTrace } from './traces.queries.ts';
import { labelOf } from './tracing.wire.ts';

type Wanted = Pick<NewTrace, 'reason' | 'eventId' | 'albumId'> & { leak: Buffer };

/** Traces a file for whoever runs the machine, and returns the result in lines. It is on record like any other. */
export async function traceFile(context: Context, { leak, ...wanted }: Wanted): Promise<string[]> {
  const { db, clock, storage } = context;
  await checkPicture(leak);
  const { id } = await recordTrace(db, { ...wanted, startedBy: null, startedAt: clock.now() });
  await storage.put(tracedPictureKey(id), leak);
  await changeTrace(db, id, { from: 'waiting', to: { state: 'running' } });
  await runTrace(context, id, new AbortController().signal);
  const trace = await findTrace(db, id);
  if (!trace || trace.state === 'failed') {
    throw new AppError('unprocessable', { message: trace?.failure ?? 'The search failed.' });
  }
  if (trace.state !== 'named') return [`Trace ${id}: not enough to say.`];
  const findings = await listFindings(db, [id]);
  const people = await listPeople(
    db,
    findings.map(({ userId }) => userId),
  );
  return [
    `Trace ${id}: photo ${trace.imageId}. ${findings.length > 1 ? 'These accounts were shown these copies:' : 'This account was shown this copy:'}`,
    ...findings.map(({ viewer, userId, firstAt, lastAt, chance }) => {
      const person = userId === null ? undefined : people.get(userId);
      const name = person ? `${person.email} (account ${userId})` : labelOf(viewer);
      return `  ${name}, shown ${firstAt} to ${lastAt}, chance of error below ${chance.toExponential(0)}`;
    }),
    'It does not say who posted it.',
  ];
}
