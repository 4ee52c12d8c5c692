import { describe, expect, test } from 'vitest';
import { notificationSettings } from '#contract/entities/user.ts';
import { FACTORY_NOTIFICATION_SETTINGS, NOTIFICATION_KINDS, wantsAnySms } from './notifications.ts';

describe('notification settings', () => {
  test('default to email and push on and text messages off', () => {
    expect(Object.keys(FACTORY_NOTIFICATION_SETTINGS)).toEqual(NOTIFICATION_KINDS);
    for (const kind of NOTIFICATION_KINDS) {
      expect(FACTORY_NOTIFICATION_SETTINGS[kind]).toEqual({
        email: true,
        sms: false,
        push: kind !== 'reminder',
      });
    }
    expect(wantsAnySms(FACTORY_NOTIFICATION_SETTINGS)).toBe(false);
  });

  test.each(NOTIFICATION_KINDS)('want text messages when %s alone does', (kind) => {
    const settings = { ...FACTORY_NOTIFICATION_SETTINGS, [kind]: { email: false, sms: true, push: false } };
    expect(wantsAnySms(settings)).toBe(true);
  });

  test.each(NOTIFICATION_KINDS)('are not complete without %s', (kind) => {
    const { [kind]: _, ...incomplete } = FACTORY_NOTIFICATION_SETTINGS;
    expect(notificationSettings.safeParse(FACTORY_NOTIFICATION_SETTINGS).success).toBe(true);
    expect(notificationSettings.safeParse(incomplete).success).toBe(false);
  });
});
