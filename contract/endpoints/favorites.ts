import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { photoId, uuid } from '../primitives.ts';
import { MOST_FAVORITES, MOST_FAVORITES_PER_CALL } from '../rules/favorites.ts';

const someImages = z.array(photoId).max(MOST_FAVORITES_PER_CALL).default([]);

export const favoriteEndpoints = {
  changeFavorites: endpoint({
    method: 'POST',
    path: '/favorites',
    access: 'search_results',
    tag: 'Favorites',
    summary: `Add and remove favorites, and get all of them, at most ${MOST_FAVORITES} (idempotent)`,
    body: z.strictObject({ add: someImages, remove: someImages }),
    limits: [{ name: 'favorites', per: 'account', max: 1_200, minutes: 60 }],
    response: z.object({
      /** Favorites in albums that the customer cannot open at the moment are kept, but left out. */
      albums: z.array(z.object({ album: uuid, images: z.array(photoId) })).max(MOST_FAVORITES),
      /** Photos in albums that the customer has not opened, and photos that do not exist. */
      refused: z.array(photoId),
      /** Photos for which there is no room. */
      left_out: z.array(photoId),
    }),
  }),
};
