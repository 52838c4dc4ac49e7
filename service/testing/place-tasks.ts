import assert from 'node:assert/strict';
import { placeBridges } from './place-bridges.ts';
import type { TestService } from './start-service.ts';

/** Creates three tasks at one bridge, one task at another, and one without a location. */
export const placeTasks = async (service: TestService) => {
  await placeBridges(service);
  const planner = await service.as('coordinator');
  const createTask = async (title: string, itemsToInspect: string[]) => {
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
  for (const number of [1, 2, 3]) await createTask(`Railing ${number}`, ['BR-001']);
  await createTask('Deck', ['BR-002']);
  await createTask('Survey', []);
};
