import type { Field } from '#contract/workbook-definition.ts';
import { inEnglish } from '#sentences/sentence.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import { didYouMean, type Fault, type Path, stepsOf } from '#service/shape/fault.ts';
import { isLanguageTag } from '#service/teams/language-tag.ts';
import { isTimeZone } from '#service/teams/time-zone.ts';
import { isSameVersion } from '#service/workbooks/ensure-workbook-version.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { signInFaults } from './check-sign-in.ts';
import { type LooseTeam, type LooseTenant, type LooseUser, nameKey, placed } from './loose-file.ts';
import type { Standing, StandingWorkbook } from './standing.ts';

/**
 * What cannot be for other reasons than a reference: unusable fields, a version that would change, a person with API
 * tokens, a secret that belongs to somebody else, a time zone that there is not. `refused` are the paths at which the shape is wrong already.
 */
export const factFaults = (
  tenant: LooseTenant,
  path: Path,
  standing: Standing,
  { refused, outgoingPolicy }: { refused: readonly Path[]; outgoingPolicy: OutgoingPolicy },
): Fault[] => [
  ...signInFaults(tenant, path, {
    outgoingPolicy,
    isRefused: (provider) => refused.some((other) => isWithin(other, provider)),
  }),
  ...placed(tenant.workbooks, [...path, 'workbooks']).flatMap(({ entry, path }) =>
    placed(entry.versions, [...path, 'versions']).flatMap((version) =>
      refused.some((other) => isWithin(other, version.path))
        ? []
        : versionFaults(
            version.entry as GivenVersion,
            version.path,
            standing.workbooks.get(nameKey(entry.name ?? '')),
          ),
    ),
  ),
  ...placed(tenant.users, [...path, 'users']).flatMap(({ entry, path }) => userFaults(entry, path, standing)),
  ...placed(tenant.teams, [...path, 'teams']).flatMap(({ entry, path }) => teamFaults(entry, path)),
];

const teamFaults = ({ timeZone, language }: LooseTeam, path: Path): Fault[] => {
  const faults: Fault[] = [];
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    const near = didYouMean(timeZone, Intl.supportedValuesOf('timeZone'));
    const message = `timeZone is ${timeZone}; it must be a name of the IANA database, such as Europe/Amsterdam.${near}`;
    faults.push({ path: [...path, 'timeZone'], message });
  }
  if (language !== undefined && !isLanguageTag(language)) {
    const message = `language is ${language}; it must be a BCP 47 language tag, such as en or nl-BE.`;
    faults.push({ path: [...path, 'language'], message });
  }
  return faults;
};

const isWithin = (path: Path, outer: Path) => outer.every((step, index) => path[index] === step);

type GivenVersion = { version: string; versionCode: number; fields: Field[] };

const versionFaults = (given: GivenVersion, path: Path, workbook: StandingWorkbook | undefined): Fault[] => {
  const faults = checkDefinition({ fields: given.fields }).map((fault) => ({
    path: [...path, ...stepsOf(fault.path)],
    message: fault.message,
  }));
  const standing = workbook?.versions.get(given.versionCode);
  if (!standing || isSameVersion(standing, given)) return faults;
  const message =
    `The version ${given.versionCode} of ${workbook?.name} is there already, with another version text or other ` +
    'fields, and never changes: make this a new version, with a versionCode of its own.';
  return [...faults, { path: [...path, 'versionCode'], message }];
};

const userFaults = (user: LooseUser, path: Path, standing: Standing): Fault[] => {
  const { userName = '', service, emailAddress } = user;
  const known = standing.users.get(nameKey(userName));
  const isService = known?.isService ?? service ?? false;
  const faults: Fault[] = [];
  const fault = (member: string, message: string) => void faults.push({ path: [...path, member], message });

  if (service !== undefined && service !== isService) {
    fault(
      'service',
      `${userName} is ${isService ? 'a service user' : 'a person'} already, which never changes.`,
    );
  }
  if (isService && user.password !== undefined) {
    fault('password', `${userName} is a service user, which signs in with an API token and has no password.`);
  }
  if (!isService && user.tokens !== undefined) {
    fault('tokens', `${userName} is a person; API tokens belong to users with service: true.`);
  }
  const owner =
    typeof emailAddress === 'string' ? standing.emailOwners.get(nameKey(emailAddress)) : undefined;
  if (owner !== undefined && nameKey(owner) !== nameKey(userName)) {
    fault('emailAddress', `${emailAddress} is the address of ${owner} already.`);
  }
  return [
    ...faults,
    ...placed(user.tokens, [...path, 'tokens']).flatMap(({ entry, path }) =>
      tokenFaults(entry, path, userName, standing),
    ),
  ];
};

type LooseToken = NonNullable<NonNullable<LooseUser['tokens']>[number]>;

const tokenFaults = (
  { clientId = '', expires }: LooseToken,
  path: Path,
  userName: string,
  standing: Standing,
): Fault[] => {
  const faults: Fault[] = [];
  if (typeof expires === 'string' && !parseInstant(expires)) {
    faults.push({
      path: [...path, 'expires'],
      message: `expires is ${expires}; it must be ${inEnglish(INSTANT_HINT)}.`,
    });
  }
  const client = standing.clients.get(clientId);
  if (client && (client.userName === undefined || nameKey(client.userName) !== nameKey(userName))) {
    const whose = client.userName ?? 'another tenant';
    const message = `The clientId ${clientId} belongs to ${whose} already; it is unique on the whole server.`;
    faults.push({ path: [...path, 'clientId'], message });
  }
  return faults;
};
