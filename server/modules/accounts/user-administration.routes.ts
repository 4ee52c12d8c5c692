import type { FastifyInstance } from 'fastify';
import { listViewEndpoints } from '#contract/endpoints/list-views.ts';
import { userAdministrationEndpoints, userListEndpoints } from '#contract/endpoints/user-administration.ts';
import { userList } from '#contract/lists/users.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { recordExport, recordListRead } from '#server/platform/audit/audit.ts';
import { handle } from '#server/platform/http/handle.ts';
import { handleList } from '#server/platform/lists/handle-list.ts';
import { deleteView, listViews, saveView } from './list-views.ts';
import { inviteStaff, listInvitations, withdrawInvitation } from './staff-invitations.ts';
import { changeRolePermissions, listRoles } from './staff-roles.ts';
import { toWireStaff, toWireUserSummary } from './user.wire.ts';
import { listStaff, userListSource } from './user-administration.queries.ts';
import {
  actOnUsers,
  addUserNote,
  changeRole,
  deleteUserNote,
  listUserNotes,
  listUserSessions,
  logUserOut,
  suspendUser,
  unsuspendUser,
} from './user-administration.ts';

export function userAdministrationRoutes(app: FastifyInstance, context: Context): void {
  handle(app, userAdministrationEndpoints.listStaff, async () =>
    (await listStaff(context.db)).map(toWireStaff),
  );
  handle(app, userAdministrationEndpoints.listRoles, () => listRoles(context));
  handle(app, userAdministrationEndpoints.changeRolePermissions, ({ actor, params, body }) =>
    inTransaction(context, (tx) => changeRolePermissions(tx, actor, { role: params.role, ...body })),
  );
  handle(app, userAdministrationEndpoints.listInvitations, () => listInvitations(context));
  handle(app, userAdministrationEndpoints.inviteStaff, ({ actor, body }) =>
    inTransaction(context, (tx) => inviteStaff(tx, actor, body)),
  );
  handle(app, userAdministrationEndpoints.withdrawInvitation, ({ actor, params }) =>
    inTransaction(context, (tx) => withdrawInvitation(tx, actor, params.id)),
  );
  handleList(app, context.db, userListEndpoints, userList, userListSource(toWireUserSummary), {
    onRead: ({ userId }, { filters, start, rows }) =>
      recordListRead(context.db, { actorId: userId, filter: filters, start, rows }),
    onExport: recordExport(context.db, 'users'),
  });
  handle(app, listViewEndpoints.listViews, ({ actor }) => listViews(context.db, actor.userId));
  handle(app, listViewEndpoints.saveView, ({ actor, body }) =>
    inTransaction(context, (tx) => saveView(tx, actor, body)),
  );
  handle(app, listViewEndpoints.deleteView, ({ actor, params }) =>
    inTransaction(context, (tx) => deleteView(tx, actor, params.id)),
  );
  handle(app, userAdministrationEndpoints.actOnUsers, ({ actor, body }) => actOnUsers(context, actor, body));
  handle(app, userAdministrationEndpoints.changeRole, async ({ actor, params, body }) =>
    toWireUserSummary(
      await inTransaction(context, (tx) => changeRole(tx, actor, { userId: params.id, ...body })),
    ),
  );
  handle(app, userAdministrationEndpoints.listUserNotes, ({ actor, params }) =>
    listUserNotes(context, actor, params.id),
  );
  handle(app, userAdministrationEndpoints.addUserNote, ({ actor, params, body }) =>
    inTransaction(context, (tx) => addUserNote(tx, actor, { userId: params.id, text: body.text })),
  );
  handle(app, userAdministrationEndpoints.deleteUserNote, ({ actor, params }) =>
    inTransaction(context, (tx) => deleteUserNote(tx, actor, params.id)),
  );
  handle(app, userAdministrationEndpoints.listUserSessions, ({ actor, params }) =>
    listUserSessions(context, actor, params.id),
  );
  handle(app, userAdministrationEndpoints.logUserOut, async ({ actor, params }) => ({
    ended: await inTransaction(context, (tx) => logUserOut(tx, actor, params.id)),
  }));
  handle(app, userAdministrationEndpoints.suspendUser, async ({ actor, params, body }) =>
    toWireUserSummary(
      await inTransaction(context, (tx) => suspendUser(tx, actor, { userId: params.id, ...body })),
    ),
  );
  handle(app, userAdministrationEndpoints.unsuspendUser, async ({ actor, params }) =>
    toWireUserSummary(await inTransaction(context, (tx) => unsuspendUser(tx, actor, params.id))),
  );
}
