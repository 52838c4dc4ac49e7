import type { Call } from './call.ts';
import { deviceCalls } from './device-calls.ts';
import { inspectionCalls, resultCalls } from './inspection-calls.ts';
import { itemCalls } from './item-calls.ts';
import { pageCalls, serverCalls } from './page-calls.ts';
import { accountCalls, peopleCalls, teamCalls } from './people-calls.ts';
import { planningCalls } from './planning-calls.ts';
import { signInCalls } from './sign-in-calls.ts';
import { taskCalls } from './task-calls.ts';
import { uploadCalls } from './upload-calls.ts';
import { workbookCalls } from './workbook-calls.ts';

/** The permission matrix: all operations of the service, with their permissions (S33). */
export const allCalls: readonly Call[] = [
  ...taskCalls,
  ...planningCalls,
  ...inspectionCalls,
  ...resultCalls,
  ...uploadCalls,
  ...workbookCalls,
  ...itemCalls,
  ...teamCalls,
  ...peopleCalls,
  ...accountCalls,
  ...deviceCalls,
  ...signInCalls,
  ...pageCalls,
  ...serverCalls,
];

/** All calls except those that sign the caller out. */
export const callsWithoutSignOut = allCalls.filter(
  ({ operation }) => !['signOutEverywhere', 'POST /account/sign-out-everywhere'].includes(operation),
);
