import { DEMO_CLIENT_ID, demoPeople } from './demo-people.ts';
import type { DemoSecrets } from './demo-secrets.ts';

const TASKS = '/api/services/custom/externaltask';

export const formatDemoInstructions = (url: string, { password, clientSecret }: DemoSecrets): string[] => {
  const people = demoPeople.map(({ userName, role }) => `${userName} (${role})`).join(', ');
  const authorized = `-H "Authorization: Bearer $TOKEN"`;
  const json = `-H 'Content-Type: application/json'`;
  const task = `{"externalId":"'$ID'","title":"Inspect the railing","teamName":"Bridges","workbookName":"BridgeInspection","assignedUserName":"anna","itemsToInspect":["BR-001"],"BuiltIn":1934}`;
  return [
    '',
    'The demo organisation: 4 teams, 12 people, 6 workbooks, 300 items and 2,000 tasks in Amsterdam.',
    `Tenant: default. Users: ${people}.`,
    `Password of all users: ${password}`,
    `Sign in at: ${url}/sign-in`,
    '',
    'Get a token, then create, read and follow a task:',
    '',
    `TOKEN=$(curl -s ${url}/token -d grant_type=client_credentials -d client_id=${DEMO_CLIENT_ID} -d client_secret=${clientSecret} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); ID=WO-$(date +%s)`,
    `curl -s ${url}${TASKS}/post ${authorized} ${json} -d '${task}'`,
    `curl -s ${url}${TASKS}/get ${authorized} ${json} -d '{"externalId":"'$ID'"}'`,
    `curl -s "${url}${TASKS}/GetChanges?changeToken=__________8" ${authorized}`,
    '',
  ];
};
