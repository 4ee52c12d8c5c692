import type { Tx } from '#server/context.ts';
import { type ExportFile, jsonFile } from '#server/platform/personal-data/export-file.ts';
import { listAcceptedInvites, listAlbumInvitesBy, listOrderInvitesBy } from './invites-of.queries.ts';

export { deleteInvitesOf } from './invites-of.queries.ts';

export async function* exportInvites({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  yield jsonFile('invitations.json', {
    toAlbums: await listAlbumInvitesBy(db, userId),
    toOrders: await listOrderInvitesBy(db, userId),
    accepted: await listAcceptedInvites(db, userId),
  });
}
