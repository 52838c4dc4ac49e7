import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from './call.ts';
import { type DescribedOperation, describedOperations } from './described-operations.ts';
import { everyCall } from './every-call.ts';
import { PLACEHOLDER, placeholderNames, requestsOf } from './ids.ts';

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

/** Members that are named like ids but identify no record: the client id of this server at an identity provider. */
const NO_IDS = ['createLoginProvider: clientId', 'editLoginProvider: clientId'];

const idsIn = (schema: Schema | undefined, schemas: Record<string, Schema>): string[] => {
  const known = schema?.$ref ? schemas[schema.$ref.split('/').at(-1)!] : schema;
  if (!known) return [];
  const members = Object.entries(known.properties ?? {}).flatMap(([name, member]) => [
    ...(isId(name, member) ? [name] : []),
    ...idsIn(member, schemas),
  ]);
  return [
    ...members,
    ...idsIn(known.items, schemas),
    ...(known.anyOf ?? []).flatMap((one) => idsIn(one, schemas)),
  ];
};

/** Path parameters that are not ids: the name of one of a team's four groups. */
const NO_ID_IN_PATHS = 'group';

/** The parameters of an address that contain an id. */
const namedInPath = ({ path }: Request, address: string): string[] => {
  const places = path.split('?', 1)[0]!.split('/');
  return address
    .split('/')
    .flatMap((part, index) =>
      /^\{.+\}$/.test(part) && places[index] === PLACEHOLDER ? [part.slice(1, -1)] : [],
    );
};

/** The members and parameters of a request that contain an id. */
const namedIn = ({ path, body }: Request): string[] => {
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

test('every parameter and member with an id is tested with ids of other tenants and teams', () => {
  const calls = new Map(everyCall.map((call) => [call.operation, call]));
  const { operations, schemas } = describedOperations();
  const untried = operations.flatMap(({ id, address, description }: DescribedOperation) => {
    const { parameters = [], requestBody } = description as {
      parameters?: { in: string; name: string; schema: Schema }[];
      requestBody?: { content: Record<string, { schema: Schema }> };
    };
    const [, pattern] = address.split(' ') as [string, string];
    const wanted = [
      ...[...pattern.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name!)
        .filter((name) => name !== NO_ID_IN_PATHS),
      ...parameters.filter((one) => one.in === 'query' && isId(one.name, one.schema)).map(({ name }) => name),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => idsIn(schema, schemas)),
    ];
    const tried = requestsOf(calls.get(id)!).flatMap((request) => {
      const asked = request(placeholderNames);
      return [...namedInPath(asked, pattern), ...namedIn(asked)];
    });
    return wanted.filter((name) => !tried.includes(name)).map((name) => `${id}: ${name}`);
  });
  assert.deepEqual(
    untried.filter((place) => !NO_IDS.includes(place)),
    [],
  );
});
