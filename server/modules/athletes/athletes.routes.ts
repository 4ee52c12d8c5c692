import type { FastifyInstance } from 'fastify';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { saveChoice } from '#server/modules/notifications/alert-choices.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { languageOf } from '#server/platform/http/language-of.ts';
import { orderRows } from '#server/platform/lists/order-rows.ts';
import { addReferencePhoto } from './add-reference-photo.ts';
import { findReferencePhoto } from './athletes.queries.ts';
import {
  addAthlete,
  decideMatch,
  giveConsent,
  listAthletes,
  lockOwnAthlete,
  showAthlete,
} from './athletes.ts';
import { toWireReferencePhoto } from './athletes.wire.ts';
import { deleteAthlete, deleteAthletes, deleteReferencePhoto, withdrawConsent } from './erase-athlete.ts';
import { exportAthlete } from './export-athletes.ts';
import { countAlbumAthletes, findAthleteImages, listAthletesInAlbum } from './find-matches.ts';
import { openReferenceImage } from './template-vault.ts';

export function athleteRoutes(app: FastifyInstance, context: Context, purchases: Purchases): void {
  const withPurchases = { ...context, purchases };

  handle(app, athleteEndpoints.listAthletes, async ({ actor, query }) => {
    const athletes = await inTransaction(withPurchases, (tx) =>
      listAthletes(tx, actor, {
        ...(query.user_eq === undefined ? {} : { userId: query.user_eq }),
        deleted: query.deleted_eq === 'true',
      }),
    );
    return orderRows(athletes, query);
  });
  handle(app, athleteEndpoints.addAthlete, async ({ actor, body, request }) => {
    const consent = { ...body.consent, language: languageOf(request) };
    const added = { name: body.name, teamName: body.team_name || null, consent };
    const athleteId = await inTransaction(context, (tx) => addAthlete(tx, actor, added));
    return showAthlete(withPurchases, athleteId);
  });
  handle(app, athleteEndpoints.giveConsent, async ({ actor, params, body, request }) => {
    const consent = { ...body, language: languageOf(request) };
    await inTransaction(context, (tx) => giveConsent(tx, actor, { athleteId: params.id, consent }));
    return showAthlete(withPurchases, params.id);
  });
  handle(app, athleteEndpoints.withdrawConsent, async ({ actor, params }) => {
    await withdrawConsent(context, actor, params.id);
    return showAthlete(withPurchases, params.id);
  });
  handle(app, athleteEndpoints.deleteAthlete, ({ actor, params }) =>
    deleteAthlete(context, actor, params.id),
  );
  handle(app, athleteEndpoints.deleteAthletes, async ({ actor, query }) => ({
    deleted: await deleteAthletes(context, actor, query.user_eq),
  }));
  handle(app, athleteEndpoints.exportAthlete, ({ actor, params }) =>
    exportAthlete(withPurchases, actor, params.id),
  );

  handle(app, athleteEndpoints.chooseAlerts, async ({ actor, params, body }) => {
    const { shows_name: showsName, shows_picture: showsPicture, ...channels } = body;
    await inTransaction(context, async (tx) => {
      await lockOwnAthlete(tx.db, actor.userId, params.id);
      const choice = { ...channels, showsName, showsPicture };
      await saveChoice(tx, { userId: actor.userId, athleteId: params.id }, choice);
    });
  });
  handle(app, athleteEndpoints.findAthleteImages, ({ actor, params }) =>
    findAthleteImages(withPurchases, actor, params.id),
  );
  handle(app, athleteEndpoints.albumAthletes, ({ actor }) => countAlbumAthletes(withPurchases, actor));
  handle(app, athleteEndpoints.athletesInAlbum, ({ actor, params }) =>
    listAthletesInAlbum(withPurchases, actor, params.id),
  );
  handle(app, athleteEndpoints.decideMatch, async ({ actor, params, body }) => {
    const { image: imageId, decision } = body;
    await inTransaction(withPurchases, (tx) =>
      decideMatch(tx, actor, { athleteId: params.id, imageId, decision }),
    );
  });

  handle(app, athleteEndpoints.addReferencePhoto, ({ actor, query, picture }) =>
    addReferencePhoto(withPurchases, actor, {
      athleteId: query.user_athlete,
      picture,
      at: query.face_x === undefined ? undefined : { x: query.face_x, y: query.face_y ?? 0 },
    }),
  );
  handle(app, athleteEndpoints.getReferencePhoto, async ({ actor, params }) => {
    const photo = await findReferencePhoto(context.db, params.id);
    if (photo?.userId !== actor.userId) throw new AppError('not_found');
    return toWireReferencePhoto(context, photo);
  });
  handle(app, athleteEndpoints.deleteReferencePhoto, ({ actor, params }) =>
    deleteReferencePhoto(context, actor, params.id),
  );
  handleRaw(app, athleteEndpoints.getReferenceImage, ({ params }) =>
    openReferenceImage(context, (params as { token: string }).token),
  );
}
