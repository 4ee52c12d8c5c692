import { expect, test } from 'vitest';
import { isPushService } from './push.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-by3p.notify.windows.com/w/?token=abc', true],
  ['http://127.0.0.1:4999/push/1', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user:secret@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.test/abc', false],
  ['https://evil.test/fcm.googleapis.com', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://evil.test/#.push.apple.com', false],
  ['http://127.0.0.1:5432/', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['https://[::1]/abc', false],
  ['ftp://127.0.0.1:4999/push/1', false],
  ['not an address', false],
])('the address %s is called: %s', (endpoint, isCalled) => {
  expect(isPushService(endpoint, ['127.0.0.1:4999'])).toBe(isCalled);
});
