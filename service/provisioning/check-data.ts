import type { Field } from '#contract/workbook-definition.ts';
import { toEnglish } from '#i18n/message.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { didYouMean, type Issue, parsePath } from '#service/shape/issue.ts';
import { isLanguageTag } from '#service/teams/language-tag.ts';
import { isTimeZone } from '#service/teams/time-zone.ts';
import { isSameVersion } from '#service/workbooks/ensure-workbook-version.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { type DataRules, findSignInErrors } from './check-sign-in.ts';
import type { ExistingData, ExistingWorkbook } from './existing-data.ts';
import {
  createNameKey,
  listEntries,
  type PartialTeam,
  type PartialTenant,
  type PartialUser,
  type ValueAtPath,
} from './partial-file.ts';

/** Finds invalid data that the schema allows. */
export const findDataErrors = (
  tenant: ValueAtPath<PartialTenant>,
  existingData: ExistingData,
  rules: DataRules,
): Issue[] => [
  ...findSignInErrors(tenant, rules),
  ...listEntries(tenant, 'workbooks').flatMap((workbook) =>
    listEntries(workbook, 'versions')
      .filter(({ path }) => !rules.isRejected(path))
      .flatMap((version) =>
        findVersionErrors(
          version as ValueAtPath<VersionInFile>,
          existingData.workbooks.get(createNameKey(workbook.value.name ?? '')),
        ),
      ),
  ),
  ...listEntries(tenant, 'users').flatMap((user) => findUserErrors(user, existingData)),
  ...listEntries(tenant, 'teams').flatMap(findTeamErrors),
];

const findTeamErrors = ({ value: { timeZone, language }, path }: ValueAtPath<PartialTeam>): Issue[] => {
  const issues: Issue[] = [];
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    const suggestion = didYouMean(timeZone, Intl.supportedValuesOf('timeZone'));
    const message = `timeZone is ${timeZone}; it must be a name from the IANA database, such as Europe/Amsterdam.${suggestion}`;
    issues.push({ path: [...path, 'timeZone'], message });
  }
  if (language !== undefined && !isLanguageTag(language)) {
    const message = `language is ${language}; it must be a BCP 47 language tag, such as en or nl-BE.`;
    issues.push({ path: [...path, 'language'], message });
  }
  return issues;
};

type VersionInFile = { version: string; versionCode: number; fields: Field[] };

const findVersionErrors = (
  { value: version, path }: ValueAtPath<VersionInFile>,
  workbook: ExistingWorkbook | undefined,
): Issue[] => {
  const issues = checkDefinition({ fields: version.fields }).map((issue) => ({
    path: [...path, ...parsePath(issue.path)],
    message: issue.message,
  }));
  const existingVersion = workbook?.versions.get(version.versionCode);
  if (!existingVersion || isSameVersion(existingVersion, version)) return issues;
  const message =
    `Version ${version.versionCode} of ${workbook?.name} already exists with a different version number or ` +
    'different fields. Versions cannot be changed: add a new version with a new versionCode.';
  return [...issues, { path: [...path, 'versionCode'], message }];
};

const findUserErrors = (userAtPath: ValueAtPath<PartialUser>, existingData: ExistingData): Issue[] => {
  const { value: user, path } = userAtPath;
  const { userName = '', service, emailAddress } = user;
  const existingUser = existingData.users.get(createNameKey(userName));
  const isService = existingUser?.isService ?? service ?? false;
  const issues: Issue[] = [];
  const addIssue = (field: string, message: string) => void issues.push({ path: [...path, field], message });

  if (service !== undefined && service !== isService) {
    addIssue(
      'service',
      `${userName} already exists as ${isService ? 'a service user' : 'a person'}. This cannot be changed.`,
    );
  }
  if (isService && user.password !== undefined) {
    addIssue(
      'password',
      `${userName} is a service user. Service users sign in with API tokens and have no password.`,
    );
  }
  if (!isService && user.tokens !== undefined) {
    addIssue('tokens', `${userName} is a person. Only users with service: true have API tokens.`);
  }
  const owner =
    typeof emailAddress === 'string' ? existingData.emailOwners.get(createNameKey(emailAddress)) : undefined;
  if (owner !== undefined && createNameKey(owner) !== createNameKey(userName)) {
    addIssue('emailAddress', `${emailAddress} is already the email address of ${owner}.`);
  }
  return [
    ...issues,
    ...listEntries(userAtPath, 'tokens').flatMap((token) => findTokenErrors(token, userName, existingData)),
  ];
};

type PartialToken = NonNullable<NonNullable<PartialUser['tokens']>[number]>;

const findTokenErrors = (
  { value: { clientId = '', expires }, path }: ValueAtPath<PartialToken>,
  userName: string,
  existingData: ExistingData,
): Issue[] => {
  const issues: Issue[] = [];
  if (typeof expires === 'string' && !parseInstant(expires)) {
    issues.push({
      path: [...path, 'expires'],
      message: `expires is ${expires}; it must be ${toEnglish(INSTANT_HINT)}.`,
    });
  }
  const client = existingData.clients.get(clientId);
  if (
    client &&
    (client.userName === undefined || createNameKey(client.userName) !== createNameKey(userName))
  ) {
    const clientOwner = client.userName ?? 'another tenant';
    const message = `The clientId ${clientId} already belongs to ${clientOwner}. It must be unique on the server.`;
    issues.push({ path: [...path, 'clientId'], message });
  }
  return issues;
};
