import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { type Attack, createAttacker, newEmail, PASSWORD, readMail, register } from '#proofs/attack/attacker.ts';

export const hijacker: Attack = {
  name: "The hijacker registers somebody else's address and waits",
  before: 'kept session, password, name and teams after the owner came',
  async play(site) {
    const [hijack, owner, email] = [createAttacker(site), createAttacker(site), newEmail()];
    await register(hijack, email);
    await hijack.call(foundAlbumEndpoints.addSubscription, {
      body: { program_name: 'Hijackers', team_name: 'Own', division_name: 'Senior' },
    });
    await owner.call(accountEndpoints.sendLoginLink, { body: { email } });
    const loginToken = await readMail(site, email, /loginToken=([\w-]+)/);
    const arrival = await owner.call(accountEndpoints.logInByLink, { query: { loginToken } });
    if (arrival.status !== 200) return { got: 'kept the owner out', isTooMuch: true };
    const session = await hijack.call(accountEndpoints.me);
    const password = await hijack.call(accountEndpoints.logIn, {
      body: { identifier: email, password: PASSWORD },
    });
    const { first_name: name, team_subscriptions: teams } = arrival.body.user;
    const kept = [
      ...(name === '' ? [] : ['the name']),
      ...(teams.length === 0 ? [] : ['the teams']),
      ...(session.status === 200 ? ['the session'] : []),
      ...(password.status === 200 ? ['the password'] : []),
    ];
    return { got: kept.length === 0 ? 'nothing' : `kept ${kept.join(' and ')}`, isTooMuch: kept.length > 0 };
  },
};
