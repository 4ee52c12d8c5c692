import { OutageError } from '#server/platform/http/errors.ts';
import { PaymentUnknown } from './payment-types.ts';

/** A run without the provider has not done its work: it starts again soon and counts as failed, but is no failed job. */
export async function needingProvider<T>(context: T, work: (context: T) => Promise<void>): Promise<void> {
  try {
    await work(context);
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error;
    throw new OutageError('the card provider did not answer', { cause: error });
  }
}
