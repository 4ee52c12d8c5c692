import { isTextCountry } from '#contract/rules/text-countries.ts';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import { type Limit, takeHits } from '#server/platform/rate-limit.ts';

type TextContext = Pick<Context, 'db' | 'clock' | 'log'>;

const DAY_MINUTES = 24 * 60;
/** Numbers that differ only in these digits are one block. Fraud with paid texts asks for codes of whole blocks. */
const BLOCK_DIGITS = 4;
const WAYS_ON = 'Use your e-mail address, or try again later.';

/** Call it before a code is texted to a number that anybody may have typed. */
export async function allowCodeTo(context: TextContext, to: string): Promise<void> {
  const { text_countries: countries } = await getSettings(context);
  if (!isTextCountry(to, countries)) {
    const message = 'We cannot text numbers in this country. Use your e-mail address.';
    throw new AppError('invalid_request', { message, details: [{ path: 'to', message }] });
  }
  const key = `text-block:${to.slice(0, -BLOCK_DIGITS)}`;
  await countText(context, [
    { key, max: 20, minutes: 60 },
    { key, max: 60, minutes: DAY_MINUTES },
  ]);
}

/** Call it before every other text message; all of them count for the daily limit of the site. */
export async function countText(context: TextContext, limits: readonly Limit[] = []): Promise<void> {
  const { texts_per_day: max } = await getSettings(context);
  const refusal = { message: `We cannot send more text messages right now. ${WAYS_ON}` };
  // A limit of zero has no hit that could become free again.
  if (max === 0) throw new AppError('unavailable', refusal);
  try {
    await takeHits(context, [...limits, { key: 'texts', max, minutes: DAY_MINUTES }]);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    context.log.warn({ code: error.code }, 'a text message was not sent, because a limit is reached');
    throw new AppError(error.code, { ...refusal, ...(error.details && { details: error.details }) });
  }
}
