import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCalls } from './all-calls.ts';
import type { Request } from './call.ts';
import { listRequests, PLACEHOLDER, placeholderRecords } from './ids.ts';
import { type OpenApiOperation, readOpenApiOperations } from './openapi-operations.ts';

type Schema = {
  $ref?: string;
  format?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};

/** Returns true if a parameter or property is a record ID. External IDs are not: clients choose them. */
const isId = (name: string, schema: Schema = {}): boolean =>
  (/Ids?$|^itemsToInspect$|^items$/.test(name) && name !== 'externalId') ||
  schema.format === 'uuid' ||
  schema.items?.format === 'uuid';

/** Properties that look like record IDs but are not: this server's client ID at an identity provider. */
const NOT_RECORD_IDS = ['createLoginProvider: clientId', 'editLoginProvider: clientId'];

const listIdProperties = (schema: Schema | undefined, schemas: Record<string, Schema>): string[] => {
  const resolvedSchema = schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;
  if (!resolvedSchema) return [];
  const properties = Object.entries(resolvedSchema.properties ?? {}).flatMap(([name, property]) => [
    ...(isId(name, property) ? [name] : []),
    ...listIdProperties(property, schemas),
  ]);
  return [
    ...properties,
    ...listIdProperties(resolvedSchema.items, schemas),
    ...(resolvedSchema.anyOf ?? []).flatMap((option) => listIdProperties(option, schemas)),
  ];
};

/** A path parameter that is not a record ID: the name of a group. */
const NOT_RECORD_ID_IN_PATH = 'group';

/** Returns the path parameters that contain the placeholder. */
const findPlaceholdersInPath = ({ path }: Request, route: string): string[] => {
  const segments = path.split('?', 1)[0]!.split('/');
  return route
    .split('/')
    .flatMap((part, index) =>
      /^\{.+\}$/.test(part) && segments[index] === PLACEHOLDER ? [part.slice(1, -1)] : [],
    );
};

/** Returns the query parameters and body properties that contain the placeholder. */
const findPlaceholdersInRequest = ({ path, body }: Request): string[] => {
  const parameterNames = [...new URL(path, 'http://localhost').searchParams]
    .filter(([, value]) => value.includes(PLACEHOLDER))
    .map(([name]) => name);
  const propertyNames: string[] = [];
  JSON.stringify(body, (name, value) => {
    if (value === PLACEHOLDER || (Array.isArray(value) && value.includes(PLACEHOLDER)))
      propertyNames.push(name);
    return value;
  });
  return [...parameterNames, ...propertyNames];
};

test('every parameter and property with an ID is tested with IDs from other tenants and teams', () => {
  const calls = new Map(allCalls.map((call) => [call.operation, call]));
  const { operations, schemas } = readOpenApiOperations();
  const untestedNames = operations.flatMap(({ id, route, description }: OpenApiOperation) => {
    const { parameters = [], requestBody } = description as {
      parameters?: { in: string; name: string; schema: Schema }[];
      requestBody?: { content: Record<string, { schema: Schema }> };
    };
    const [, pattern] = route.split(' ') as [string, string];
    const expectedNames = [
      ...[...pattern.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name!)
        .filter((name) => name !== NOT_RECORD_ID_IN_PATH),
      ...parameters
        .filter(({ in: location, name, schema }) => location === 'query' && isId(name, schema))
        .map(({ name }) => name),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => listIdProperties(schema, schemas)),
    ];
    const testedNames = listRequests(calls.get(id)!).flatMap((request) => {
      const placeholderRequest = request(placeholderRecords);
      return [
        ...findPlaceholdersInPath(placeholderRequest, pattern),
        ...findPlaceholdersInRequest(placeholderRequest),
      ];
    });
    return expectedNames.filter((name) => !testedNames.includes(name)).map((name) => `${id}: ${name}`);
  });
  assert.deepEqual(
    untestedNames.filter((name) => !NOT_RECORD_IDS.includes(name)),
    [],
  );
});
