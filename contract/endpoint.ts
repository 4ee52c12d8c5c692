import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './rules/permissions.ts';

export type Access = 'public' | 'authenticated' | Permission;

/**
 * Thousands of people in one arena share one network address, so limits per `address` are generous and limits per
 * `device` (a signed cookie) are tight. `caller` is the account of a caller who is logged in, else their device. A
 * limit per `account` does not apply to callers who are not logged in. `everyone` is one count for the whole site. The
 * field `email` counts its mailbox, whatever the tags and dots of the address.
 */
export type LimitSubject<Field = string> =
  | 'address'
  | 'device'
  | 'account'
  | 'caller'
  | 'everyone'
  | { field: Field };

export type RateLimit<Field = string> = {
  /** Limits with the same name and subject share one count, also across endpoints. */
  name: string;
  /** Several subjects are counted in combination, e.g. one email address from one network address. */
  per: LimitSubject<Field> | readonly LimitSubject<Field>[];
  max: number;
  minutes: number;
  /** Which calls count: all of them unless said otherwise; a list of errors counts calls that fail with one of them. */
  counts?: 'all' | 'successes' | 'failures' | readonly ErrorCode[];
  /**
   * `failures`: a call that succeeds is answered even when the limit is reached. `nothing`: every call is answered, and
   * the handler is told that the limit is reached.
   */
  refuses?: 'failures' | 'nothing';
  /**
   * The limit applies only to devices that have, or have not, logged in before to the account whose email address this
   * field holds. Strangers can use up only limits on unknown devices, so they cannot lock the owner out.
   */
  device?: { is: 'known' | 'unknown'; of: Field };
  /** The limit applies only to calls that send this field. */
  onlyWith?: Field;
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Path = `/${string}`;

export type EndpointShape = {
  method: Method;
  path: Path;
  access: Access;
  tag: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  limits?: readonly RateLimit[];
  /** The call hashes a password, which takes long: a network gets few of them at once. */
  hashes?: boolean;
  /** Staff who still have to set up the required second factor may call it. */
  beforeSecondFactor?: boolean;
  /** `address`: only for accounts whose email address is verified; others get `address_unverified`. */
  verification?: 'address';
  /** Other successful answers by status, e.g. 202 while a zip is being built. */
  otherResponses?: Record<number, z.ZodType>;
  /** A GET that uses something up (a view, a link), so clients must not retry it on their own. */
  spends?: boolean;
  /** The answer is a byte stream, not JSON. */
  raw?: boolean;
  /** The body is one picture file, sent as image/*. */
  picture?: { maxBytes: number };
  /** The handler gets the raw text of the body, e.g. to check its signature. */
  text?: { maxBytes: number };
};

type Definition = Omit<EndpointShape, 'method' | 'path' | 'tag' | 'response'> & { tag?: string } & (
    | { response: z.ZodType }
    | { raw: true }
  );
type RouteOf<Route> = Route extends `${infer M extends Method} ${infer P extends Path}`
  ? { method: M; path: P; tag: string }
  : never;
type BytesOf<D> = D extends { raw: true } ? { response: z.ZodUnknown } : unknown;

/**
 * Returns how the endpoints of a part of the API are written: `endpoint('GET /albums/:id', { access, ... })`. The second
 * part of the type makes a limit on a field that the body does not have a compile error.
 */
export function endpointsOf(tag: string) {
  return <const Route extends `${Method} ${Path}`, const D extends Definition>(
    route: Route,
    definition: D & { limits?: readonly RateLimit<FieldOf<D>>[] },
  ): D & RouteOf<Route> & BytesOf<D> => {
    const [method, path] = route.split(' ');
    const endpoint: object = { method, path, tag, response: z.unknown(), ...definition };
    return endpoint as D & RouteOf<Route> & BytesOf<D>;
  };
}

type FieldOf<D extends Definition> = D['body'] extends z.ZodType ? keyof z.output<D['body']> : never;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Field<E, K extends string> = K extends keyof E ? E[K] : undefined;

export type ParamsOf<E extends EndpointShape> = Parsed<Field<E, 'params'>>;
export type QueryOf<E extends EndpointShape> = Parsed<Field<E, 'query'>>;
export type BodyOf<E extends EndpointShape> = Parsed<Field<E, 'body'>>;
export type HasImage<E extends EndpointShape> =
  Field<E, 'picture'> extends { maxBytes: number } ? true : false;
export type HasText<E extends EndpointShape> = Field<E, 'text'> extends { maxBytes: number } ? true : false;
export type ResponseOf<E extends EndpointShape> = z.output<E['response']>;

export type OtherResponseOf<E extends EndpointShape> =
  E['otherResponses'] extends Record<number, infer S extends z.ZodType> ? z.output<S> : never;

export type SentParams<E extends EndpointShape> = Sent<Field<E, 'params'>>;
export type SentQuery<E extends EndpointShape> = Sent<Field<E, 'query'>>;
export type SentBody<E extends EndpointShape> = Sent<Field<E, 'body'>>;
