import { absenceLimits } from '#contract/absence.ts';
import { sentence } from '#i18n/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';

export const workingHoursOutdated = (revision: number) =>
  new Problem(
    'outdated',
    sentence`The working hours have been changed (now at revision ${revision}). Reload them and try again.`,
  );

export const invalidWorkdays = (days: readonly number[]) =>
  invalidRequest(
    days.map((day) => ({
      message: sentence`The field 'days[${day}]' must end by 24:00, and its minutes must fit between its start and its end.`,
      members: [`days[${day}]`],
    })),
  );

export const absenceNotFound = (absenceId: string) =>
  new Problem('missing', sentence`This user has no absence with the ID '${absenceId.slice(0, 80)}'.`);

export const invalidAbsence = (from: string, to: string) =>
  invalidRequest([
    {
      message: sentence`The field 'to' must be ${from} or at most ${absenceLimits.days} days later; '${to}' was given.`,
      members: ['to'],
    },
  ]);

export const tooManyAbsences = () =>
  new Problem(
    'conflict',
    sentence`A user can have at most ${absenceLimits.perPerson} absences: delete old ones first.`,
  );

/** Throws if the days are in the wrong order or there are too many of them. */
export const requireDays = ({ from, to }: { from: string; to: string }, max: number): void => {
  const { days } = Temporal.PlainDate.from(from).until(to);
  if (days >= 0 && days < max) return;
  throw invalidRequest([
    {
      message: sentence`The field 'to' must be ${from} or later, with at most ${max} days in total; '${to}' was given.`,
      members: ['to'],
    },
  ]);
};
