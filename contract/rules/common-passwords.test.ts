import { describe, expect, test } from 'vitest';
import { findPasswordProblem } from './common-passwords.ts';

const COMMON =
  `password Password PASSWORD1 passw0rd P@ssw0rd p@ssword1 password123 pa55word 12345678 123456789
1234567890 0987654321 87654321 11223344 123123123 12341234 1234554321 12344321 qwerty123 qwertyuiop 1q2w3e4r 1qaz2wsx zaq12wsx
q1w2e3r4t5 asdfghjkl zxcvbnm1 qazwsxedc 1234qwer qwer1234 abcd1234 abc12345 a1b2c3d4 iloveyou iloveyou2 ILoveYou1 princess1
sunshine sunshine1 football1 baseball superman batman123 trustno1 letmein1 welcome1 welcome123 admin123 administrator monkey123
dragon12 master123 michael1 jordan23 jessica1 charlie1 starwars1 pokemon123 minecraft summer2024 Winter2025 october2026 chelsea1
liverpool1 cheerleader dancer01 abcdefg 7654321 147258369 mustang1 harley123 computer1 internet passpass lovelove1 changeme123
abcdef1 qwertyu7 abcd123 123asdf abc1234`
    .split(/\s+/)
    .filter(Boolean);

const GOOD =
  `Stage-Door-42 a-Good-pass1 encore-demo brand-new-1 seven ducks Curtain-Call-43 tR4vel-mug kjh3kjhq plum.kettle
strangers-own-1 correcthorsebatterystaple 19kettles! blaues-haus-7 Password123! michael-20112 Xk9#mQ2v Abcde12 asdfg27 Qwert90 93abcde`
    .split(/\s{2,}|\n/)
    .flatMap((line) => line.split(' '))
    .filter((word) => word.length >= 7);

describe('a password that strangers try first', () => {
  test.each(COMMON.map((password) => [password]))('%s is refused', (password) => {
    expect(findPasswordProblem(password)).toBe('common');
  });
});

test.each(GOOD.map((password) => [password]))('%s is accepted', (password) => {
  expect(findPasswordProblem(password, 'casey@example.test')).toBeUndefined();
});

test('one repeated character is refused', () => {
  for (const password of ['aaaaaaa', '!!!!!!!!!', '00000000']) {
    expect(findPasswordProblem(password)).toBe('repeated');
  }
});

test('the address and the name in it are refused, also with digits around', () => {
  for (const password of ['dana.kim@example.test', 'Dana.Kim', 'dana.kim1', 'DANA.KIM@EXAMPLE.TEST']) {
    expect(findPasswordProblem(password, 'dana.kim@example.test')).toBe('address');
  }
  expect(findPasswordProblem('kim-likes-plums', 'kim@example.test')).toBeUndefined();
});
