import { timingSafeEqual } from 'node:crypto';
import { DELETION_CODE_DIGITS } from '#contract/endpoints/privacy.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { countText } from '#server/modules/accounts/phone.ts';
import { mailMessages, sendAskedMail } from '#server/modules/settings/mail-messages.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { hashSecret, randomDigits } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';

const CODE_MINUTES = 10;
const MAX_TRIES = 5;

/** For people who have no password, or do not know it. Sent directly: a job would store the code. */
export async function sendDeletionCode(
  context: Context,
  { userId }: Actor,
): Promise<{ to: string; expiresAt: Date }> {
  const { db, clock } = context;
  const person = await findAddressee(db, userId);
  if (!person) throw new AppError('token_invalid');
  const code = randomDigits(DELETION_CODE_DIGITS);
  const expiresAt = minutesFrom(clock.now(), CODE_MINUTES);
  const fresh = { codeHash: hashSecret(code), tries: 0, expiresAt };
  await db
    .insertInto('deletionCodes')
    .values({ userId, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh))
    .execute();
  const key = `deletion-code-${userId}-${expiresAt.getTime()}`;
  if (person.textsTo !== undefined) {
    const { i18n, siteName } = await mailMessages(context, person.language);
    const text = i18n.t(
      '{code} is your code to delete your {siteName} account. Don’t share it with anyone.',
      {
        code,
        siteName,
      },
    );
    await countText(context);
    await context.sms.send({ key, to: person.textsTo, text });
    return { to: person.textsTo, expiresAt };
  }
  await sendAskedMail(context, { ...person, key }, ({ i18n, siteName }) => ({
    subject: i18n.t('{code} is your code to delete your {siteName} account', { code, siteName }),
    paragraphs: [
      i18n.t('Enter the code {code} to delete your account. It works for {minutes} minutes.', {
        code,
        minutes: CODE_MINUTES,
      }),
      i18n.t('If you didn’t ask for this, don’t share the code with anyone, and set a new password.'),
    ],
    button: { label: i18n.t('Set a new password'), url: `${context.config.publicUrl}/PasswordReset` },
  }));
  return { to: person.email, expiresAt };
}

/** The code stays valid when the deletion is refused for another reason, and goes with the account. */
export async function isDeletionCode(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  code: string,
): Promise<boolean> {
  // The try is counted before anything is compared, so that parallel guesses cannot exceed the limit.
  const row = await db
    .updateTable('deletionCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('tries', '<', MAX_TRIES)
    .where('expiresAt', '>', clock.now().toISOString())
    .returning('codeHash')
    .executeTakeFirst();
  return row !== undefined && timingSafeEqual(row.codeHash, hashSecret(code));
}
