import { absenceLimits } from '#contract/absence.ts';
import { msg } from '#i18n/message.ts';
import { invalidRequest, Problem } from '#service/problem.ts';

export const workingHoursOutdated = (revision: number) =>
  new Problem(
    'outdated',
    msg`The working hours have been changed (now at revision ${revision}). Reload them and try again.`,
  );

export const invalidWorkdays = (days: readonly number[]) =>
  invalidRequest(
    days.map((day) => ({
      message: msg`The field 'days[${day}]' must end by 24:00, and its minutes must fit between its start and its end.`,
      members: [`days[${day}]`],
    })),
  );

export const absenceNotFound = (absenceId: string) =>
  new Problem('missing', msg`This user has no absence with the ID '${absenceId.slice(0, 80)}'.`);

export const invalidAbsence = (from: string, to: string) =>
  invalidRequest([
    {
      message: msg`The field 'to' must be ${from} or at most ${absenceLimits.days} days later; '${to}' was given.`,
      members: ['to'],
    },
  ]);

export const tooManyAbsences = () =>
  new Problem(
    'conflict',
    msg`A user can have at most ${absenceLimits.perPerson} absences: delete old ones first.`,
  );

export const requireDays = ({ from, to }: { from: string; to: string }, max: number): void => {
  const { days } = Temporal.PlainDate.from(from).until(to);
  if (days >= 0 && days < max) return;
  throw invalidRequest([
    {
      message: msg`The field 'to' must be ${from} or later, with at most ${max} days in total; '${to}' was given.`,
      members: ['to'],
    },
  ]);
};
