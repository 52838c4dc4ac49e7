import { sentence } from '#i18n/sentence.ts';
import { invalidField, Problem } from '#service/problem.ts';

export const cannotDisableSelf = () =>
  new Problem('conflict', sentence`You cannot deactivate your own account. Ask another administrator.`);

/** Thrown so that someone with a stolen session cannot set the password without knowing the current one. */
export const changeOwnPasswordInstead = () =>
  new Problem(
    'conflict',
    sentence`Change your own password with POST /api/v1/me/password, which asks for your current password. Only another administrator can remove it or set it without asking.`,
  );

export const userOutdated = (userName: string) =>
  new Problem(
    'outdated',
    sentence`The user '${userName}' has been changed in the meantime. Reload it and try again.`,
  );

export const userNameTaken = (userName: string) =>
  new Problem('conflict', sentence`There is already a user with the user name '${userName}'.`);

export const emailAddressTaken = (emailAddress: string) =>
  new Problem('conflict', sentence`Another user already has the email address '${emailAddress}'.`);

const serviceHasNoPassword = sentence`A service user has no password. It signs in with an API token.`;

export const servicePasswordNotAllowed = () => invalidField('password', serviceHasNoPassword);

export const noPasswordForServices = (userName: string) =>
  new Problem('conflict', sentence`${userName} is a service user. ${serviceHasNoPassword}`);

/** An administrator must be able to sign in even when every identity provider is down or misconfigured. */
export const lastAdministratorRemoved = () =>
  new Problem(
    'conflict',
    sentence`This is the last active person with a password who has Users.Manage and SignIn.Manage for the whole organisation. Give a password and both permissions to another person first.`,
  );

export const wrongPassword = () =>
  invalidField('currentPassword', sentence`This is not your current password.`);

export const noPassword = () =>
  new Problem(
    'conflict',
    sentence`You have no password in Ronda because you sign in with an identity provider. An administrator can set one for you.`,
  );

export const waitRequired = (seconds: number) =>
  new Problem('limited', sentence`Too many wrong passwords. Wait before you try again.`, {
    retryAfter: seconds,
  });
