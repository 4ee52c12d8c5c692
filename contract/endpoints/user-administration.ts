import { z } from 'zod';
import { userFoundAlbum } from '#contract/entities/album.ts';
import { endpointsOf } from '../endpoint.ts';
import { orderOfUser } from '../entities/order-of-user.ts';
import { userSummary } from '../entities/user.ts';
import { bulkAnswer, listEndpoints } from '../lists/list.ts';
import { foundAlbumList, userDownloadList, userList, userOrderList } from '../lists/users.ts';
import {
  count,
  done,
  email,
  id,
  idInPath,
  idParams,
  isoTimestamp,
  requiredText,
  text,
  version,
  wideId,
} from '../primitives.ts';
import { SUSPENSION_REASON_KEYS } from '../rules/accounts.ts';
import { PERMISSIONS, ROLES } from '../rules/permissions.ts';
import { albumDownload } from './downloads.ts';

const tag = 'User administration';
const endpoint = endpointsOf(tag);

export const BULK_USER_ACTIONS = ['log_out', 'send_password_link'] as const;
export type BulkUserAction = (typeof BULK_USER_ACTIONS)[number];

const userNote = z.object({
  id,
  text: z.string(),
  author: z.object({ id: id.nullable(), name: z.string() }),
  /** A note can be deleted by its author or a super. */
  can_delete: z.boolean(),
  created_at: isoTimestamp,
});
export type UserNote = z.output<typeof userNote>;

const userSession = z.object({
  device: z.string(),
  ip: z.string(),
  created_at: isoTimestamp,
  /** This is accurate to five minutes. */
  last_seen_at: isoTimestamp,
  is_this_one: z.boolean(),
});
export type UserSession = z.output<typeof userSession>;

const spent = z.object({ used: count, limit: count });

const previewQuota = z.object({
  programs: spent,
  albums: spent,
  /** An allowance beyond the site's limits, with its end. */
  more_programs: count,
  more_albums: count,
  until: isoTimestamp.nullable(),
  version,
});
export type PreviewQuota = z.output<typeof previewQuota>;

export const morePreviews = z.strictObject({
  more_programs: z.int().min(0).max(500),
  more_albums: z.int().min(0).max(5_000),
  days: z.int().min(1).max(365),
  version: version.optional(),
});

export const userListEndpoints = listEndpoints(userList, { row: userSummary, access: 'customers', tag });
export const userOrderListEndpoints = listEndpoints(userOrderList, {
  row: orderOfUser,
  access: 'customers',
  tag,
});

export const suspension = z
  .strictObject({
    reason: z.enum(SUSPENSION_REASON_KEYS, 'Choose a reason'),
    note: text(1_000).default(''),
    version: version.optional(),
  })
  .refine(({ reason, note }) => reason !== 'other' || note !== '', {
    path: ['note'],
    error: 'Say which reason',
  });

export const CHANGEABLE_ROLES = ['analyst', 'customer_support', 'finance', 'event_lead'] as const;

const staffRole = z.object({ role: z.enum(ROLES), permissions: z.array(z.enum(PERMISSIONS)), version });
export type StaffRole = z.output<typeof staffRole>;

export const rolePermissions = z.strictObject({
  permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length),
  version: version.optional(),
});

const staffInvitation = z.object({
  id,
  email: z.string(),
  role: z.enum(ROLES),
  invited_by: z.string(),
  expires_at: isoTimestamp,
});
export type StaffInvitation = z.output<typeof staffInvitation>;

export const newStaffInvitation = z.strictObject({ email, role: z.enum(['super', ...CHANGEABLE_ROLES]) });

export const newUserNote = z.strictObject({ text: requiredText(2_000) });

export const userAdministrationEndpoints = {
  listStaff: endpoint('GET /settings/staff', {
    access: 'settings',
    summary: 'List staff and their roles, the most powerful first',
    response: z.array(
      z.object({
        id,
        name: z.string(),
        email: z.string(),
        type: z.enum(ROLES),
        /** Null when no session is left. */
        last_seen_at: isoTimestamp.nullable(),
      }),
    ),
  }),
  listRoles: endpoint('GET /settings/roles', {
    access: 'settings',
    summary: 'List the roles of staff and what each may do',
    response: z.array(staffRole),
  }),
  changeRolePermissions: endpoint('PUT /settings/roles/:role', {
    access: 'settings',
    summary: 'Change what a role may do, within its bounds',
    params: z.strictObject({ role: z.enum(CHANGEABLE_ROLES) }),
    body: rolePermissions,
    response: staffRole,
  }),
  listInvitations: endpoint('GET /staff-invitations', {
    access: 'settings',
    summary: 'List invitations to the staff that nobody has accepted yet',
    response: z.array(staffInvitation),
  }),
  inviteStaff: endpoint('POST /staff-invitations', {
    access: 'settings',
    summary: 'Mail somebody a link to join the staff; an earlier invitation of the address ends',
    body: newStaffInvitation,
    limits: [{ name: 'staff-invitations', per: 'account', max: 30, minutes: 60 }],
    response: staffInvitation,
  }),
  withdrawInvitation: endpoint('POST /staff-invitations/:id/withdraw', {
    access: 'settings',
    summary: 'Withdraw an invitation; its link no longer works',
    params: idParams,
    response: done,
  }),
  actOnUsers: endpoint('POST /users/bulk', {
    access: 'customers',
    summary: 'Log out several users everywhere, or mail each a link to set a new password',
    body: z.strictObject({
      ids: z.array(id).min(1).max(userList.maxSelected),
      action: z.enum(BULK_USER_ACTIONS),
    }),
    response: bulkAnswer(id),
  }),
  changeRole: endpoint('POST /users/:id/role', {
    access: 'settings',
    summary: 'Change the role of another user',
    params: idParams,
    body: z.strictObject({ role: z.enum(ROLES), version: version.optional() }),
    response: userSummary,
  }),
  listUserNotes: endpoint('GET /users/:id/notes', {
    access: 'customers',
    summary: 'List staff notes about a user, newest first; the user never sees them',
    params: idParams,
    response: z.array(userNote),
  }),
  addUserNote: endpoint('POST /users/:id/notes', {
    access: 'customers',
    summary: 'Add a staff note about a user',
    params: idParams,
    body: newUserNote,
    response: userNote,
  }),
  deleteUserNote: endpoint('DELETE /user-notes/:id', {
    access: 'customers',
    summary: 'Delete a note; only its author or a super may',
    params: idParams,
    response: done,
  }),
  listUserSessions: endpoint('GET /users/:id/sessions', {
    access: 'customers',
    summary: 'List where a user is logged in',
    params: idParams,
    response: z.array(userSession),
  }),
  logUserOut: endpoint('POST /users/:id/log-out-everywhere', {
    access: 'customers',
    summary: 'End every session of a user',
    params: idParams,
    response: z.object({ ended: count }),
  }),
  suspendUser: endpoint('POST /users/:id/suspend', {
    access: 'customers',
    summary: 'Suspend an account: its sessions, mailed links and picture addresses end at once',
    params: idParams,
    body: suspension,
    response: userSummary,
  }),
  unsuspendUser: endpoint('POST /users/:id/unsuspend', {
    access: 'customers',
    summary: 'Let a suspended account log in again',
    params: idParams,
    response: userSummary,
  }),
  orderOfUser: endpoint('GET /users/:id/orders/:order', {
    access: 'customers',
    summary: 'Get an order of a user, or a pool they paid for, with payments and refunds',
    params: z.strictObject({ id: idInPath, order: idInPath }),
    response: orderOfUser,
  }),
  foundAlbumsOfUser: endpoint('GET /users/:id/found-albums', {
    access: 'customers',
    summary: 'List albums a user has found or owns, with the views used',
    params: idParams,
    response: z.array(userFoundAlbum),
  }),
  resetAllViews: endpoint('POST /users/:id/found-albums/reset', {
    access: 'customers',
    summary: 'Reset a user’s views of all albums; answers with how many had been viewed',
    params: idParams,
    response: z.object({ reset: count }),
  }),
  resetChosenViews: endpoint('POST /users/:id/found-albums/reset-chosen', {
    access: 'customers',
    summary: 'Reset a user’s views of several albums',
    params: idParams,
    body: z.strictObject({ ids: z.array(wideId).min(1).max(foundAlbumList.maxSelected) }),
    response: bulkAnswer(wideId),
  }),
  previewQuota: endpoint('GET /users/:id/preview-quota', {
    access: 'customers',
    summary: 'Get how many programs and albums a user has opened, and may open',
    params: idParams,
    response: previewQuota,
  }),
  allowMore: endpoint('POST /users/:id/preview-quota', {
    access: 'customers',
    summary: 'Let a user open more programs and albums for some days; zeros end it',
    params: idParams,
    body: morePreviews,
    response: previewQuota,
  }),
  resetPreviewQuota: endpoint('POST /users/:id/preview-quota/reset', {
    access: 'customers',
    summary: 'Count a user’s opened programs and albums from zero again',
    params: idParams,
    response: previewQuota,
  }),
  downloadsOfUser: endpoint('GET /users/:id/downloads', {
    access: 'customers',
    summary: 'List albums a user may download, with the downloads used',
    params: idParams,
    response: z.array(albumDownload),
  }),
  resetChosenDownloads: endpoint('POST /users/:id/downloads/reset-chosen', {
    access: 'customers',
    summary: 'Reset a user’s downloads of several albums',
    params: idParams,
    body: z.strictObject({ ids: z.array(id).min(1).max(userDownloadList.maxSelected) }),
    response: bulkAnswer(id),
  }),
};
