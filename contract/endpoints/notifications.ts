import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { notificationSettings } from '../entities/notification-settings.ts';
import { id, idParams, isoDate, isoTimestamp } from '../primitives.ts';

const tag = 'Notifications';

const userSettings = z.object({
  user: id,
  settings: notificationSettings,
  has_modified_notification_settings: isoDate.nullable(),
});

const defaultSettings = z.object({
  id,
  settings: notificationSettings,
  created_at: isoTimestamp,
});

export const notificationEndpoints = {
  getSettings: endpoint({
    method: 'GET',
    path: '/users/get-settings/:id',
    access: 'authenticated',
    tag,
    summary: 'Notification settings of a user: their own choice, else the site default',
    params: idParams,
    response: userSettings,
  }),
  updateSettings: endpoint({
    method: 'PUT',
    path: '/users/update-settings/:id',
    access: 'authenticated',
    tag,
    summary: 'Choose notification settings; text messages need a verified phone number',
    params: idParams,
    body: z.strictObject({
      settings: notificationSettings,
      has_modified_notification_settings: isoDate.optional(),
    }),
    response: userSettings,
  }),
  getDefaultSettings: endpoint({
    method: 'GET',
    path: '/default-user-notification-settings',
    access: 'customer_notification_settings',
    tag,
    summary: 'The latest site default, as a list of at most one',
    response: z.array(defaultSettings),
  }),
  setDefaultSettings: endpoint({
    method: 'POST',
    path: '/default-user-notification-settings',
    access: 'customer_notification_settings',
    tag,
    summary: 'Set a new site default',
    body: z.strictObject({ settings: notificationSettings }),
    response: defaultSettings,
  }),
};
