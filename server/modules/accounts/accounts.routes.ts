import type { FastifyInstance } from 'fastify';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { enteringEndpoints, phoneLogInEndpoints } from '#contract/endpoints/entering.ts';
import { legalEndpoints } from '#contract/endpoints/legal.ts';
import { secondFactorEndpoints } from '#contract/endpoints/second-factor.ts';
import { defaultSortOf, parseSort } from '#contract/lists/list.ts';
import { userList } from '#contract/lists/users.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { recordListRead } from '#server/platform/audit/audit.ts';
import { versionOf } from '#server/platform/audit/versions.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { handle } from '#server/platform/http/handle.ts';
import { languageOf } from '#server/platform/http/language-of.ts';
import {
  addEmail,
  changeEmailByCode,
  confirmByLink,
  refuseByLink,
  type SyncCustomerEmail,
  sendEmailCode,
  startEmailChange,
  verifyByCode,
} from './change-email.ts';
import type { OfOrders } from './claim-address.ts';
import { agree } from './create-account.ts';
import { readOf } from './customer-access.ts';
import { describeMailLink, logInByLink, sendLink } from './links.ts';
import { answerChallenge, logIn, type SessionAnswers } from './log-in.ts';
import { enterByCode, sendOneTimeCode } from './one-time-codes.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { checkPhoneCode, logInByPhone, type StartTexts, sendPhoneCode, sendPhoneLogInCode } from './phone.ts';
import { register } from './register.ts';
import { logOut, visitorOf } from './sessions.ts';
import { updateUser } from './update-user.ts';
import { toWireLinkFacts, toWireSentCode, toWireUserSummary } from './user.wire.ts';
import { countUsers, searchCustomers, searchUsers } from './user-administration.queries.ts';

type OfOthers = SessionAnswers &
  OfOrders & {
    syncCustomerEmail: SyncCustomerEmail;
    startTexts: StartTexts;
  };

export function accountRoutes(
  app: FastifyInstance,
  context: Context,
  {
    answerUser,
    answerSession,
    welcomeVerified,
    welcomed,
    forgetCards,
    hasBought,
    syncCustomerEmail,
    startTexts,
  }: OfOthers,
): void {
  const answerFor = async (actor: Actor, id: number) => {
    const version = actor.userId === id ? undefined : await versionOf(context.db, `user:${id}`);
    return { ...(await answerUser({ id })), version };
  };
  const withOrders = { ...context, forgetCards, hasBought, syncCustomerEmail, startTexts };
  handle(app, accountEndpoints.logIn, async ({ body, request }) => {
    const credentials = { email: body.identifier, password: body.password };
    return answerSession(await logIn(context, visitorOf(request), credentials));
  });

  handle(app, phoneLogInEndpoints.sendPhoneLogInCode, async ({ body, request }) => {
    const phone = { to: body.to, language: languageOf(request) };
    const { ticket, code } = await sendPhoneLogInCode(context, phone);
    return { to: body.to, ticket, ...(code && { code }) };
  });

  handle(app, phoneLogInEndpoints.logInByPhone, async ({ body, request }) => {
    const phone = { to: body.to, code: body.token, ticket: body.ticket };
    return answerSession(await logInByPhone(withOrders, visitorOf(request), phone));
  });

  handle(app, secondFactorEndpoints.answerChallenge, async ({ body, request }) =>
    answerSession(await answerChallenge(context, visitorOf(request), body)),
  );

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

  handle(app, accountEndpoints.logOut, ({ actor, body }) => logOut(context, actor, body));

  const links = { password_reset: accountEndpoints.forgotPassword, login: accountEndpoints.sendLoginLink };
  for (const purpose of ['password_reset', 'login'] as const) {
    handle(app, links[purpose], async ({ body, request, isOverLimit }) => {
      const asked = { email: body.email, purpose, language: languageOf(request) };
      if (!isOverLimit) await context.queue.enqueue(context.db, sendLink, asked);
      return { sent: true } as const;
    });
  }

  handle(app, accountEndpoints.resetPassword, async ({ body, request }) =>
    answerSession(await resetPassword(withOrders, visitorOf(request), body)),
  );

  handle(app, accountEndpoints.logInByLink, async ({ query, request }) =>
    answerSession(
      await inTransaction(withOrders, (tx) => logInByLink(tx, visitorOf(request), query.loginToken)),
    ),
  );

  handle(app, enteringEndpoints.sendOneTimeCode, async ({ body, request, isOverLimit }) => {
    const language = languageOf(request);
    const { ticket, expiresAt } = await inTransaction(context, (tx) =>
      sendOneTimeCode(tx, { email: body.email, path: body.to, language, isSilent: isOverLimit }),
    );
    return { ticket, expires_at: expiresAt.toISOString() };
  });

  handle(app, enteringEndpoints.enterByCode, async ({ body, request }) =>
    answerSession(await enterByCode(withOrders, visitorOf(request), body)),
  );

  handle(app, enteringEndpoints.describeMailLink, async ({ actor, body }) =>
    toWireLinkFacts(await describeMailLink(context, actor, body.loginToken)),
  );

  handle(app, accountEndpoints.changePassword, async ({ body, actor, request }) =>
    answerSession(await changePassword(context, actor, { ...body, visitor: visitorOf(request) })),
  );

  handle(app, emailAddressEndpoints.sendEmailCode, async ({ actor, body, uncount }) => {
    const sent = await sendEmailCode(context, actor, { unlessSent: body.unless_sent === true });
    if (!sent.isNew) uncount();
    return toWireSentCode(sent);
  });

  handle(app, emailAddressEndpoints.checkEmailCode, async ({ actor, body }) =>
    welcomed(await verifyByCode(withOrders, actor, body.code)),
  );

  handle(app, emailAddressEndpoints.confirmEmail, async ({ body }) =>
    welcomeVerified(await inTransaction(withOrders, (tx) => confirmByLink(tx, body.token))),
  );

  handle(app, emailAddressEndpoints.refuseEmail, ({ body }) =>
    inTransaction(withOrders, (tx) => refuseByLink(tx, body.token)),
  );

  handle(app, emailAddressEndpoints.changeEmail, async ({ actor, body }) =>
    toWireSentCode(await startEmailChange(context, actor, body)),
  );

  handle(app, emailAddressEndpoints.addEmail, async ({ actor, body }) =>
    toWireSentCode(await addEmail(context, actor, body.email)),
  );

  handle(app, emailAddressEndpoints.checkNewEmail, async ({ actor, body }) =>
    welcomed(await changeEmailByCode(withOrders, actor, body.code)),
  );

  handle(app, legalEndpoints.agree, async ({ actor, body }) =>
    answerUser(await inTransaction(context, (tx) => agree(tx, actor, body.version))),
  );

  handle(app, accountEndpoints.me, ({ actor }) => answerUser({ id: actor.userId }));

  handle(app, accountEndpoints.getUser, async ({ actor, params }) => {
    await readOf(context, actor, { userId: params.id, part: 'profile' });
    return answerFor(actor, params.id);
  });

  handle(app, accountEndpoints.updateUser, async ({ actor, params, body }) => {
    const { id } = await inTransaction(context, (tx) =>
      updateUser(tx, actor, { userId: params.id, change: body }),
    );
    return answerFor(actor, id);
  });

  handle(app, accountEndpoints.findUsers, async ({ actor, query }) => {
    const { _sort, _start: start, _limit: limit, ...filter } = query;
    const users = await searchUsers(context.db, {
      sort: parseSort(userList, _sort) ?? defaultSortOf(userList),
      name: filter.name_contains,
      email: filter.email_contains,
      start,
      limit,
    });
    await recordListRead(context.db, { actorId: actor.userId, filter, start, rows: users.length });
    return users.map(toWireUserSummary);
  });

  handle(app, accountEndpoints.searchCustomers, async ({ actor, query }) => {
    const customers = await searchCustomers(context.db, { text: query.q, limit: query._limit });
    const filter = { q: query.q };
    await recordListRead(context.db, { actorId: actor.userId, filter, rows: customers.length });
    return customers.map(toWireUserSummary);
  });

  handle(app, accountEndpoints.countUsers, () => countUsers(context.db));

  handle(app, accountEndpoints.sendPhoneCode, async ({ body, actor, request }) => {
    const code = await sendPhoneCode(context, actor, { to: body.to, language: languageOf(request) });
    return { to: body.to, status: 'pending', ...(code && { code }) } as const;
  });

  handle(app, accountEndpoints.checkPhoneCode, async ({ body, actor }) => {
    await checkPhoneCode(context, actor, { to: body.to, code: body.token });
    return { to: body.to, status: 'approved' } as const;
  });
}
