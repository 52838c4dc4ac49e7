import type { TeamPatch } from '#contract/team-management.ts';
import { invalidRequest } from '#service/problem.ts';
import { isLanguageTag } from './language-tag.ts';
import { languageUnfit, timeZoneUnfit } from './team-problems.ts';
import { isTimeZone } from './time-zone.ts';

/** Refuses what no schema can say of a team: a time zone or a language that there is not. */
export const mustFitTeam = ({ timeZone, language }: TeamPatch): void => {
  const faults = [
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : [timeZoneUnfit(timeZone)]),
    ...(language === undefined || isLanguageTag(language) ? [] : [languageUnfit(language)]),
  ];
  if (faults.length > 0) throw invalidRequest(faults);
};
