import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { user, userSummary } from '../entities/user.ts';
import { listQuery } from '../lists/list.ts';
import { userList } from '../lists/users.ts';
import {
  birthDate,
  count,
  done,
  email,
  id,
  idParams,
  isoTimestamp,
  linkToken,
  newPassword,
  phoneNumber,
  requiredText,
  text,
} from '../primitives.ts';
import { findPasswordProblem, PASSWORD_PROBLEMS } from '../rules/common-passwords.ts';

const tag = 'Accounts';

export const session = z.object({
  jwt: z.string(),
  user,
  /** The log-in was the first proof of the address: earlier sessions, the password and saved cards are gone. */
  address_claimed: z.boolean().optional(),
});
export type Session = z.output<typeof session>;

export const credentials = z.strictObject({
  identifier: email,
  password: z.string().min(1).max(200),
});

const names = {
  first_name: requiredText(80),
  last_name: requiredText(80),
  name: requiredText(161),
};

export const registration = z
  .strictObject({
    email,
    username: email,
    password: newPassword,
    ...names,
    birth_date: birthDate.nullish(),
    agreed_to_terms: z.literal(true, { message: 'Please agree to the terms' }),
    provider: z.literal('local').optional(),
  })
  .refine((body) => body.username === body.email, {
    path: ['username'],
    message: 'The username must equal the e-mail address',
  })
  .refine((body) => findPasswordProblem(body.password, body.email) !== 'address', {
    path: ['password'],
    message: PASSWORD_PROBLEMS.address,
  });

const passwordPair = { password: newPassword, passwordConfirmation: z.string().max(200) };
const passwordsMatch = (body: { password: string; passwordConfirmation: string }) =>
  body.password === body.passwordConfirmation;
const passwordsDiffer = { path: ['passwordConfirmation'], message: 'The passwords do not match' };

export const passwordReset = z
  .strictObject({ code: linkToken, ...passwordPair })
  .refine(passwordsMatch, passwordsDiffer);

export const passwordChange = z
  .strictObject({ currentPassword: z.string().max(200), ...passwordPair })
  .refine(passwordsMatch, passwordsDiffer);

export const emailChange = z.strictObject({ email, password: z.string().min(1).max(200) });

const place = {
  country: z.string().trim().max(60).nullable(),
  city: text(120).nullable(),
  state: text(120).nullable(),
  zip_code: text(20).nullable(),
};

export const profileChange = z
  .strictObject({
    ...names,
    ...place,
    birth_date: birthDate.nullable(),
    agreed_to_terms: z.literal(true),
    phone_number: phoneNumber.nullable(),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'Send at least one field');

const sent = z.object({ sent: z.literal(true) });

const mailedCode = z
  .string()
  .max(20)
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits'));

const sentCode = z.object({
  to: z.string(),
  expires_at: isoTimestamp,
  /** Only in test mode, where nobody receives mail. */
  code: z.string().optional(),
});
export type SentCode = z.output<typeof sentCode>;
/** `code` only in test mode, where nobody receives a text message. */
const verification = z.object({
  to: z.string(),
  status: z.enum(['pending', 'approved']),
  code: z.string().optional(),
});

/**
 * The login and the password link share one count. Strangers who ask for mail to somebody else are answered as usual, but
 * only three of their requests in 15 minutes, the lifetime of a login link, send a mail: so there is always a valid link
 * in the owner's inbox, and never a flood.
 */
const MAILED_LINK_LIMITS = [
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

const TOKEN_GUESSES = [
  { name: 'link-try', per: 'device', max: 10, minutes: 15, counts: 'failures' },
  { name: 'link-try', per: 'address', max: 1_000, minutes: 15, counts: 'failures', refuses: 'failures' },
] as const;

/**
 * A device that has logged in before has tries of its own. All others share tries: few per account and network
 * address, and in total so few per account that guessing from many addresses leads nowhere. The owner gets in from a
 * known device or by a mailed link all the same.
 */
const PASSWORD_TRIES = { name: 'login', minutes: 15, counts: 'failures' } as const;
const KNOWN_DEVICE = { device: { is: 'known', of: 'identifier' } } as const;
const UNKNOWN_DEVICE = { device: { is: 'unknown', of: 'identifier' } } as const;
const PASSWORD_TRY_LIMITS = [
  { ...PASSWORD_TRIES, ...KNOWN_DEVICE, per: [{ field: 'identifier' }, 'device'], max: 10 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: [{ field: 'identifier' }, 'device'], max: 5 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: [{ field: 'identifier' }, 'address'], max: 5 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: { field: 'identifier' }, max: 50 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: { field: 'identifier' }, max: 300, minutes: 24 * 60 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: 'device', max: 30 },
  { ...PASSWORD_TRIES, ...UNKNOWN_DEVICE, per: 'address', max: 3_000 },
] as const;

export const accountEndpoints = {
  logIn: endpoint({
    method: 'POST',
    path: '/auth/local',
    access: 'public',
    tag,
    summary: 'Log in with e-mail and password',
    body: credentials,
    limits: PASSWORD_TRY_LIMITS,
    response: session,
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/local/register',
    access: 'public',
    tag,
    summary: 'Create an account and log in',
    body: registration,
    limits: [
      { name: 'register', per: 'device', max: 5, minutes: 60 },
      { name: 'register', per: 'address', max: 3_000, minutes: 60 },
    ],
    response: session,
  }),
  logOut: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'authenticated',
    beforeSecondFactor: true,
    tag,
    summary: 'End this session, or all of them',
    body: z.strictObject({ everywhere: z.boolean().optional() }),
    response: done,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    tag,
    summary:
      'Mail a link that sets a new password; the answer never reveals whether the address has an account',
    body: z.strictObject({ email }),
    limits: MAILED_LINK_LIMITS,
    response: sent,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    tag,
    summary: 'Set a new password with the code from a mailed link; ends all other sessions',
    body: passwordReset,
    limits: TOKEN_GUESSES,
    response: session,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    access: 'authenticated',
    beforeSecondFactor: true,
    tag,
    summary: 'Change the password while logged in; ends all other sessions',
    body: passwordChange,
    limits: [{ name: 'password', per: 'account', max: 5, minutes: 15, counts: 'failures' }],
    response: session,
  }),
  logInByLink: endpoint({
    method: 'GET',
    path: '/passwordless/login',
    access: 'public',
    tag,
    summary:
      'Log in with a mailed link, which works once; call it only after a click, so that mail scanners cannot use it up',
    query: z.strictObject({ loginToken: linkToken }),
    spends: true,
    limits: TOKEN_GUESSES,
    response: session,
  }),
  sendLoginLink: endpoint({
    method: 'POST',
    path: '/passwordless/send-link',
    access: 'public',
    tag,
    summary: 'Mail a login link; the answer never reveals whether the address has an account',
    body: z.strictObject({ email, username: email.optional() }),
    limits: MAILED_LINK_LIMITS,
    response: sent,
  }),
  sendEmailCode: endpoint({
    method: 'POST',
    path: '/auth/email-code',
    access: 'authenticated',
    tag,
    summary: 'Mail a code (and a link) that proves the e-mail address; it replaces an earlier code',
    body: z.strictObject({
      /** Keeps a code that was sent before and is still good. */
      unless_sent: z.boolean().optional(),
    }),
    limits: [
      { name: 'email-code', per: 'account', max: 5, minutes: 60 },
      { name: 'email-code', per: 'account', max: 10, minutes: 24 * 60 },
    ],
    response: sentCode,
  }),
  checkEmailCode: endpoint({
    method: 'POST',
    path: '/auth/email-code/check',
    access: 'authenticated',
    tag,
    summary: 'Prove the e-mail address by the mailed code, within 10 minutes and five tries',
    body: z.strictObject({ code: mailedCode }),
    response: user,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/email-code/confirm',
    access: 'public',
    tag,
    summary: 'Prove the e-mail address by the mailed link; call it only after a click',
    body: z.strictObject({ token: linkToken }),
    limits: TOKEN_GUESSES,
    response: done,
  }),
  refuseEmail: endpoint({
    method: 'POST',
    path: '/auth/email-code/refuse',
    access: 'public',
    tag,
    summary: 'Say by the mailed link that the account is not yours; whoever made it is logged out for good',
    body: z.strictObject({ token: linkToken }),
    limits: TOKEN_GUESSES,
    response: done,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/users/me/email',
    access: 'authenticated',
    tag,
    summary:
      'Mail a code (and a link) to a new address, which is used once it is proven; the answer never reveals whether it has an account',
    body: emailChange,
    limits: [
      { name: 'password', per: 'account', max: 5, minutes: 15, counts: ['password_wrong'] },
      { name: 'email-change', per: 'account', max: 5, minutes: 60, counts: 'successes' },
    ],
    response: sentCode,
  }),
  checkNewEmail: endpoint({
    method: 'POST',
    path: '/users/me/email/check',
    access: 'authenticated',
    tag,
    summary: 'Use the new address from now on, by the code that was mailed to it; sessions stay',
    body: z.strictObject({ code: mailedCode }),
    response: user,
  }),
  me: endpoint({
    method: 'GET',
    path: '/users/me',
    access: 'authenticated',
    beforeSecondFactor: true,
    tag,
    summary: 'Get the logged-in user',
    response: user,
  }),
  getUser: endpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'authenticated',
    tag,
    summary: 'Get a user; customers can get only themselves',
    params: idParams,
    response: user,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/users/:id',
    access: 'authenticated',
    tag,
    summary: 'Change a profile or a phone number (a new number must be verified again)',
    params: idParams,
    body: profileChange,
    response: user,
  }),
  findUsers: endpoint({
    method: 'GET',
    path: '/users',
    access: 'customers',
    tag,
    summary: 'List users, filtered by a part of their name or e-mail',
    query: z.strictObject({
      _sort: listQuery(userList).shape._sort,
      name_contains: text(120).optional(),
      email_contains: text(254).optional(),
      _start: z.coerce.number().int().min(0).max(1_000_000).default(0),
      _limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(userSummary),
  }),
  countUsers: endpoint({
    method: 'GET',
    path: '/users/count',
    access: 'customers',
    tag,
    summary: 'Count users',
    response: count,
  }),
  searchCustomers: endpoint({
    method: 'GET',
    path: '/users/customer-search',
    access: 'customers',
    tag,
    summary: 'Search customers by any part of name or e-mail, best match first',
    query: z.strictObject({
      q: text(254).default(''),
      _limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(userSummary.extend({ id })),
  }),
  sendPhoneCode: endpoint({
    method: 'POST',
    path: '/twilio-sms/verify-token-send',
    access: 'profile',
    tag,
    summary: 'Text a code to a phone number',
    body: z.strictObject({ to: phoneNumber }),
    limits: [
      { name: 'sms', per: { field: 'to' }, max: 1, minutes: 0.5 },
      { name: 'sms', per: { field: 'to' }, max: 5, minutes: 60 },
      { name: 'sms', per: 'account', max: 10, minutes: 60 },
      { name: 'sms', per: 'address', max: 600, minutes: 60 },
    ],
    response: verification,
  }),
  checkPhoneCode: endpoint({
    method: 'POST',
    path: '/twilio-sms/verify-token-check',
    access: 'profile',
    tag,
    summary: 'Check the code and make the number the verified number of the logged-in user',
    body: z.strictObject({
      to: phoneNumber,
      token: z
        .string()
        .trim()
        .regex(/^\d{4,10}$/),
    }),
    limits: [{ name: 'code-try', per: 'account', max: 10, minutes: 15, counts: 'failures' }],
    response: verification,
  }),
};
