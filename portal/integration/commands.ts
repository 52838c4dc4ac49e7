import { TASK_INTERFACE_PATH } from '#portal/api/integration.ts';
import type { Example } from './find-example.ts';

export const createCommands = (baseUrl: string, { team, workbook, person }: Example) => ({
  token: `TOKEN=$(curl -s ${baseUrl}/token -d grant_type=client_credentials -d client_id=… -d client_secret=… | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  create: `curl -s ${baseUrl}${TASK_INTERFACE_PATH}/post -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d ${quoteJson(
    {
      externalId: 'WO-1',
      title: 'Inspect the railing',
      teamName: team,
      workbookName: workbook,
      assignedUserName: person,
    },
  )}`,
  read: `curl -s ${baseUrl}${TASK_INTERFACE_PATH}/get -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d ${quoteJson({ externalId: 'WO-1' })}`,
  follow: `curl -s "${baseUrl}${TASK_INTERFACE_PATH}/GetChanges?wait=30" -H "Authorization: Bearer $TOKEN"`,
});

/** Formats a value as JSON in a single-quoted shell argument. */
const quoteJson = (value: object): string => `'${JSON.stringify(value).replaceAll("'", `'\\''`)}'`;
