/**
 * The login and the password link share one count. Strangers who request mail to somebody else are answered as usual,
 * but only three of their requests in 15 minutes, the lifetime of a login link, send a mail. So the owner's inbox
 * always has a valid link, and never a flood.
 */
export const MAILED_LINK_LIMITS = [
  { name: 'link', per: [{ field: 'email' }, 'device'], max: 3, minutes: 15 },
  { name: 'link', per: [{ field: 'email' }, 'device'], max: 10, minutes: 24 * 60 },
  { name: 'link', per: 'device', max: 20, minutes: 60 },
  { name: 'link', per: 'address', max: 3_000, minutes: 60 },
  {
    name: 'link-mail',
    per: { field: 'email' },
    device: { is: 'unknown', of: 'email' },
    max: 3,
    minutes: 15,
    refuses: 'nothing',
  },
] as const;

export const TOKEN_GUESSES = [
  { name: 'link-try', per: 'device', max: 10, minutes: 15, counts: 'failures' },
  { name: 'link-try', per: 'address', max: 1_000, minutes: 15, counts: 'failures', refuses: 'failures' },
] as const;

/**
 * A code has few tries, but requesting many codes gives many. So wrong codes of all kinds are counted together, for a
 * network and for the whole site. Past these limits mailed links and passwords still log in.
 */
const CODE_GUESSES_OF_ALL = { name: 'code-guess', counts: ['code_invalid'] } as const;
export const CODE_GUESSES = [
  { ...CODE_GUESSES_OF_ALL, per: 'address', max: 60, minutes: 15 },
  { ...CODE_GUESSES_OF_ALL, per: 'address', max: 300, minutes: 24 * 60 },
  { ...CODE_GUESSES_OF_ALL, per: 'everyone', max: 1_000, minutes: 60 },
] as const;

/**
 * A device that has logged in before has its own tries. All others share tries: few per account and network address,
 * and few enough per account that guessing from many addresses fails. The owner can still log in from a known device or
 * by a mailed link.
 */
const PASSWORD_TRIES = { name: 'login', minutes: 15, counts: 'failures' } as const;
const KNOWN_DEVICE = { device: { is: 'known', of: 'identifier' } } as const;
const UNKNOWN_DEVICE = { device: { is: 'unknown', of: 'identifier' } } as const;
export const PASSWORD_TRY_LIMITS = [
  { ...PASSWORD_TRIES, ...KNOWN_DEVICE, per: [{ field: 'identifier' }, 'device'], max: 10 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: [{ field: 'identifier' }, 'device'], max: 5 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: [{ field: 'identifier' }, 'address'], max: 5 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: { field: 'identifier' }, max: 50 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: { field: 'identifier' }, max: 300, minutes: 24 * 60 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: 'device', max: 30 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: 'address', max: 3_000 },
] as const;
