import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { apiQuery } from './api.ts';

// What several features of staff read. Every key begins with "staff", so that an upload or a change by staff refreshes all of it.

/** The newest events, for a choice among them. */
export const staffEventsQuery = apiQuery(['staff', 'events'], catalogueEndpoints.listStaffEvents, {
  refetchOnWindowFocus: true,
});

export const staffEventQuery = (eventId: number) =>
  apiQuery(['staff', 'event', eventId], catalogueEndpoints.getStaffEvent, {
    params: { id: eventId },
    enabled: Number.isInteger(eventId) && eventId > 0,
    refetchOnWindowFocus: true,
  });

export const albumDetailQuery = (albumId: number) =>
  apiQuery(['staff', 'album', albumId], catalogueEndpoints.getAlbum, { params: { id: albumId } });

/** What one photo costs at events whose prices leave it out. */
export const siteImagePriceQuery = apiQuery(['payments', 'settings'], paymentEndpoints.paymentSettings);

export const rosterQuery = apiQuery(['staff', 'roster'], rosterEndpoints.listPhotographers);

export const eventRosterQuery = (eventId: number) =>
  apiQuery(['staff', 'event-crew', eventId], rosterEndpoints.listEventPhotographers, {
    params: { id: eventId },
  });
