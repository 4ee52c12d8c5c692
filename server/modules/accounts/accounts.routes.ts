import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountEndpoints, type Session } from '#contract/endpoints/accounts.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { countUsers, searchCustomers, searchUsers } from './accounts.queries.ts';
import { countLinkTry, logInByLink, requestLink } from './links.ts';
import { type LoggedIn, logIn } from './log-in.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { register } from './register.ts';
import { endAllSessions, endSession, type Visitor } from './sessions.ts';
import { getVisibleUser, updateUser } from './update-user.ts';
import { type HoldingsOf, toWireUser, toWireUserSummary } from './user.wire.ts';
import { checkPhoneCode, sendPhoneCode } from './verify-phone.ts';

export function accountRoutes(app: FastifyInstance, context: Context, holdingsOf: HoldingsOf): void {
  const answerSession = async ({ jwt, user }: LoggedIn): Promise<Session> => ({
    jwt,
    user: toWireUser(user, await holdingsOf(context.db, user.id)),
  });

  handle(app, accountEndpoints.logIn, async ({ body, request }) =>
    answerSession(
      await logIn(context, { email: body.identifier, password: body.password }, visitorOf(request)),
    ),
  );

  handle(app, accountEndpoints.register, async ({ body, request }) => {
    const visitor = visitorOf(request);
    await takeHits(context, [{ key: `register:${visitor.ip}`, max: 60, perMinutes: 60 }]);
    const registration = {
      email: body.email,
      password: body.password,
      firstName: body.first_name,
      lastName: body.last_name,
      name: body.name,
      birthDate: body.birth_date ?? null,
    };
    return answerSession(await register(context, registration, visitor));
  });

  handle(app, accountEndpoints.logOut, async ({ body, actor }) => {
    if (body.everywhere) await endAllSessions(context, actor.userId);
    else await endSession(context, actor.sessionId);
    return { ok: true } as const;
  });

  handle(app, accountEndpoints.forgotPassword, async ({ body, request }) => {
    await requestLink(context, { email: body.email, purpose: 'password_reset' }, visitorOf(request));
    return { sent: true } as const;
  });

  handle(app, accountEndpoints.sendLoginLink, async ({ body, request }) => {
    await requestLink(context, { email: body.email, purpose: 'login' }, visitorOf(request));
    return { sent: true } as const;
  });

  handle(app, accountEndpoints.resetPassword, async ({ body, request }) => {
    const visitor = visitorOf(request);
    const hits = await countLinkTry(context, visitor);
    const loggedIn = await resetPassword(context, body, visitor);
    await hits.giveBack();
    return answerSession(loggedIn);
  });

  handle(app, accountEndpoints.logInByLink, async ({ query, request }) => {
    const visitor = visitorOf(request);
    const hits = await countLinkTry(context, visitor);
    const loggedIn = await inTransaction(context, (tx) => logInByLink(tx, query.loginToken, visitor));
    await hits.giveBack();
    return answerSession(loggedIn);
  });

  handle(app, accountEndpoints.changePassword, async ({ body, actor, request }) => {
    const hits = await takeHits(context, [{ key: `password:${actor.userId}`, max: 5, perMinutes: 15 }]);
    const change = { userId: actor.userId, currentPassword: body.currentPassword, password: body.password };
    const loggedIn = await changePassword(context, change, visitorOf(request));
    await hits.giveBack();
    return answerSession(loggedIn);
  });

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
    const user = await inTransaction(context, (tx) => updateUser(tx, actor, params.id, body));
    return toWireUser(user, await holdingsOf(context.db, user.id));
  });

  handle(app, accountEndpoints.findUsers, async ({ query }) => {
    const search = {
      text: query.q,
      role: query.type,
      sort: query._sort,
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

  handle(app, accountEndpoints.countUsers, ({ query }) =>
    countUsers(context.db, { text: query.q, role: query.type }),
  );

  handle(app, accountEndpoints.sendPhoneCode, async ({ body, actor, request }) => {
    await sendPhoneCode(context, { userId: actor.userId, to: body.to, ip: request.ip });
    return { to: body.to, status: 'pending' } as const;
  });

  handle(app, accountEndpoints.checkPhoneCode, async ({ body, actor, request }) => {
    const attempt = { userId: actor.userId, to: body.to, code: body.token, ip: request.ip };
    await checkPhoneCode(context, attempt);
    return { to: body.to, status: 'approved' } as const;
  });
}

function visitorOf(request: FastifyRequest): Visitor {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
