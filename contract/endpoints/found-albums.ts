import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { alertChoice } from '#contract/entities/user.ts';
import { MAX_FAVORITES, MAX_FAVORITES_PER_CALL } from '#contract/rules/albums.ts';
import { image, teamSubscription, userAlbumState, userFoundAlbum } from '../entities/album.ts';
import {
  done,
  id,
  idParams,
  photoId,
  requiredText,
  text,
  uuid,
  wideIdInPath,
  wideIdParams,
} from '../primitives.ts';

const endpoint = endpointsOf('Found albums');
export const MAX_FOUND_ALBUMS = 5_000;

export const newTeamSubscription = z.strictObject({
  program_name: requiredText(120),
  team_name: text(120),
  division_name: text(120),
});

export const foundAlbumEndpoints = {
  myAlbums: endpoint('GET /user-found-albums/me', {
    access: 'search_results',
    summary: `Albums the customer has found, newest first and at most ${MAX_FOUND_ALBUMS}, albums they own, and single images they own. With \`before\`, only the albums found before that one`,
    query: z.strictObject({
      before: wideIdInPath.optional(),
      limit: z.coerce.number().int().min(1).max(MAX_FOUND_ALBUMS).default(MAX_FOUND_ALBUMS),
    }),
    response: userAlbumState,
  }),
  findAlbum: endpoint('POST /user-found-albums', {
    access: 'search_results',
    summary: 'Add an album to the found albums (idempotent)',
    body: z.strictObject({ album: id, event: id }),
    response: userFoundAlbum,
  }),
  viewAlbum: endpoint('GET /user-found-albums/:id/view', {
    spends: true,
    access: 'search_results',
    verification: 'address',
    summary:
      'Get the images and a token for their previews. It spends one view, unless another device of the account has one open; `resume` goes on with a view of this device too',
    params: wideIdParams,
    query: z.strictObject({ resume: z.literal('true').optional() }),
    response: userFoundAlbum.extend({ images: z.array(image), temp_jwt: z.string() }),
  }),
  startAtAlbum: endpoint('POST /user-found-albums/start', {
    access: 'search_results',
    summary:
      'Get the album of a poster whose photos came up since the last visit; each album is answered once',
    response: z.object({ album: id.nullable() }),
  }),
  resetViews: endpoint('POST /user-found-albums/:id/reset', {
    access: 'customers',
    summary: 'Give a customer their views back',
    params: wideIdParams,
    response: userFoundAlbum,
  }),
  addSubscription: endpoint('POST /team-subscriptions/add-subscription', {
    access: 'search_results',
    summary: 'Save a team search. Matching albums become found albums, now and later',
    body: newTeamSubscription,
    response: teamSubscription,
  }),
  removeSubscription: endpoint('POST /team-subscriptions/remove-subscription', {
    access: 'search_results',
    summary: 'Remove a saved team search',
    body: z.strictObject({ id }),
    response: done,
  }),
  chooseAlerts: endpoint('PUT /team-subscriptions/:id/alerts', {
    access: 'search_results',
    summary: 'Choose notifications for new albums of a saved team; omitted fields stay as they are',
    params: idParams,
    body: alertChoice.pick({ email: true, sms: true, push: true }).partial(),
    response: done,
  }),
};

const someImages = z.array(photoId).max(MAX_FAVORITES_PER_CALL).default([]);

export const favoriteEndpoints = {
  changeFavorites: endpoint('POST /favorites', {
    access: 'search_results',
    tag: 'Favorites',
    summary: `Add and remove favorites, and get all of them, at most ${MAX_FAVORITES} (idempotent)`,
    body: z.strictObject({ add: someImages, remove: someImages }),
    limits: [{ name: 'favorites', per: 'account', max: 1_200, minutes: 60 }],
    response: z.object({
      /** Favorites in albums that the customer cannot open at the moment are kept, but left out. */
      albums: z.array(z.object({ album: uuid, images: z.array(photoId) })).max(MAX_FAVORITES),
      /** Photos in albums that the customer has not opened, and photos that do not exist. */
      refused: z.array(photoId),
      /** Photos for which there is no room. */
      left_out: z.array(photoId),
    }),
  }),
};
