import type { Migration } from 'kysely/migration';
import * as accounts from './0001-accounts.ts';
import * as catalogue from './0002-catalogue.ts';
import * as photos from './0003-photos.ts';
import * as foundAlbums from './0004-found-albums.ts';
import * as sandbox from './0005-sandbox.ts';
import * as orders from './0006-orders.ts';
import * as afterSale from './0007-after-sale.ts';
import * as pools from './0008-pools.ts';
import * as couponsAndSettings from './0009-coupons-and-settings.ts';
import * as downloads from './0010-downloads.ts';
import * as reachingPeople from './0011-reaching-people.ts';
import * as support from './0012-support.ts';
import * as live from './0013-live.ts';
import * as athletes from './0014-athletes.ts';
import * as reports from './0015-reports.ts';
import * as administration from './0016-admin.ts';
import * as cockpit from './0017-cockpit.ts';
import * as adminAlbums from './0018-admin-albums.ts';
import * as albumSales from './0019-album-sales.ts';
import * as watermark from './0020-watermark.ts';
import * as userList from './0021-user-list.ts';
import * as queues from './0022-queues.ts';
import * as histories from './0023-histories.ts';
import * as announcedTimes from './0024-announced-times.ts';
import * as staffLists from './0025-staff-lists.ts';
import * as provenAddresses from './0026-proven-addresses.ts';
import * as legalTexts from './0027-legal-texts.ts';
import * as deletedAccounts from './0028-deleted-accounts.ts';
import * as rights from './0030-rights.ts';
import * as taken from './0031-taken.ts';
import * as suspension from './0032-suspension.ts';
import * as openings from './0033-openings.ts';
import * as faceSearchTurns from './0034-face-search-turns.ts';
import * as cardPayers from './0035-card-payers.ts';
import * as secondFactor from './0036-second-factor.ts';
import * as refundRequests from './0037-refund-requests.ts';
import * as devices from './0038-devices.ts';
import * as returnedRefunds from './0039-returned-refunds.ts';
import * as renewedCustomers from './0040-renewed-customers.ts';
import * as ledgerLines from './0041-ledger-lines.ts';
import * as payouts from './0042-payouts.ts';
import * as reportIndexes from './0043-report-indexes.ts';
import * as leftOutLines from './0044-left-out-lines.ts';
import * as cardTries from './0045-card-tries.ts';
import * as cardConsent from './0046-card-consent.ts';
import * as photosInCarts from './0048-photos-in-carts.ts';
import * as priceSteps from './0049-price-steps.ts';
import * as gifts from './0050-gifts.ts';
import * as disputeEvidence from './0051-dispute-evidence.ts';
import * as fastReports from './0052-fast-reports.ts';
import * as viewers from './0053-viewers.ts';
import * as keptFigures from './0054-kept-figures.ts';
import * as keepingFigures from './0055-keeping-figures.ts';
import * as providerCursors from './0056-provider-cursors.ts';
import * as posterCodes from './0057-poster-codes.ts';
import * as phoneLogIn from './0058-phone-log-in.ts';
import * as mailLinks from './0059-mail-links.ts';
import * as albumsInMails from './0060-albums-in-mails.ts';
import * as photosAtOnce from './0061-photos-at-once.ts';
import * as photoLinks from './0062-photo-links.ts';
import * as coverFocus from './0063-cover-focus.ts';
import * as photographerPasses from './0066-photographer-passes.ts';
import * as liveWall from './0067-live-wall.ts';
import * as lastDays from './0069-last-days.ts';
import * as chartIndexes from './0070-chart-indexes.ts';
import * as culling from './0072-culling.ts';
import * as couponTeams from './0073-coupon-teams.ts';
import * as photoLooks from './0074-photo-looks.ts';
import * as favorites from './0075-favorites.ts';
import * as archiveDate from './0076-archive-date.ts';
import * as saleMails from './0077-sale-mails.ts';
import * as uploads from './0078-uploads.ts';
import * as markedPreviews from './0080-marked-previews.ts';
import * as traces from './0081-traces.ts';
import * as catalogueVersions from './0084-catalogue-versions.ts';
import * as albumSums from './0085-album-sums.ts';
import * as staffFigures from './0086-staff-figures.ts';
import * as wideIds from './0087-wide-ids.ts';
import * as pagesOfFoundAlbums from './0092-pages-of-found-albums.ts';
import * as versionOfArchiveDates from './0093-version-of-archive-dates.ts';
import * as tellSettings from './0095-tell-settings.ts';
import * as teamSums from './0097-team-sums.ts';
import * as teamsInOrder from './0098-teams-in-order.ts';
import * as photoVersions from './0099-photo-versions.ts';
import * as daySums from './0100-day-sums.ts';
import * as firstViews from './0101-first-views.ts';
import * as teamsByMonth from './0102-teams-by-month.ts';
import * as takeHits from './0103-take-hits.ts';
import * as keptDates from './0104-kept-dates.ts';
import * as runningTeamSums from './0105-running-team-sums.ts';
import * as pastDates from './0106-past-dates.ts';
import * as paymentsByDay from './0107-payments-by-day.ts';
import * as eventsByDay from './0108-events-by-day.ts';
import * as pairsOfAlbums from './0109-pairs-of-albums.ts';
import * as knownPairs from './0110-known-pairs.ts';
import * as moneyPerMember from './0111-money-per-member.ts';
import * as shareTaxes from './0115-share-taxes.ts';
import * as endedForNothing from './0116-ended-for-nothing.ts';
import * as claimedAddresses from './0119-claimed-addresses.ts';
import * as passkeys from './0123-passkeys.ts';
import * as mailboxes from './0125-mailboxes.ts';
import * as personQuotas from './0126-person-quotas.ts';
import * as teamPlaces from './0127-team-places.ts';
import * as reportNetworks from './0128-report-networks.ts';
import * as picturesOfLeaks from './0130-pictures-of-leaks.ts';
import * as coversByJob from './0137-covers-by-job.ts';
import * as salesDaily from './0140-sales-daily.ts';
import * as fewerTriggers from './0141-fewer-triggers.ts';
import * as oneWayToView from './0150-one-way-to-view.ts';

/** In order; a migration that has shipped is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-catalogue': catalogue,
  '0003-photos': photos,
  '0004-found-albums': foundAlbums,
  '0005-sandbox': sandbox,
  '0006-orders': orders,
  '0007-after-sale': afterSale,
  '0008-pools': pools,
  '0009-coupons-and-settings': couponsAndSettings,
  '0010-downloads': downloads,
  '0011-reaching-people': reachingPeople,
  '0012-support': support,
  '0013-live': live,
  '0014-athletes': athletes,
  '0015-reports': reports,
  '0016-admin': administration,
  '0017-cockpit': cockpit,
  '0018-admin-albums': adminAlbums,
  '0019-album-sales': albumSales,
  '0020-watermark': watermark,
  '0021-user-list': userList,
  '0022-queues': queues,
  '0023-histories': histories,
  '0024-announced-times': announcedTimes,
  '0025-staff-lists': staffLists,
  '0026-proven-addresses': provenAddresses,
  '0027-legal-texts': legalTexts,
  '0028-deleted-accounts': deletedAccounts,
  '0030-rights': rights,
  '0031-taken': taken,
  '0032-suspension': suspension,
  '0033-openings': openings,
  '0034-face-search-turns': faceSearchTurns,
  '0035-card-payers': cardPayers,
  '0036-second-factor': secondFactor,
  '0037-refund-requests': refundRequests,
  '0038-devices': devices,
  '0039-returned-refunds': returnedRefunds,
  '0040-renewed-customers': renewedCustomers,
  '0041-ledger-lines': ledgerLines,
  '0042-payouts': payouts,
  '0043-report-indexes': reportIndexes,
  '0044-left-out-lines': leftOutLines,
  '0045-card-tries': cardTries,
  '0046-card-consent': cardConsent,
  '0048-photos-in-carts': photosInCarts,
  '0049-price-steps': priceSteps,
  '0050-gifts': gifts,
  '0051-dispute-evidence': disputeEvidence,
  '0052-fast-reports': fastReports,
  '0053-viewers': viewers,
  '0054-kept-figures': keptFigures,
  '0055-keeping-figures': keepingFigures,
  '0056-provider-cursors': providerCursors,
  '0057-poster-codes': posterCodes,
  '0058-phone-log-in': phoneLogIn,
  '0059-mail-links': mailLinks,
  '0060-albums-in-mails': albumsInMails,
  '0061-photos-at-once': photosAtOnce,
  '0062-photo-links': photoLinks,
  '0063-cover-focus': coverFocus,
  '0066-photographer-passes': photographerPasses,
  '0067-live-wall': liveWall,
  '0069-last-days': lastDays,
  '0070-chart-indexes': chartIndexes,
  '0072-culling': culling,
  '0073-coupon-teams': couponTeams,
  '0074-photo-looks': photoLooks,
  '0075-favorites': favorites,
  '0076-archive-date': archiveDate,
  '0077-sale-mails': saleMails,
  '0078-uploads': uploads,
  '0080-marked-previews': markedPreviews,
  '0081-traces': traces,
  '0084-catalogue-versions': catalogueVersions,
  '0085-album-sums': albumSums,
  '0086-staff-figures': staffFigures,
  '0087-wide-ids': wideIds,
  '0092-pages-of-found-albums': pagesOfFoundAlbums,
  '0093-version-of-archive-dates': versionOfArchiveDates,
  '0095-tell-settings': tellSettings,
  '0097-team-sums': teamSums,
  '0098-teams-in-order': teamsInOrder,
  '0099-photo-versions': photoVersions,
  '0100-day-sums': daySums,
  '0101-first-views': firstViews,
  '0102-teams-by-month': teamsByMonth,
  '0103-take-hits': takeHits,
  '0104-kept-dates': keptDates,
  '0105-running-team-sums': runningTeamSums,
  '0106-past-dates': pastDates,
  '0107-payments-by-day': paymentsByDay,
  '0108-events-by-day': eventsByDay,
  '0109-pairs-of-albums': pairsOfAlbums,
  '0110-known-pairs': knownPairs,
  '0111-money-per-member': moneyPerMember,
  '0115-share-taxes': shareTaxes,
  '0116-ended-for-nothing': endedForNothing,
  '0119-claimed-addresses': claimedAddresses,
  '0123-passkeys': passkeys,
  '0125-mailboxes': mailboxes,
  '0126-person-quotas': personQuotas,
  '0127-team-places': teamPlaces,
  '0128-report-networks': reportNetworks,
  '0130-pictures-of-leaks': picturesOfLeaks,
  '0137-covers-by-job': coversByJob,
  '0150-one-way-to-view': oneWayToView,
  '0140-sales-daily': salesDaily,
  '0141-fewer-triggers': fewerTriggers,
};
