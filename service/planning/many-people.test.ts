import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { assertCpuTimeRatioBelow } from '#workbook-engine/testing/compare-cpu-time.ts';

/** The maximum number of people that the board and the overview show. */
const PEOPLE_COUNT = 500;
const ABSENCES_PER_PERSON = 200;
const LAST_DAY = '2026-12-13';

/** Adds people with different working hours and with absences on the last day of the board. */
const addPeople = async ({ database, organisation }: TestService): Promise<void> => {
  const { tenantId, teamIds } = organisation;
  for (const [statement, ...values] of [
    [
      `insert into app_user (tenant_id, user_name, name, surname)
       select $1, 'person' || number, 'person', '' from generate_series(1, ${PEOPLE_COUNT}) as number`,
    ],
    [
      `insert into group_member (tenant_id, team_id, kind, user_id)
       select $1, $2, 'Inspectors', user_id from app_user where tenant_id = $1 and name = 'person'`,
      teamIds.Bridges,
    ],
    [
      `insert into working_hours (tenant_id, user_id, week)
       select $1, user_id, (
         select jsonb_agg(jsonb_build_object('startsAt', (7 * user_id + day) % 700, 'endsAt', 720 + (7 * user_id + day) % 700, 'minutes', 10))
         from generate_series(1, 7) as day)
       from app_user where tenant_id = $1 and name = 'person'`,
    ],
    [
      `insert into absence (tenant_id, absence_id, user_id, first_day, last_day)
       select $1, gen_random_uuid(), user_id, '${LAST_DAY}', '${LAST_DAY}'
       from app_user, generate_series(1, ${ABSENCES_PER_PERSON}) where tenant_id = $1 and name = 'person'`,
    ],
  ] as const) {
    await run(database.db, statement, [tenantId, ...values]);
  }
};

test('a board and an overview with 500 people with different hours do not block other requests', async (t) => {
  const service = await startService(t);
  await addPeople(service);
  const { tenantId, userIds } = service.organisation;
  const headers = {
    authorization: `Bearer ${await grantToken(service.database.db, tenantId, userIds.admin!)}`,
  };
  for (const [path, property] of [
    [`/api/v1/board?from=2026-11-02&to=${LAST_DAY}`, 'people'],
    ['/api/v1/overview', 'workload'],
  ] as const) {
    let json = '';
    const read = async () => {
      const response = await fetch(service.url + path, { headers });
      assert.equal(response.status, 200);
      json = await response.text();
    };
    // The CPU time ratio is 1. It was 8 when everything ran in a single turn of the event loop.
    await assertCpuTimeRatioBelow(2, () => measureLongestTurn(read));
    assert.equal(JSON.parse(json)[property].length, PEOPLE_COUNT);
  }
});
