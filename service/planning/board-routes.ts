import type { FastifyInstance } from 'fastify';
import { Board, type BoardPerson, BoardQuery, planningLimits } from '#contract/board.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import { operations, SerializedResult } from '#service/identity/operations.ts';
import { mapInSteps } from '#workbook-engine/pausable-work.ts';
import { BOARD_TASKS, BUSY_TIMES } from './board-statement.ts';
import { listEligiblePeople, type PlannablePerson, readTeamsInScope } from './plannable.ts';
import { requireDays } from './planning-problems.ts';
import { type Calendar, createCalendar, getNextDay, startOfDay } from './workdays.ts';

export const boardRoutes =
  ({ db }: { db: Database }) =>
  async (app: FastifyInstance) => {
    const { handle } = operations(app, db, 'Planning');

    handle('GET', '/board', {
      access: 'Tasks.Manage',
      operationId: 'readBoard',
      summary: 'Read the planning board',
      description: `Returns the people in the teams that the caller plans for, with their working hours and planned tasks, for up to ${planningLimits.boardDays} days.`,
      query: BoardQuery,
      returns: Board,
      run: async ({ scope, query }) => {
        const { from, to, ...filter } = query;
        requireDays({ from, to }, planningLimits.boardDays);
        const teamsInScope = await readTeamsInScope(db, scope, filter);
        const { tenantId, teams, timeZone } = teamsInScope;
        const { boardPeople, boardTasks } = planningLimits;
        const page = { limit: boardPeople + 1 };
        const eligiblePeople = await listEligiblePeople(db, teamsInScope, { from, to }, page);
        const firstPeople = eligiblePeople.slice(0, boardPeople);
        const values = [
          tenantId,
          teams.map(({ team_id }) => team_id),
          startOfDay(from, timeZone),
          startOfDay(getNextDay(to), timeZone),
          boardTasks,
        ];
        const [[tasks], [busyTimes]] = await Promise.all([
          run(db, BOARD_TASKS, values),
          run(db, BUSY_TIMES, [...values, firstPeople.map(({ id }) => id)]),
        ]);
        const calendar = createCalendar(from, to);
        // Converting 500 people with different hours takes 140 ms, and the JSON of their days can be several MB.
        const people = await runInSlices(
          mapInSteps(firstPeople, (person) => toBoardPerson(person, calendar)),
        );
        const peopleJson = await runInSlices(serialiseInSteps(people));
        const isTruncated =
          eligiblePeople.length > boardPeople || tasks!.size === boardTasks || busyTimes!.size === boardTasks;
        return new SerializedResult(
          `{"timeZone":${JSON.stringify(timeZone)},"people":${peopleJson},"tasks":${tasks!.tasks},"busy":${busyTimes!.times},"isTruncated":${isTruncated}}`,
        );
      },
    });
  };

const toBoardPerson = ({ hours, ...person }: PlannablePerson, calendar: Calendar): BoardPerson => ({
  ...person,
  days: calendar.listDays(hours).map((day) => ({
    ...day,
    startsAt: formatInstant(day.startsAt),
    endsAt: formatInstant(day.endsAt),
  })),
});

const formatInstant = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
