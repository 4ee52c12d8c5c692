import { z } from 'zod';
import { LANGUAGES } from '#contract/i18n.ts';
import { endpointsOf } from '../endpoint.ts';
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
  linkToken,
  newPassword,
  phoneNumber,
  requiredText,
  text,
  version,
} from '../primitives.ts';
import { findPasswordProblem, PASSWORD_PROBLEMS } from '../rules/common-passwords.ts';
import { CODE_GUESSES, MAILED_LINK_LIMITS, PASSWORD_TRY_LIMITS, TOKEN_GUESSES } from './log-in-limits.ts';

const endpoint = endpointsOf('Accounts');

export const session = z.object({
  jwt: z.string(),
  user,
  /** The log-in was the first verification of the address: earlier sessions, the password and saved cards are gone. */
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
    agreed_to_terms: z.literal(true, { message: /*i18n*/ 'Please agree to the terms' }),
    provider: z.literal('local').optional(),
  })
  .refine((body) => body.username === body.email, {
    path: ['username'],
    message: 'The username must equal the email address',
  })
  .refine((body) => findPasswordProblem(body.password, body.email) !== 'address', {
    path: ['password'],
    message: PASSWORD_PROBLEMS.address,
  });

const passwordPair = { password: newPassword, passwordConfirmation: z.string().max(200) };
const passwordsMatch = (body: { password: string; passwordConfirmation: string }) =>
  body.password === body.passwordConfirmation;
const passwordsDiffer = { path: ['passwordConfirmation'], message: /*i18n*/ 'The passwords don’t match' };

export const passwordReset = z
  .strictObject({ code: linkToken, ...passwordPair })
  .refine(passwordsMatch, passwordsDiffer);

export const passwordChange = z
  .strictObject({ currentPassword: z.string().max(200), ...passwordPair })
  .refine(passwordsMatch, passwordsDiffer);

const place = {
  country: z.string().trim().max(60).nullable(),
  city: text(120).nullable(),
  state: text(120).nullable(),
  zip_code: text(20).nullable(),
};

/** Staff who open somebody else's profile get the version. */
const readUser = user.extend({ version: version.optional() });
export type ReadUser = z.output<typeof readUser>;

export const profileChange = z
  .strictObject({
    ...names,
    ...place,
    birth_date: birthDate.nullable(),
    agreed_to_terms: z.literal(true),
    phone_number: phoneNumber.nullable(),
    language: z.enum(LANGUAGES),
    /** Staff send it; a profile that a colleague has changed since is not overwritten. */
    version,
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'Send at least one field');

const sent = z.object({ sent: z.literal(true) });

/** `code` only in test mode, where nobody receives a text message. */
const verification = z.object({
  to: z.string(),
  status: z.enum(['pending', 'approved']),
  code: z.string().optional(),
});

export const accountEndpoints = {
  logIn: endpoint('POST /auth/local', {
    hashes: true,
    access: 'public',
    summary: 'Log in with email and password',
    body: credentials,
    limits: PASSWORD_TRY_LIMITS,
    response: session,
  }),
  register: endpoint('POST /auth/local/register', {
    hashes: true,
    access: 'public',
    summary: 'Create an account and log in',
    body: registration,
    limits: [
      { name: 'register', per: 'device', max: 5, minutes: 60 },
      { name: 'register', per: 'address', max: 3_000, minutes: 60 },
      { name: 'register', per: { field: 'email' }, max: 3, minutes: 24 * 60, counts: 'successes' },
    ],
    response: session,
  }),
  logOut: endpoint('POST /auth/logout', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'End this session, or all of them',
    body: z.strictObject({ everywhere: z.boolean().optional() }),
    response: done,
  }),
  forgotPassword: endpoint('POST /auth/forgot-password', {
    access: 'public',
    summary:
      'Mail a link that sets a new password; the answer never reveals whether the address has an account',
    body: z.strictObject({ email }),
    limits: MAILED_LINK_LIMITS,
    response: sent,
  }),
  resetPassword: endpoint('POST /auth/reset-password', {
    hashes: true,
    access: 'public',
    summary: 'Set a new password with the code from a mailed link; ends all other sessions',
    body: passwordReset,
    limits: TOKEN_GUESSES,
    response: session,
  }),
  changePassword: endpoint('POST /auth/change-password', {
    hashes: true,
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Change the password while logged in; ends all other sessions',
    body: passwordChange,
    limits: [{ name: 'password', per: 'account', max: 5, minutes: 15, counts: 'failures' }],
    response: session,
  }),
  logInByLink: endpoint('GET /passwordless/login', {
    access: 'public',
    summary:
      'Log in with a mailed link, which works once; call it only after a click, so that mail scanners cannot use it up',
    query: z.strictObject({ loginToken: linkToken }),
    spends: true,
    limits: TOKEN_GUESSES,
    response: session,
  }),
  sendLoginLink: endpoint('POST /passwordless/send-link', {
    access: 'public',
    summary: 'Mail a login link; the answer never reveals whether the address has an account',
    body: z.strictObject({ email, username: email.optional() }),
    limits: MAILED_LINK_LIMITS,
    response: sent,
  }),
  me: endpoint('GET /users/me', {
    access: 'authenticated',
    beforeSecondFactor: true,
    summary: 'Get the logged-in user',
    response: user,
  }),
  getUser: endpoint('GET /users/:id', {
    access: 'authenticated',
    summary: 'Get a user; customers can get only themselves',
    params: idParams,
    response: readUser,
  }),
  updateUser: endpoint('PUT /users/:id', {
    access: 'authenticated',
    summary: 'Change a profile or a phone number (a new number must be verified again)',
    params: idParams,
    body: profileChange,
    response: readUser,
  }),
  findUsers: endpoint('GET /users', {
    access: 'customers',
    summary: 'List users, filtered by a part of their name or email',
    query: z.strictObject({
      _sort: listQuery(userList).shape._sort,
      name_contains: text(120).optional(),
      email_contains: text(254).optional(),
      _start: z.coerce.number().int().min(0).max(1_000_000).default(0),
      _limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(userSummary),
  }),
  countUsers: endpoint('GET /users/count', {
    access: 'customers',
    summary: 'Count users',
    response: count,
  }),
  searchCustomers: endpoint('GET /users/customer-search', {
    access: 'customers',
    summary: 'Search customers by any part of name or email, best match first',
    query: z.strictObject({
      q: text(254).default(''),
      _limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(userSummary.extend({ id })),
  }),
  sendPhoneCode: endpoint('POST /twilio-sms/verify-token-send', {
    access: 'profile',
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
  checkPhoneCode: endpoint('POST /twilio-sms/verify-token-check', {
    access: 'profile',
    summary: 'Check the code and make the number the verified number of the logged-in user',
    body: z.strictObject({
      to: phoneNumber,
      token: z
        .string()
        .trim()
        .regex(/^\d{4,10}$/),
    }),
    limits: [{ name: 'code-try', per: 'account', max: 10, minutes: 15, counts: 'failures' }, ...CODE_GUESSES],
    response: verification,
  }),
};
