import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from './call.ts';
import { type DescribedOperation, describedOperations } from './described-operations.ts';
import { everyCall } from './every-call.ts';
import { namedThings, requestsOf, SOME_THING } from './ids.ts';

type Schema = {
  $ref?: string;
  format?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};

/** Whether a parameter or member is the id of a thing; an external id is a name that callers choose. */
const isId = (name: string, schema: Schema = {}): boolean =>
  (/Ids?$|^itemsToInspect$|^items$/.test(name) && name !== 'externalId') ||
  schema.format === 'uuid' ||
  schema.items?.format === 'uuid';

/** What has such a name and is the id of nothing here: by what an identity provider knows this server. */
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

/** What stands in paths and is the id of nothing: one of the four groups that each team has. */
const NO_ID_IN_PATHS = 'group';

/** The parameters of an address in whose places a thing stands. */
const namedInPath = ({ path }: Request, address: string): string[] => {
  const places = path.split('?', 1)[0]!.split('/');
  return address
    .split('/')
    .flatMap((part, at) => (/^\{.+\}$/.test(part) && places[at] === SOME_THING ? [part.slice(1, -1)] : []));
};

/** The names of members and parameters of a request in which a thing stands. */
const namedIn = ({ path, body }: Request): string[] => {
  const inQuery = [...new URL(path, 'http://localhost').searchParams]
    .filter(([, value]) => value.includes(SOME_THING))
    .map(([name]) => name);
  const inBody: string[] = [];
  JSON.stringify(body, (name, value) => {
    if (value === SOME_THING || (Array.isArray(value) && value.includes(SOME_THING))) inBody.push(name);
    return value;
  });
  return [...inQuery, ...inBody];
};

test('every parameter and member by which an id can come in is tried with the ids of others', () => {
  const calls = new Map(everyCall.map((call) => [call.operation, call]));
  const { operations, schemas } = describedOperations();
  const untried = operations.flatMap(({ id, address, said }: DescribedOperation) => {
    const { parameters = [], requestBody } = said as {
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
      const asked = request(namedThings);
      return [...namedInPath(asked, pattern), ...namedIn(asked)];
    });
    return wanted.filter((name) => !tried.includes(name)).map((name) => `${id}: ${name}`);
  });
  assert.deepEqual(
    untried.filter((place) => !NO_IDS.includes(place)),
    [],
  );
});
