import type { FastifyInstance } from 'fastify';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { getEvent, getPublicAlbum, listAlbums, listEvents } from './catalogue.ts';

export function catalogueRoutes(app: FastifyInstance, { db }: Context): void {
  handle(app, catalogueEndpoints.listEvents, () => listEvents(db));
  handle(app, catalogueEndpoints.getEvent, ({ params }) => getEvent(db, params.id));
  handle(app, catalogueEndpoints.listAlbums, ({ query }) => listAlbums(db, query.events_in));
  handle(app, catalogueEndpoints.getAlbumByUuid, ({ params }) => getPublicAlbum(db, params.uuid));
}
