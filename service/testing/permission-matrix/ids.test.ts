import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCalls } from './all-calls.ts';
import type { Request } from './call.ts';
import { PLACEHOLDER, placeholderRecords, requestsOf } from './ids.ts';
import { type OpenApiOperation, readOpenApiOperations } from './openapi-operations.ts';

type Schema = {
  $ref?: string;
  format?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};

/** Returns true if a parameter or member is the id of a record. External ids are names chosen by clients. */
const isId = (name: string, schema: Schema = {}): boolean =>
  (/Ids?$|^itemsToInspect$|^items$/.test(name) && name !== 'externalId') ||
  schema.format === 'uuid' ||
  schema.items?.format === 'uuid';

/** Members that look like record IDs but are not: the client ID of this server at an identity provider. */
const NOT_RECORD_IDS = ['createLoginProvider: clientId', 'editLoginProvider: clientId'];

const listIdMembers = (schema: Schema | undefined, schemas: Record<string, Schema>): string[] => {
  const resolved = schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;
  if (!resolved) return [];
  const members = Object.entries(resolved.properties ?? {}).flatMap(([name, member]) => [
    ...(isId(name, member) ? [name] : []),
    ...listIdMembers(member, schemas),
  ]);
  return [
    ...members,
    ...listIdMembers(resolved.items, schemas),
    ...(resolved.anyOf ?? []).flatMap((option) => listIdMembers(option, schemas)),
  ];
};

/** A path parameter that is not a record ID: the name of a group. */
const NOT_RECORD_ID_IN_PATH = 'group';

/** Returns the path parameters that contain the placeholder. */
const placeholdersInPath = ({ path }: Request, address: string): string[] => {
  const segments = path.split('?', 1)[0]!.split('/');
  return address
    .split('/')
    .flatMap((part, index) =>
      /^\{.+\}$/.test(part) && segments[index] === PLACEHOLDER ? [part.slice(1, -1)] : [],
    );
};

/** Returns the query parameters and body members that contain the placeholder. */
const placeholdersInRequest = ({ path, body }: Request): string[] => {
  const inQuery = [...new URL(path, 'http://localhost').searchParams]
    .filter(([, value]) => value.includes(PLACEHOLDER))
    .map(([name]) => name);
  const inBody: string[] = [];
  JSON.stringify(body, (name, value) => {
    if (value === PLACEHOLDER || (Array.isArray(value) && value.includes(PLACEHOLDER))) inBody.push(name);
    return value;
  });
  return [...inQuery, ...inBody];
};

test('every parameter and member with an ID is tested with IDs of other tenants and teams', () => {
  const calls = new Map(allCalls.map((call) => [call.operation, call]));
  const { operations, schemas } = readOpenApiOperations();
  const untested = operations.flatMap(({ id, address, description }: OpenApiOperation) => {
    const { parameters = [], requestBody } = description as {
      parameters?: { in: string; name: string; schema: Schema }[];
      requestBody?: { content: Record<string, { schema: Schema }> };
    };
    const [, pattern] = address.split(' ') as [string, string];
    const expected = [
      ...[...pattern.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name!)
        .filter((name) => name !== NOT_RECORD_ID_IN_PATH),
      ...parameters
        .filter(({ in: location, name, schema }) => location === 'query' && isId(name, schema))
        .map(({ name }) => name),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => listIdMembers(schema, schemas)),
    ];
    const tested = requestsOf(calls.get(id)!).flatMap((request) => {
      const placeholderRequest = request(placeholderRecords);
      return [
        ...placeholdersInPath(placeholderRequest, pattern),
        ...placeholdersInRequest(placeholderRequest),
      ];
    });
    return expected.filter((name) => !tested.includes(name)).map((name) => `${id}: ${name}`);
  });
  assert.deepEqual(
    untested.filter((member) => !NOT_RECORD_IDS.includes(member)),
    [],
  );
});
