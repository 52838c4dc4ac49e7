import assert from 'node:assert/strict';
import { run } from '#service/database/statement.ts';
import type { TestService } from './start-service.ts';

/** Two bridges with places, three tasks at the first and one at the second; one more has no place. */
export const placeTasks = async (service: TestService) => {
  const { database, organisation } = service;
  await run(
    database.db,
    `update item set latitude = 52.36, longitude = case external_id when 'BR-001' then 4.90 else 4.92 end where tenant_id = $1`,
    [organisation.tenantId],
  );
  const planner = await service.as('coordinator');
  const make = async (title: string, itemsToInspect: string[]) => {
    const { status, body } = await planner.post('/api/v1/tasks', {
      externalId: title,
      title,
      teamName: 'Bridges',
      workbookName: 'BridgeInspection',
      itemsToInspect,
      dueDate: '2030-01-01T00:00:00Z',
    });
    assert.equal(status, 201, JSON.stringify(body));
  };
  for (const number of [1, 2, 3]) await make(`Railing ${number}`, ['BR-001']);
  await make('Deck', ['BR-002']);
  await make('Survey', []);
};
