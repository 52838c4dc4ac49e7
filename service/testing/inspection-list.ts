import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { addInspection, type InspectionDraft } from './add-inspection.ts';
import type { Caller } from './caller.ts';
import { startService } from './start-service.ts';

export const INSPECTION_LIST = '/api/v1/inspections';

/** A service, and the means to add inspections that are found in its list. */
export const startWithInspections = async (t: TestContext) => {
  const service = await startService(t);
  const { db } = service.database;
  const add = (given: InspectionDraft = {}) => addInspection(db, service.organisation, given);
  return { ...service, db, add };
};

/** The ids in the first page of a list, in its order. */
export const listedIds = async (caller: Caller, query = ''): Promise<string[]> => {
  const { status, body } = await caller.get(`${INSPECTION_LIST}?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.inspections.map(({ id }: { id: string }) => id);
};
