import { TEAM_GROUPS } from '#contract/team.ts';
import { msg } from '#i18n/message.ts';
import { didYouMean, type FieldProblem, Problem } from '#service/problem.ts';
import { findNearestName } from '#spelling/nearest-name.ts';

/** The response is the same for unknown, malformed and invisible IDs (decision G3). */
export const teamIdNotFound = (id: string) =>
  new Problem('missing', msg`There is no team with the ID '${id.slice(0, 80)}'.`);

export const groupNotFound = (id: string) =>
  new Problem('missing', msg`There is no group with the ID '${id.slice(0, 80)}'.`);

export const teamCreationForbidden = () =>
  new Problem(
    'forbidden',
    msg`You are not authorized: to create a team you need the permission Teams.Manage for the whole organisation.`,
  );

/** Titles identify teams in tasks (decision T7). */
export const teamTitleTaken = (title: string) => {
  const message = msg`There is already a team with the title '${title}'.`;
  return new Problem('conflict', message, { fields: [{ message, members: ['title'] }] });
};

export const teamOutdated = (title: string, revision: number) =>
  new Problem(
    'outdated',
    msg`The team '${title}' has been changed (now at revision ${revision}). Reload it and try again.`,
  );

export const unknownGroup = (name: string) =>
  new Problem(
    'missing',
    msg`There is no group '${name.slice(0, 80)}': a team has the groups ${TEAM_GROUPS.join(', ')}.`,
  );

export const unknownTimeZone = (value: string): FieldProblem => {
  const nearestName = findNearestName(value, Intl.supportedValuesOf('timeZone'));
  return {
    message: msg`The field 'timeZone' must be an IANA time zone, such as Europe/Amsterdam; '${value}' was given.${didYouMean(nearestName)}`,
    members: ['timeZone'],
  };
};

export const unknownLanguage = (value: string): FieldProblem => ({
  message: msg`The field 'language' must be a BCP 47 language tag, such as en or nl-BE; '${value}' was given.`,
  members: ['language'],
});
