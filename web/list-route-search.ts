import { albumList } from '#contract/lists/albums.ts';
import { cameraList } from '#contract/lists/cameras.ts';
import { cockpitTeamList } from '#contract/lists/cockpit-teams.ts';
import { couponList } from '#contract/lists/coupons.ts';
import { doubtfulPhotoList } from '#contract/lists/doubtful-photos.ts';
import { eventList } from '#contract/lists/events.ts';
import { failedJobList } from '#contract/lists/failed-jobs.ts';
import { foundAlbumList } from '#contract/lists/found-albums.ts';
import { harvestWatchList } from '#contract/lists/harvest-watch.ts';
import { historyList } from '#contract/lists/history.ts';
import { inboxList } from '#contract/lists/inbox.ts';
import { paymentCaseList } from '#contract/lists/payment-cases.ts';
import { payoutLineList, payoutList } from '#contract/lists/payouts.ts';
import { photoLinkList } from '#contract/lists/photo-links.ts';
import { statementList, statementRowList } from '#contract/lists/photographer-statements.ts';
import { reportRowList } from '#contract/lists/report-rows.ts';
import { reviewLists } from '#contract/lists/reported-photos.ts';
import { runningOrderList } from '#contract/lists/running-order.ts';
import { saleMailList } from '#contract/lists/sale-mails.ts';
import {
  brandSalesList,
  couponSalesList,
  eventSalesList,
  productSalesList,
} from '#contract/lists/sales-breakdowns.ts';
import { traceList } from '#contract/lists/traces.ts';
import { uploadFileList } from '#contract/lists/upload-files.ts';
import { userDownloadList } from '#contract/lists/user-downloads.ts';
import { userOrderList } from '#contract/lists/user-orders.ts';
import { userList } from '#contract/lists/users.ts';
import { wallTeamList } from '#contract/lists/wall-teams.ts';
import { listSearch } from '#web/lib/lists/list-search.ts';
import {
  addSearch,
  albumPlaceSearch,
  eventPlaceSearch,
  inboxPlaceSearch,
  passSearch,
  payoutPlaceSearch,
  rangeSearch,
  reportPlaceSearch,
  reviewPlaceSearch,
  tabSearch,
  tracePlaceSearch,
} from '#web/lib/search-params.ts';
import type { SearchShape } from '#web/lib/search-shape.ts';
import type { ListPath } from '#web/route-search.ts';

const eventSearch = eventPlaceSearch.extend({
  ...listSearch(historyList).shape,
  ...listSearch(runningOrderList).shape,
  ...listSearch(cameraList).shape,
  ...listSearch(doubtfulPhotoList).shape,
  ...listSearch(uploadFileList).shape,
  ...listSearch(wallTeamList).shape,
});

/** What the pages with staff lists keep in their address. Visitors do not load it. */
export const listRouteSearch: Record<ListPath, SearchShape> = {
  '/admin': listSearch(failedJobList),
  '/admin/events': addSearch.extend(listSearch(eventList).shape),
  '/admin/events/:eventid': eventSearch.extend(listSearch(albumList).shape),
  '/admin/events/:eventid/:section': eventSearch.extend(listSearch(cockpitTeamList).shape),
  '/admin/albums': albumPlaceSearch.extend({
    ...listSearch(historyList).shape,
    ...listSearch(albumList).shape,
  }),
  '/admin/reports': reportPlaceSearch.extend({
    ...listSearch(saleMailList).shape,
    ...listSearch(reportRowList).shape,
    ...listSearch(eventSalesList).shape,
    ...listSearch(brandSalesList).shape,
    ...listSearch(productSalesList).shape,
    ...listSearch(couponSalesList).shape,
  }),
  '/admin/report-photo-review': reviewPlaceSearch.extend(listSearch(reviewLists.waiting).shape),
  '/admin/users': listSearch(userList),
  '/admin/harvest-watch': listSearch(harvestWatchList),
  '/admin/photo-links': listSearch(photoLinkList),
  '/admin/users/found-albums/:userid': listSearch(foundAlbumList),
  '/admin/users/:userid': tabSearch.extend({
    ...listSearch(historyList).shape,
    ...listSearch(userOrderList).shape,
    ...listSearch(foundAlbumList).shape,
    ...listSearch(userDownloadList).shape,
  }),
  '/admin/support': inboxPlaceSearch.extend(listSearch(inboxList).shape),
  '/admin/payment-cases': listSearch(paymentCaseList),
  '/admin/trace': tracePlaceSearch.extend(listSearch(traceList).shape),
  '/admin/payouts': payoutPlaceSearch.extend({
    ...listSearch(payoutList).shape,
    ...listSearch(payoutLineList).shape,
  }),
  '/admin/settings': listSearch(couponList).extend(listSearch(historyList).shape),
  '/admin/photographer-report': rangeSearch.extend({
    ...listSearch(statementRowList).shape,
    ...listSearch(statementList).shape,
  }),
  '/cockpit/:token': listSearch(cockpitTeamList),
  '/pass/:token': passSearch.extend(listSearch(uploadFileList).shape),
};
