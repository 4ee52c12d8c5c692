import type { z } from 'zod';
import type { Permission } from './rules/permissions.ts';

export type Access = 'public' | 'authenticated' | Permission;

export type EndpointShape = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  access: Access;
  tag: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Further successful answers by status, e.g. 202 while a zip is being built. */
  otherResponses?: Record<number, z.ZodType>;
  /** A GET that uses something up (a view, a link): clients never repeat it by themselves. */
  spends?: boolean;
  /** The answer is a byte stream, not JSON. */
  raw?: boolean;
  /** The body is one picture file as it is, sent as image/*. */
  picture?: { maxBytes: number };
  /** The body is taken as the very text that was sent: a form of a mail program, a signed message. */
  text?: { maxBytes: number };
};

export function endpoint<const E extends EndpointShape>(definition: E): E {
  return definition;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
type Field<E, K extends string> = K extends keyof E ? E[K] : undefined;

export type ParamsOf<E extends EndpointShape> = Parsed<Field<E, 'params'>>;
export type QueryOf<E extends EndpointShape> = Parsed<Field<E, 'query'>>;
export type BodyOf<E extends EndpointShape> = Parsed<Field<E, 'body'>>;
export type HasPicture<E extends EndpointShape> =
  Field<E, 'picture'> extends { maxBytes: number } ? true : false;
export type HasText<E extends EndpointShape> = Field<E, 'text'> extends { maxBytes: number } ? true : false;
export type ResponseOf<E extends EndpointShape> = z.output<E['response']>;

/** What a call answers with a status of its own, set by the handler. */
export type OtherResponseOf<E extends EndpointShape> =
  E['otherResponses'] extends Record<number, infer S extends z.ZodType> ? z.output<S> : never;

export type SentParams<E extends EndpointShape> = Sent<Field<E, 'params'>>;
export type SentQuery<E extends EndpointShape> = Sent<Field<E, 'query'>>;
export type SentBody<E extends EndpointShape> = Sent<Field<E, 'body'>>;
