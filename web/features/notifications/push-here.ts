// Notifications on this device. Browsers ask their owner only when a page wants it, so nothing here asks on its own.

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { browserTimeZone } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { readSession } from '#web/lib/session.ts';
import { isIos, isStandalone } from '#web/lib/standalone.ts';
import { removeStored, writeStored } from '#web/lib/storage.ts';

export const devicesQuery = apiQuery(['push-devices'], notificationEndpoints.listPushDevices);

/** Says why this device cannot show notifications; undefined if it can. */
export function whyNotHere(): string | undefined {
  if (isIos() && !isStandalone()) {
    return i18n.t(
      'On iPhone and iPad, add this site to your home screen first: tap Share, then Add to Home Screen. Then open it from there.',
    );
  }
  if (!('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)) {
    return i18n.t('This browser can’t show notifications. Try another one, or choose texts or emails.');
  }
  if (Notification.permission === 'denied') {
    return i18n.t(
      'Notifications from this site are blocked. Allow them in your browser’s settings, then try again.',
    );
  }
  return undefined;
}

async function subscribe(client: QueryClient) {
  const { public_key: applicationServerKey } = await client.fetchQuery(devicesQuery);
  const registration =
    (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register('/sw.js'));
  await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey };
  const { pushManager } = registration;
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // A subscription made with other keys must go first.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return callApi(notificationEndpoints.addPushDevice, {
    body: { endpoint, keys: { p256dh, auth }, time_zone: browserTimeZone() },
  });
}

const markOf = () => `push:${readSession().user?.id}`;

/** Turns notifications on for this device. It must run in a press, because browsers ask then only. */
export function useTurnOnHere() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const isAllowed = (await Notification.requestPermission()) === 'granted';
      if (!isAllowed) throw new Error(whyNotHere() ?? i18n.t('Allow notifications to turn them on.'));
      return subscribe(client);
    },
    onSuccess: (devices) => {
      writeStored(markOf(), 'on');
      client.setQueryData(devicesQuery.queryKey, devices);
    },
  });
}

export function useRemoveDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (device: { id: number; is_this: boolean }) =>
      callApi(notificationEndpoints.removePushDevice, { params: { id: device.id } }),
    onSuccess: async (devices, { is_this }) => {
      client.setQueryData(devicesQuery.queryKey, devices);
      if (!is_this) return;
      removeStored(markOf());
      const registration = await navigator.serviceWorker?.getRegistration();
      await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    },
  });
}

/** A device on which this person turned notifications on keeps them when the session or the browser's address changes. */
export async function keepOnHere(client: QueryClient): Promise<void> {
  if (whyNotHere() !== undefined || Notification.permission !== 'granted') return;
  const { devices } = await client.fetchQuery(devicesQuery);
  if (!devices.some(({ is_this }) => is_this)) await subscribe(client);
}
