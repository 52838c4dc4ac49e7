import type { TeamPatch } from '#contract/team-management.ts';
import { invalidRequest } from '#service/problem.ts';
import { isLanguageTag } from './language-tag.ts';
import { unknownLanguage, unknownTimeZone } from './team-problems.ts';
import { isTimeZone } from './time-zone.ts';

/** Throws if a team's time zone or language is unknown, which no schema can check. */
export const validateTeam = ({ timeZone, language }: TeamPatch): void => {
  const issues = [
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : [unknownTimeZone(timeZone)]),
    ...(language === undefined || isLanguageTag(language) ? [] : [unknownLanguage(language)]),
  ];
  if (issues.length > 0) throw invalidRequest(issues);
};
