import type { EndpointShape } from './endpoint.ts';
import { accountEndpoints } from './endpoints/accounts.ts';
import { albumAdministrationEndpoints } from './endpoints/album-administration.ts';
import { albumBatchEndpoints } from './endpoints/album-batches.ts';
import { arrivingEndpoints } from './endpoints/arriving.ts';
import { athleteEndpoints } from './endpoints/athletes.ts';
import { bookEndpoints } from './endpoints/books.ts';
import { albumListEndpoints, catalogueEndpoints } from './endpoints/catalogue.ts';
import { cockpitEndpoints } from './endpoints/cockpit.ts';
import { couponEndpoints, pricePreviewEndpoints } from './endpoints/coupons.ts';
import { cullingEndpoints } from './endpoints/culling.ts';
import { downloadEndpoints } from './endpoints/downloads.ts';
import { emailAddressEndpoints } from './endpoints/email-addresses.ts';
import { enteringEndpoints, phoneLogInEndpoints } from './endpoints/entering.ts';
import { favoriteEndpoints, foundAlbumEndpoints } from './endpoints/found-albums.ts';
import { imageEndpoints } from './endpoints/images.ts';
import { ingestEndpoints } from './endpoints/ingest.ts';
import { inviteEndpoints } from './endpoints/invites.ts';
import { landingEndpoints } from './endpoints/landing.ts';
import { leakEndpoints } from './endpoints/leaks.ts';
import { legalEndpoints } from './endpoints/legal.ts';
import { listViewEndpoints } from './endpoints/list-views.ts';
import { moderationEndpoints } from './endpoints/moderation.ts';
import { liveEndpoints, notificationEndpoints } from './endpoints/notifications.ts';
import { historyEndpoints, operationEndpoints } from './endpoints/operations.ts';
import { orderEndpoints } from './endpoints/orders.ts';
import {
  eventListEndpoints,
  overviewEndpoints,
  paymentCaseListEndpoints,
  staffSearchEndpoints,
} from './endpoints/overview.ts';
import { passEndpoints } from './endpoints/passes.ts';
import { payeeEndpoints } from './endpoints/payees.ts';
import { paymentEndpoints } from './endpoints/payments.ts';
import { linkPreviewEndpoints, photoLinkEndpoints, photoLinkListEndpoints } from './endpoints/photo-links.ts';
import { posterEndpoints } from './endpoints/posters.ts';
import { priceListEndpoints } from './endpoints/price-lists.ts';
import { privacyEndpoints } from './endpoints/privacy.ts';
import {
  cardAttemptEndpoints,
  disputeEndpoints,
  payoutEndpoints,
  payoutLineListEndpoints,
  payoutListEndpoints,
  refundEndpoints,
} from './endpoints/refunds.ts';
import { reminderEndpoints } from './endpoints/reminders.ts';
import { reportEndpoints, reportRowListEndpoints, scrapingMonitorEndpoints } from './endpoints/reports.ts';
import { rosterEndpoints } from './endpoints/roster.ts';
import { safeShareEndpoints } from './endpoints/safe-share.ts';
import { secondFactorEndpoints } from './endpoints/second-factor.ts';
import { settingsEndpoints } from './endpoints/settings.ts';
import { shareRuleEndpoints } from './endpoints/share-rules.ts';
import { siteEndpoints } from './endpoints/site.ts';
import { statementEndpoints } from './endpoints/statements.ts';
import { inboxListEndpoints, supportEndpoints } from './endpoints/support.ts';
import { taxEndpoints } from './endpoints/tax.ts';
import {
  userAdministrationEndpoints,
  userListEndpoints,
  userOrderListEndpoints,
} from './endpoints/user-administration.ts';
import { wallEndpoints } from './endpoints/wall.ts';
import { watermarkEndpoints } from './endpoints/watermark.ts';

/** Every call of the API; the server serves exactly these. */
export const contract: readonly EndpointShape[] = [
  accountEndpoints,
  emailAddressEndpoints,
  enteringEndpoints,
  phoneLogInEndpoints,
  arrivingEndpoints,
  secondFactorEndpoints,
  listViewEndpoints,
  notificationEndpoints,
  operationEndpoints,
  catalogueEndpoints,
  foundAlbumEndpoints,
  favoriteEndpoints,
  reminderEndpoints,
  posterEndpoints,
  landingEndpoints,
  linkPreviewEndpoints,
  imageEndpoints,
  cullingEndpoints,
  pricePreviewEndpoints,
  ingestEndpoints,
  orderEndpoints,
  paymentEndpoints,
  cardAttemptEndpoints,
  refundEndpoints,
  disputeEndpoints,
  couponEndpoints,
  settingsEndpoints,
  wallEndpoints,
  watermarkEndpoints,
  leakEndpoints,
  payeeEndpoints,
  shareRuleEndpoints,
  payoutEndpoints,
  payoutLineListEndpoints,
  payoutListEndpoints,
  reportEndpoints,
  rosterEndpoints,
  statementEndpoints,
  taxEndpoints,
  bookEndpoints,
  reportRowListEndpoints,
  scrapingMonitorEndpoints,
  cockpitEndpoints,
  overviewEndpoints,
  paymentCaseListEndpoints,
  downloadEndpoints,
  passEndpoints,
  photoLinkEndpoints,
  photoLinkListEndpoints,
  safeShareEndpoints,
  inviteEndpoints,
  athleteEndpoints,
  moderationEndpoints,
  legalEndpoints,
  liveEndpoints,
  siteEndpoints,
  supportEndpoints,
  inboxListEndpoints,
  userAdministrationEndpoints,
  userListEndpoints,
  userOrderListEndpoints,
  albumAdministrationEndpoints,
  albumBatchEndpoints,
  albumListEndpoints,
  eventListEndpoints,
  staffSearchEndpoints,
  historyEndpoints,
  priceListEndpoints,
  privacyEndpoints,
].flatMap((group): EndpointShape[] => Object.values(group));
