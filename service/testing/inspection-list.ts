import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { addInspection, type InspectionInput } from './add-inspection.ts';
import type { Caller } from './caller.ts';
import { startService } from './start-service.ts';

export const INSPECTION_LIST = '/api/v1/inspections';

/** Starts a service, and returns it with a function that adds inspections to its list. */
export const startWithInspections = async (t: TestContext) => {
  const service = await startService(t);
  const { db } = service.database;
  const add = (input: InspectionInput = {}) => addInspection(db, service.organisation, input);
  return { ...service, db, add };
};

export const listInspectionIds = async (caller: Caller, query = ''): Promise<string[]> => {
  const { status, body } = await caller.get(`${INSPECTION_LIST}?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.inspections.map(({ id }: { id: string }) => id);
};
