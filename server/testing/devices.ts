import { createSecretKey, randomBytes } from 'node:crypto';
import { createDevices, DEVICE_COOKIE, type Devices } from '#server/platform/http/devices.ts';
import type { TestApp } from './test-app.ts';

export function testDevices(isKnown: Devices['isKnown'] = async () => false): Devices {
  return createDevices([createSecretKey(randomBytes(32))], isKnown);
}

export function cookieOf(devices: Devices, device: string): string {
  return `${DEVICE_COOKIE}=${devices.tokenOf(device)}`;
}

/** Returns the cookie of a device that this application has never seen. */
export function freshDevice({ app }: TestApp): string {
  return cookieOf(app.devices, app.devices.issue());
}
