import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import type { Row } from './client.ts';
import { expectSuccess } from './expectations.ts';

/** The highest possible token, which leads to the last page (contract, GetChanges 5). */
export const HIGHEST_TOKEN = '__________8';
/** The token for position 0, before the first change (decisions C1, C4). */
export const START_TOKEN = 'AAAAAAAAAAA';

export type Page = { results: Row[]; nextChangeToken: string; nextLink: string };

export const readChangePage = async (reader: Caller, changeToken?: string, wait?: number): Promise<Page> =>
  expectSuccess(
    await reader.readChanges({
      ...(changeToken !== undefined && { changeToken }),
      ...(wait !== undefined && { wait: String(wait) }),
    }),
  ) as Page;

/** Returns the token after which the feed contains only future changes (contract, GetChanges 5). */
export const readLatestToken = async (reader: Caller): Promise<string> =>
  (await readChangePage(reader, HIGHEST_TOKEN)).nextChangeToken;

/** Follows the feed to its end. Returns all entries in order, and the token to continue from. */
export const readChangesSince = async (
  reader: Caller,
  from?: string,
): Promise<{ rows: Row[]; token: string }> => {
  const rows: Row[] = [];
  for (let token = from; ; ) {
    const page = await readChangePage(reader, token);
    if (page.nextChangeToken === token) return { rows, token };
    rows.push(...page.results);
    token = page.nextChangeToken;
  }
};

/** Returns the task's last entry among these. */
export const findNewestChange = (rows: Row[], externalId: string): Row => {
  const row = rows.findLast((candidate) => candidate.externalId === externalId);
  assert.ok(row, `${externalId} is missing from the feed`);
  return row;
};

/** Returns the position encoded in a token (decision C1). */
export const decodePosition = (token: string): bigint => Buffer.from(token, 'base64url').readBigUInt64BE();
