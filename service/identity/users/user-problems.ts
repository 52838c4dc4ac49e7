import { sentence } from '#sentences/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';

export const cannotDisableOneself = () =>
  new Problem('conflict', sentence`You cannot disable yourself: ask another administrator.`);

/** Who has stolen a session, or sits down at one that was left open, must not get the password with it. */
export const ownPasswordElsewhere = () =>
  new Problem(
    'conflict',
    sentence`Choose your own password by POST /api/v1/me/password, which asks for the one of today; only another administrator may take it away or give you one without asking.`,
  );

export const userOutdated = (userName: string) =>
  new Problem('outdated', sentence`Somebody else has changed ${userName} meanwhile: read it again.`);

export const userNameTaken = (userName: string) =>
  new Problem('conflict', sentence`There is already a user with the user name '${userName}'.`);

export const emailAddressTaken = (emailAddress: string) =>
  new Problem('conflict', sentence`Another user has the e-mail address '${emailAddress}' already.`);

const serviceHasNoPassword = sentence`A service user has no password: it signs in with an API token.`;

export const passwordOfService = () =>
  invalidRequest([{ message: serviceHasNoPassword, members: ['password'] }]);

export const noPasswordForServices = (userName: string) =>
  new Problem('conflict', sentence`${userName} is a service user. ${serviceHasNoPassword}`);

/** A local administrator can always get in: by its password, when every identity provider is away or set up wrongly. */
export const lastAdministrator = () =>
  new Problem(
    'conflict',
    sentence`Afterwards nobody could administer sign-in by a password: this is the last active person with one who has Users.Manage and SignIn.Manage over the whole tenant. Give them to somebody else first.`,
  );

export const passwordWrong = () =>
  invalidRequest([{ message: sentence`This is not your password.`, members: ['currentPassword'] }]);

export const hasNoPassword = () =>
  new Problem(
    'conflict',
    sentence`You have no password here: you sign in by an identity provider. An administrator can give you one.`,
  );

export const mustWait = (seconds: number) =>
  new Problem('limited', sentence`Too many wrong passwords. Wait before you try again.`, {
    retryAfter: seconds,
  });
