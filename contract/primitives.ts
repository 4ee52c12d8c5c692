import { z } from 'zod';
import { EMAIL_ADDRESS, LINK_TOKEN_LENGTH, MAX_EMAIL_LENGTH } from './rules/accounts.ts';
import { findPasswordProblem, PASSWORD_PROBLEMS } from './rules/common-passwords.ts';

const MAX_ID = 2_147_483_647;

export const id = z.int().positive().max(MAX_ID);
/** Tables that grow fast have 64-bit ids. JavaScript holds 15 digits of them exactly. */
export const MAX_WIDE_ID = 999_999_999_999_999;
const anyWideId = () => z.int().positive().max(MAX_WIDE_ID);
export const wideId = anyWideId();
export const photoId = anyWideId();
/** Plain digits only: JavaScript would also read `0x10`, `1e3` and ` 1` as numbers. */
export const fromDigits = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value), schema);
export const idInPath = fromDigits(id);
export const wideIdInPath = fromDigits(wideId);
/** The latest change of something that staff edit; 0 before the first. A save sends the version that was read. */
export const version = z.int().min(0).max(MAX_WIDE_ID);
export const versionInQuery = fromDigits(version);
export const uuid = z.uuid();
export const cents = z.int().min(0).max(100_000_000);
/** A price or a sum before discounts: it may be more than a card can be charged. */
export const grossCents = z.int().min(0).max(1_000_000_000_000);
export const count = z.int().min(0);

export const text = (maxLength: number) => z.string().trim().max(maxLength);
export const requiredText = (maxLength: number) => z.string().trim().min(1).max(maxLength);

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH)
  .pipe(z.email({ pattern: EMAIL_ADDRESS, message: /*i18n*/ 'Enter a valid email address' }));

/** PostgreSQL has no year 0. What is moved past the year 9999 could not be read by any call. */
export const isoDate = z.iso.date().refine((day) => day >= '0001', 'Enter a later date');
export const isoTimestamp = z.iso
  .datetime()
  .refine((time) => time >= '1900' && time < '9999-12-31', 'Enter a time between the years 1900 and 9999');

export const birthDate = isoDate
  .refine((value) => value >= '1900-01-01', /*i18n*/ 'Enter a date after 1900')
  .refine((value) => value <= new Date().toISOString().slice(0, 10), /*i18n*/ 'Enter a date in the past');
export const phoneNumber = z
  .string()
  .trim()
  .regex(/^\+[1-9]\d{6,14}$/, /*i18n*/ 'Enter the number with its country code, like +15551234567');

export const MIN_PASSWORD_LENGTH = 7;
export const newPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, /*i18n*/ 'Use at least 7 characters')
  .max(200, /*i18n*/ 'Use at most 200 characters')
  .refine((value) => findPasswordProblem(value) !== 'common', PASSWORD_PROBLEMS.common)
  .refine((value) => findPasswordProblem(value) !== 'repeated', PASSWORD_PROBLEMS.repeated);

export const linkToken = z.string().min(LINK_TOKEN_LENGTH.min).max(LINK_TOKEN_LENGTH.max);

export const mailedCode = z
  .string()
  .max(20)
  .transform((value) => value.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, /*i18n*/ 'Enter the six digits'));

/** A path on this site; two slashes at the start would name another site. */
export const sitePath = z
  .string()
  .max(300)
  .regex(/^\/([\x21-\x2e\x30-\x5b\x5d-\x7e][\x21-\x5b\x5d-\x7e]*)?$/, 'Name a page of this site');

export const sortOrder = z.enum(['asc', 'desc', 'ASC', 'DESC']);

/** Order and part of a list that is loaded whole, for example `_sort=start_date:DESC&_limit=10`. */
export function listParameters<Key extends string>(sortKeys: readonly [Key, ...Key[]], limit: number) {
  return {
    _sort: z.templateLiteral([z.enum(sortKeys), ':', sortOrder]).optional(),
    _start: z.coerce.number().int().min(0).max(limit).default(0),
    _limit: z.coerce.number().int().min(1).max(limit).default(limit),
  };
}

const MAX_IDS = 300;

/** `events_in=1,2` and `events_in=1&events_in=2` mean the same, and `events_in=` means none. */
export const listOfIds = z
  .union([z.string().max(4_000), z.array(z.string().max(4_000)).max(MAX_IDS)])
  .transform((value) => [value].flat().join(','))
  .pipe(
    z
      .string()
      .max(4_000)
      .regex(/^(\d{1,10}(,\d{1,10})*)?$/),
  )
  .transform((value) => value.split(',').filter(Boolean).map(Number))
  .pipe(z.array(id));

export const idParams = z.strictObject({ id: idInPath });
export const wideIdParams = z.strictObject({ id: wideIdInPath });
export const done = z.object({ ok: z.literal(true) });

const ONLY_IN_JAVASCRIPT = /^(US\/Pacific-New|Canada\/East-Saskatchewan)$/i;
const TIME_ZONE_PROBLEM = 'Choose a time zone like America/Chicago';

/**
 * Offsets are refused: they ignore daylight saving time, and PostgreSQL reads their sign the other way round. Short names
 * become places, because PostgreSQL does not know all of them and reads PST without daylight saving time.
 */
export const timeZone = z
  .string()
  .trim()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z_]*(\/[A-Za-z0-9_+-]+){0,2}$/, { error: TIME_ZONE_PROBLEM, abort: true })
  .refine((name) => zoneOf(name) !== undefined, TIME_ZONE_PROBLEM)
  .overwrite((name) => zoneOf(name) ?? name)
  .default('UTC');

function zoneOf(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    if (timeZone.startsWith('SystemV/')) return undefined;
    // A place with two names keeps the given one: JavaScript answers Asia/Calcutta to Asia/Kolkata.
    const isOtherName = name.includes('/') && name.toLowerCase() !== timeZone.toLowerCase();
    return isOtherName && !ONLY_IN_JAVASCRIPT.test(name) ? name : timeZone;
  } catch {
    return undefined;
  }
}

/** One of the keys of a list of names. */
export const keysOf = <T extends Record<string, string>>(names: T) =>
  z.enum(Object.keys(names) as [keyof T & string, ...(keyof T & string)[]]);
