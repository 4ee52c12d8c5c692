import type { FastifyInstance } from 'fastify';
import { syncCustomerEmail } from '#server/modules/payments/cards.ts';
import { forgetCards } from '#server/modules/payments/saved-cards.ts';
import { type Context, inTransaction } from './context.ts';
import { accountRoutes } from './modules/accounts/accounts.routes.ts';
import { historyRoutes } from './modules/accounts/history.routes.ts';
import { isKnownDevice } from './modules/accounts/known-devices.ts';
import { createSessionAnswers } from './modules/accounts/log-in.ts';
import { mailboxKeyOf } from './modules/accounts/mailboxes.ts';
import { secondFactorRoutes } from './modules/accounts/second-factor.routes.ts';
import { authenticate, findCaller, wasLoggedIn } from './modules/accounts/sessions.ts';
import { STAFF_SUBJECTS } from './modules/accounts/staff-roles.ts';
import { userAdministrationRoutes } from './modules/accounts/user-administration.routes.ts';
import { afterSaleRoutes } from './modules/after-sale/after-sale.routes.ts';
import { deliverWaitingGifts } from './modules/after-sale/gifts.ts';
import { sampleReceipt } from './modules/after-sale/receipt-content.ts';
import { listCustomerOrders } from './modules/after-sale/sales.ts';
import { athleteRoutes } from './modules/athletes/athletes.routes.ts';
import { hasMatchIn } from './modules/athletes/find-matches.ts';
import { albumHistory } from './modules/catalogue/album-history.ts';
import { catalogueRoutes } from './modules/catalogue/catalogue.routes.ts';
import { downloadRoutes } from './modules/downloads/downloads.routes.ts';
import { eventLinkRoutes } from './modules/event-links/event-links.routes.ts';
import { holdsAlbum } from './modules/found-albums/find-album.ts';
import { foundAlbumRoutes } from './modules/found-albums/found-albums.routes.ts';
import { listMyAlbums } from './modules/found-albums/my-albums.ts';
import { posterRoutes } from './modules/found-albums/posters.routes.ts';
import { groupOrderRoutes } from './modules/group-orders/group-orders.routes.ts';
import { countUnfiled } from './modules/images/album-images.ts';
import { createImageAccess, type Rights } from './modules/images/image-access.ts';
import { createImageFastPath } from './modules/images/image-fast-path.ts';
import { createImageOrders } from './modules/images/image-orders.ts';
import { imageRoutes } from './modules/images/images.routes.ts';
import { createPreviewMeter } from './modules/images/preview-meter.ts';
import { createOpenPreviews } from './modules/images/serve-preview.ts';
import { createViewLog } from './modules/images/view-log.ts';
import { ingestRoutes } from './modules/ingest/ingest.routes.ts';
import { leakRoutes } from './modules/leaks/leaks.routes.ts';
import { ledgerRoutes } from './modules/ledger/ledger.routes.ts';
import { moderationRoutes } from './modules/moderation/moderation.routes.ts';
import { startTexts } from './modules/notifications/notification-settings.ts';
import {
  mailPreviewRoutes,
  notificationRoutes,
  pushRoutes,
  unsubscribeRoutes,
} from './modules/notifications/notifications.routes.ts';
import { operationRoutes, outboxRoutes } from './modules/operations/operations.routes.ts';
import { serveOutboxPage } from './modules/operations/outbox-page.ts';
import { takeOriginal } from './modules/orders/entitlements.ts';
import { orderRoutes } from './modules/orders/orders.routes.ts';
import { findOwnedItems, hasBought, purchases } from './modules/orders/purchases.ts';
import { payeeRoutes } from './modules/payees/payees.routes.ts';
import { paymentRoutes } from './modules/payments/payments.routes.ts';
import { privacyRoutes } from './modules/privacy/privacy.routes.ts';
import { providerEventRoutes } from './modules/provider-events/provider-events.routes.ts';
import { reminderRoutes } from './modules/reminders/reminders.routes.ts';
import { albumTotals } from './modules/reports/album-totals.ts';
import { reportRoutes } from './modules/reports/reports.routes.ts';
import { rosterRoutes } from './modules/roster/roster.routes.ts';
import { SETTINGS_SUBJECTS } from './modules/settings/change-settings.ts';
import { getSettings, refreshSettingsOnChange } from './modules/settings/get-settings.ts';
import { settingsRoutes } from './modules/settings/settings.routes.ts';
import { hasOpenInvites, holdInvitedAlbums } from './modules/sharing/invites.ts';
import { tagPage } from './modules/sharing/link-previews.ts';
import { sharingRoutes } from './modules/sharing/sharing.routes.ts';
import type { CustomerRecordOf } from './modules/support/inbox.ts';
import { supportRoutes } from './modules/support/support.routes.ts';
import { taxRoutes } from './modules/tax/tax.routes.ts';
import { createHttp } from './platform/http/create-http.ts';
import { createDevices } from './platform/http/devices.ts';
import { serveApplePayFile, serveWeb } from './platform/http/serve-web.ts';
import { liveRoutes } from './platform/live/live.routes.ts';
import { consumeRateLimits } from './platform/security/rate-limit.ts';
import { readPerson } from './read-person.ts';
import { VERSION } from './version.ts';

/** The address of these pages is their password, so it must not end up in caches or search engines. */
const SECRET_PAGES = ['/cockpit/', '/shared/', '/pass/', '/payee/', '/wall/'];

/** A benchmark measures how fast pictures are served, so it brings a meter that never refuses one. */
export async function buildApp(
  context: Context,
  meter = createPreviewMeter(context),
): Promise<FastifyInstance> {
  const { config, log } = context;
  refreshSettingsOnChange(context);
  const serving = {
    ...context,
    meter,
    imageAccess: createImageAccess(context, imageRights),
    imageOrders: createImageOrders(context),
    openPreviews: createOpenPreviews(context),
    viewLog: createViewLog(context),
  };
  const app = await createHttp({
    config,
    log,
    version: VERSION,
    drain: context.drain,
    authenticate: (token) => authenticate(context, token),
    consumeRateLimits: (limits) => consumeRateLimits(context, limits),
    findMailboxKey: (email) => mailboxKeyOf(context.db, email),
    devices: createDevices(context.deviceKeys, (email, device) => isKnownDevice(context, { email, device })),
    fastPath: createImageFastPath(serving),
    mountApi(api) {
      const answers = createSessionAnswers(context, {
        readPerson: readPerson(context),
        async welcome(user) {
          if (await hasOpenInvites(context.db, user.email)) {
            await inTransaction({ ...context, purchases }, (tx) => holdInvitedAlbums(tx, user));
          }
          await deliverWaitingGifts(context, user);
        },
      });
      accountRoutes(api, context, { ...answers, forgetCards, hasBought, syncCustomerEmail, startTexts });
      posterRoutes(api, context, { ...answers, forgetCards, hasBought });
      secondFactorRoutes(api, context);
      userAdministrationRoutes(api, context);
      notificationRoutes(api, context);
      pushRoutes(api, context);
      unsubscribeRoutes(api, context);
      operationRoutes(api, context, VERSION);
      catalogueRoutes(api, context, { countUnfiled, albumTotals: albumTotals(context) });
      foundAlbumRoutes(api, context, { purchases, hasMatchIn });
      sharingRoutes(api, serving, purchases);
      imageRoutes(api, serving, purchases);
      leakRoutes(api, context);
      downloadRoutes(api, context);
      ingestRoutes(api, context);
      moderationRoutes(api, context, purchases);
      liveRoutes(api, context);
      supportRoutes(api, context, { version: VERSION, recordOf: customerRecordOf(context) });
      settingsRoutes(api, context);
      historyRoutes(api, context, {
        album: albumHistory,
        settings: { subjectsOf: () => [...SETTINGS_SUBJECTS, ...STAFF_SUBJECTS] },
      });
      mailPreviewRoutes(api, context, sampleReceipt);
      ledgerRoutes(api, context);
      payeeRoutes(api, context);
      rosterRoutes(api, context);
      reportRoutes(api, context);
      eventLinkRoutes(api, serving);
      orderRoutes(api, context);
      taxRoutes(api, context);
      paymentRoutes(api, context);
      groupOrderRoutes(api, context);
      afterSaleRoutes(api, context);
      athleteRoutes(api, context, purchases);
      providerEventRoutes(api, context);
      privacyRoutes(api, context);
      reminderRoutes(api, context);
      if (!config.production) outboxRoutes(api, context);
    },
  });
  if (!config.production) serveOutboxPage(app, context);
  serveApplePayFile(app, config.payments.kind === 'stripe' ? config.payments.applePayDomainFile : undefined);
  await serveWeb(app, {
    secretPages: SECRET_PAGES,
    readName: async () => (await getSettings(context)).site_name,
    publicUrl: config.publicUrl,
    tagsOf: (path, language) => tagPage(context, path, language),
  });
  return app;
}

/** Decides whether a picture may still be shown to a person. */
export const imageRights: Rights = {
  findCaller,
  wasLoggedIn,
  takeOriginal,
  holdsAlbum,
  findOwned: findOwnedItems,
};

const MAX_ALBUMS_SHOWN = 60;

function customerRecordOf(context: Context): CustomerRecordOf {
  return async (db, userId) => {
    const { found, owned } = await listMyAlbums({ ...context, db, purchases }, userId);
    return {
      albums: [...owned, ...found].slice(0, MAX_ALBUMS_SHOWN).map((held) => ({
        album: held.album.id,
        title: `${held.album.program_name} ${held.album.team_name}`.trim(),
        event: held.event.name,
        owned: held.owned,
        views_used: held.user_album_views.length,
      })),
      orders: await listCustomerOrders({ ...context, db }, userId),
    };
  };
}
