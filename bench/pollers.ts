import { Agent, get } from 'node:http';
import { CHANGES_PATH } from './baseline-entry.ts';
import { receiveStartData, reportReady } from './child-process.ts';

/* Clients that wait for changes in a separate process, each on its own connection. */

export type PollerStart = { url: string; tokens: string[]; pollersPerToken: number };

/** Since the last report, except `waiting`, which is the number of requests without a response. */
export type PollerReport = { waiting: number; responses: number; errors: number };

const WAIT_SECONDS = 30;
/** The highest possible token, with which a reader starts at the end of the feed without waiting. */
const END_OF_FEED = '__________8';

const { url, tokens, pollersPerToken } = await receiveStartData<PollerStart>();
const agent = new Agent({ keepAlive: true });
const report: PollerReport = { waiting: 0, responses: 0, errors: 0 };
let isStopping = false;

const fetchPage = (token: string, changeToken: string) =>
  new Promise<string>((resolve, reject) => {
    const path = `${CHANGES_PATH}?changeToken=${changeToken}&wait=${WAIT_SECONDS}`;
    const headers = { authorization: `Bearer ${token}` };
    get(url + path, { agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });

const poll = async (token: string): Promise<void> => {
  for (let changeToken = END_OF_FEED; !isStopping; ) {
    report.waiting++;
    const text = await fetchPage(token, changeToken).catch(() => '');
    report.waiting--;
    const nextToken = /"nextChangeToken":"([^"]+)"/.exec(text)?.[1];
    report.responses++;
    if (nextToken === undefined) {
      report.errors++;
      // A failing server must not be flooded.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    } else changeToken = nextToken;
  }
};

process.on('message', () => {
  process.send!(report);
  report.responses = 0;
  report.errors = 0;
});
reportReady({}, async () => {
  isStopping = true;
});

// Connections that all arrive at once would measure something else.
const PAUSE_MS = 25;
for (let poller = 0; poller < pollersPerToken; poller++) {
  for (const token of tokens) void poll(token);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
