import { msg } from '#i18n/message.ts';
import { invalidField, Problem } from '#service/problem.ts';

export const cannotDisableSelf = () =>
  new Problem('conflict', msg`You cannot deactivate your own account. Ask another administrator.`);

/** Thrown so that someone with a stolen session cannot set the password without knowing the current one. */
export const changeOwnPasswordInstead = () =>
  new Problem(
    'conflict',
    msg`Change your own password with POST /api/v1/me/password, which asks for your current password. Only another administrator can remove it or set it without asking.`,
  );

export const userOutdated = (userName: string) =>
  new Problem(
    'outdated',
    msg`The user '${userName}' has been changed in the meantime. Reload it and try again.`,
  );

export const userNameTaken = (userName: string) =>
  new Problem('conflict', msg`There is already a user with the user name '${userName}'.`);

export const emailAddressTaken = (emailAddress: string) =>
  new Problem('conflict', msg`Another user already has the email address '${emailAddress}'.`);

const serviceHasNoPassword = msg`A service user has no password. It signs in with an API token.`;

export const servicePasswordNotAllowed = () => invalidField('password', serviceHasNoPassword);

export const noPasswordForServices = (userName: string) =>
  new Problem('conflict', msg`${userName} is a service user. ${serviceHasNoPassword}`);

/** An administrator must be able to sign in even when every identity provider is down or misconfigured. */
export const lastAdministratorRemoved = () =>
  new Problem(
    'conflict',
    msg`This is the last active person with a password who has Users.Manage and SignIn.Manage for the whole organisation. Give a password and both permissions to another person first.`,
  );

export const wrongPassword = () => invalidField('currentPassword', msg`This is not your current password.`);

export const noPassword = () =>
  new Problem(
    'conflict',
    msg`You have no password in Ronda because you sign in with an identity provider. An administrator can set one for you.`,
  );

export const waitRequired = (seconds: number) =>
  new Problem('limited', msg`Too many wrong passwords. Wait before you try again.`, {
    retryAfter: seconds,
  });
