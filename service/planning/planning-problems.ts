import { absenceLimits } from '#contract/absence.ts';
import { sentence } from '#sentences/sentence.ts';
import { invalidRequest, Problem } from '#service/problem.ts';

export const workingHoursOutdated = (revision: number) =>
  new Problem(
    'outdated',
    sentence`Somebody else has changed the working hours meanwhile: they are at revision ${revision}. Read them again.`,
  );

export const workdaysImpossible = (days: readonly number[]) =>
  invalidRequest(
    days.map((day) => ({
      message: sentence`The field 'days[${day}]' must end at 24:00 at the latest, and have room for its minutes between beginning and end.`,
      members: [`days[${day}]`],
    })),
  );

export const absenceNotFound = (absenceId: string) =>
  new Problem('missing', sentence`This user has no absence with the id '${absenceId.slice(0, 80)}'.`);

export const absenceUnfit = (from: string, to: string) =>
  invalidRequest([
    {
      message: sentence`The field 'to' must be a day from ${from} on, at most ${absenceLimits.days} days later; '${to}' was given.`,
      members: ['to'],
    },
  ]);

export const tooManyAbsences = () =>
  new Problem(
    'conflict',
    sentence`${absenceLimits.ofPerson} absences of one user are the most that are kept: delete old ones first.`,
  );

/** Refuses days that are not in their order, or too many. */
export const mustBeDays = ({ from, to }: { from: string; to: string }, most: number): void => {
  const { days } = Temporal.PlainDate.from(from).until(to);
  if (days >= 0 && days < most) return;
  throw invalidRequest([
    {
      message: sentence`The field 'to' must be a day from ${from} on, so that there are at most ${most} days; '${to}' was given.`,
      members: ['to'],
    },
  ]);
};
