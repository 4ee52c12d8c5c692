import { z } from 'zod';
import { LANGUAGES, type Language } from '#contract/i18n.ts';
import type { Tx } from '#server/context.ts';
import type { ClaimTx } from '#server/modules/accounts/claim-address.ts';
import { languageOfAddress } from '#server/modules/accounts/find-people.ts';
import { openVerifiedAccount } from '#server/modules/accounts/register.ts';
import type { Challenged, LoggedIn, Visitor } from '#server/modules/accounts/sessions.ts';
import type { TeamSearch } from '#server/modules/catalogue/albums.ts';
import { findAlbumFacts, getEvent } from '#server/modules/catalogue/browse-albums.ts';
import { findOpenSiblings, getPosterAlbum } from '#server/modules/catalogue/posters.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { hashSecret, newLinkToken } from '#server/platform/security/secrets.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { awaitAlbum } from './start-at-album.ts';
import { addSubscription } from './team-subscriptions.ts';

export type Followed = {
  saved: boolean;
  /** The album to open now; null while the photos are not up. */
  album: number | null;
};

export async function followTeam(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { userId }: Pick<Actor, 'userId'>,
  code: string,
): Promise<Followed> {
  const { albumId, team } = await getPosterAlbum(tx.db, code);
  return saveTeam(tx, { userId, albumId, team });
}

export async function saveTeam(
  tx: Pick<Tx, 'db' | 'clock' | 'queue'>,
  { userId, albumId, team }: { userId: number; albumId: number; team: TeamSearch },
): Promise<Followed> {
  try {
    await addSubscription(tx, { userId }, team);
  } catch (error) {
    // The account already follows the maximum number of teams, so nothing was written.
    if (error instanceof AppError && error.code === 'too_many') return { saved: false, album: null };
    throw error;
  }
  const album = (await findOpenSiblings(tx.db, [albumId])).get(albumId) ?? null;
  if (album === null) await awaitAlbum(tx, { userId, albumId });
  return { saved: true, album };
}

const LINK_HOURS = 24;

/** The job does the same for every address, so neither the answer nor the mail reveals whether it has an account. */
export const mailFollowLink = defineJob({
  name: 'posters.mail-follow-link',
  payload: z.object({ email: z.string(), code: z.string(), language: z.enum(LANGUAGES).default('en') }),
  retries: 4,
});

type FollowLink = { email: string; code: string; language: Language };

export async function askToFollow(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  { isOverLimit, ...link }: FollowLink & { isOverLimit: boolean },
): Promise<void> {
  await getPosterAlbum(db, link.code);
  if (!isOverLimit) await queue.enqueue(db, mailFollowLink, link);
}

/**
 * Acts as the button on the poster's page said. The token is stored only as a hash, so a retried job sends a new one.
 */
export async function sendFollowLink(
  tx: Pick<Tx, 'db' | 'clock' | 'mail' | 'config' | 'log'>,
  { email, code, language, messageKey }: FollowLink & { messageKey: string },
): Promise<void> {
  const { albumId, eventId, team } = await getPosterAlbum(tx.db, code);
  const event = await getEvent(tx.db, eventId);
  const token = newLinkToken();
  const createdAt = tx.clock.now();
  const expiresAt = minutesFrom(createdAt, LINK_HOURS * 60);
  const request = { email, albumId, tokenHash: hashSecret(token), createdAt, expiresAt };
  await tx.db.insertInto('followRequests').values(request).execute();
  const { i18n, siteName, frame } = await mailMessages(
    tx,
    (await languageOfAddress(tx.db, email)) ?? language,
  );
  const values = { siteName, team: `${team.programName} ${team.teamName}`, event: event.name };
  const isUp = (await findOpenSiblings(tx.db, [albumId])).has(albumId);
  const subject = isUp
    ? i18n.t('See the photos of {team}', values)
    : i18n.t('Confirm your email for photos of {team}', values);
  const content = composeMail(
    {
      title: subject,
      paragraphs: [
        isUp
          ? i18n.t('The photos of {team} at {event} are up. The button takes you straight to them.', values)
          : i18n.t('Tap the button and we’ll tell you when the photos of {team} at {event} are up.', values),
      ],
      button: {
        label: isUp ? i18n.t('See the photos') : i18n.t('Tell me when photos are up'),
        url: `${tx.config.publicUrl}/e/${code}?follow=${token}`,
      },
      note: i18n.t(
        'The button works once within {hours} hours. It logs you in to {siteName}, and by tapping it you agree to our terms of use and privacy notice. Didn’t ask for this? Ignore this email and nothing happens.',
        { siteName, hours: LINK_HOURS },
      ),
    },
    frame,
  );
  await tx.mail.send({ key: messageKey, to: email, subject, purpose: 'asked', ...content });
}

/** Following the link shows that its reader owns the mailbox, so the address is verified. */
export async function confirmFollow(
  tx: ClaimTx & Pick<Tx, 'jwt'>,
  visitor: Visitor,
  token: string,
): Promise<{ result: LoggedIn | Challenged; followed: Followed }> {
  // Deleting the request gives it to exactly one of several concurrent callers.
  const request = await tx.db
    .deleteFrom('followRequests')
    .where('tokenHash', '=', hashSecret(token))
    .where('expiresAt', '>', tx.clock.now().toISOString())
    .returning(['email', 'albumId'])
    .executeTakeFirst();
  const album = request && (await findAlbumFacts(tx.db, request.albumId));
  if (!album) throw new AppError('link_invalid');
  const { userId, result } = await openVerifiedAccount(tx, visitor, request.email);
  const { programName, teamName, divisionName } = album;
  const team = { programName, teamName, divisionName };
  return { result, followed: await saveTeam(tx, { userId, albumId: album.id, team }) };
}

export async function deleteFollowRequestsTo(db: Db, email: string): Promise<void> {
  await db.deleteFrom('followRequests').where('email', '=', email).execute();
}

export async function deleteExpiredRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('followRequests').where('expiresAt', '<=', now.toISOString()).execute();
}
