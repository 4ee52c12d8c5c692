import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountEndpoints, type Session } from '#contract/endpoints/accounts.ts';
import { defaultSortOf, parseSort } from '#contract/lists/list.ts';
import { userList } from '#contract/lists/users.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { countUsers, searchCustomers, searchUsers } from './accounts.queries.ts';
import { logInByLink, sendLink } from './links.ts';
import { type LoggedIn, logIn } from './log-in.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { register } from './register.ts';
import { logOut, type Visitor } from './sessions.ts';
import { getVisibleUser, updateUser } from './update-user.ts';
import { type HoldingsOf, toWireUser, toWireUserSummary } from './user.wire.ts';
import { checkPhoneCode, sendPhoneCode } from './verify-phone.ts';

export function accountRoutes(app: FastifyInstance, context: Context, holdingsOf: HoldingsOf): void {
  const answerSession = async ({ jwt, user }: LoggedIn): Promise<Session> => ({
    jwt,
    user: toWireUser(user, await holdingsOf(context.db, user.id)),
  });

  handle(app, accountEndpoints.logIn, async ({ body, request }) => {
    const credentials = { email: body.identifier, password: body.password };
    return answerSession(await logIn(context, visitorOf(request), credentials));
  });

  handle(app, accountEndpoints.register, async ({ body, request }) => {
    const registration = {
      email: body.email,
      password: body.password,
      firstName: body.first_name,
      lastName: body.last_name,
      name: body.name,
      birthDate: body.birth_date ?? null,
    };
    return answerSession(await register(context, visitorOf(request), registration));
  });

  handle(app, accountEndpoints.logOut, async ({ actor, body }) => {
    await logOut(context, actor, body);
    return { ok: true } as const;
  });

  handle(app, accountEndpoints.forgotPassword, async ({ body }) => {
    await context.queue.enqueue(context.db, sendLink, { email: body.email, purpose: 'password_reset' });
    return { sent: true } as const;
  });

  handle(app, accountEndpoints.sendLoginLink, async ({ body }) => {
    await context.queue.enqueue(context.db, sendLink, { email: body.email, purpose: 'login' });
    return { sent: true } as const;
  });

  handle(app, accountEndpoints.resetPassword, async ({ body, request }) =>
    answerSession(await resetPassword(context, visitorOf(request), body)),
  );

  handle(app, accountEndpoints.logInByLink, async ({ query, request }) =>
    answerSession(
      await inTransaction(context, (tx) => logInByLink(tx, visitorOf(request), query.loginToken)),
    ),
  );

  handle(app, accountEndpoints.changePassword, async ({ body, actor, request }) =>
    answerSession(await changePassword(context, actor, { ...body, visitor: visitorOf(request) })),
  );

  handle(app, accountEndpoints.me, async ({ actor }) =>
    toWireUser(
      await getVisibleUser(context, actor, actor.userId),
      await holdingsOf(context.db, actor.userId),
    ),
  );

  handle(app, accountEndpoints.getUser, async ({ actor, params }) =>
    toWireUser(await getVisibleUser(context, actor, params.id), await holdingsOf(context.db, params.id)),
  );

  handle(app, accountEndpoints.updateUser, async ({ actor, params, body }) => {
    const user = await inTransaction(context, (tx) =>
      updateUser(tx, actor, { userId: params.id, change: body }),
    );
    return toWireUser(user, await holdingsOf(context.db, user.id));
  });

  handle(app, accountEndpoints.findUsers, async ({ query }) => {
    const search = {
      sort: parseSort(userList, query._sort) ?? defaultSortOf(userList),
      name: query.name_contains,
      email: query.email_contains,
      start: query._start,
      limit: query._limit,
    };
    return (await searchUsers(context.db, search)).map(toWireUserSummary);
  });

  handle(app, accountEndpoints.searchCustomers, async ({ query }) => {
    const customers = await searchCustomers(context.db, { text: query.q, limit: query._limit });
    return customers.map(toWireUserSummary);
  });

  handle(app, accountEndpoints.countUsers, () => countUsers(context.db));

  handle(app, accountEndpoints.sendPhoneCode, async ({ body, actor }) => {
    await sendPhoneCode(context, actor, body.to);
    return { to: body.to, status: 'pending' } as const;
  });

  handle(app, accountEndpoints.checkPhoneCode, async ({ body, actor }) => {
    await checkPhoneCode(context, actor, { to: body.to, code: body.token });
    return { to: body.to, status: 'approved' } as const;
  });
}

function visitorOf(request: FastifyRequest): Visitor {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
