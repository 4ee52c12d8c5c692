import { OutageError } from '#server/platform/http/errors.ts';
import type { Log } from '#server/platform/operations/log.ts';
import { PaymentUnknown } from './payment-types.ts';
import { isMissing } from './read-answer.ts';

/** A run without the provider has not done its work: it starts again soon and counts as failed, but is no failed job. */
export async function needingProvider<T>(context: T, work: (context: T) => Promise<void>): Promise<void> {
  try {
    await work(context);
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error;
    throw new OutageError('the card provider did not answer', { cause: error });
  }
}

/** An event can be about a deleted test object or about another account. Then there is nothing to do, today or later. */
export async function unlessMissing(
  { log }: { log: Log },
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isMissing(error)) throw error;
    log.warn({ id, err: error }, 'the card provider sent an event about what it does not know');
  }
}
