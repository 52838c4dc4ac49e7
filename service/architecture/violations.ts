import { posix } from 'node:path';
import { defaultExporters, forbiddenNames, LINE_LIMIT, longFiles } from './file-rules.ts';
import { forTests, packageHomes, type Room, readersOfTheEnvironment, rooms } from './house.ts';
import { type Import, readImports, readTokens, type Token } from './source-tokens.ts';
import {
  ownerOf,
  type TableUse,
  tableCreations,
  tableReads,
  tablesCreatedBy,
  tableWrites,
} from './table-use.ts';

/** A file of the repository; `path` starts at its root, with slashes. */
export type SourceFile = { path: string; text: string };

type Reading = SourceFile & {
  roomName: string;
  room: Room;
  isTest: boolean;
  tokens: Token[];
  imports: Import[];
};
type Finding = { line?: number; message: string };

/** Every breach of the house's rules, one line each: file, line, what is wrong and what would be right. */
export const violations = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) =>
    findings(file).map(({ line, message }) => `${file.path}${line ? `:${line}` : ''}: ${message}`),
  );

const findings = (file: SourceFile): Finding[] => {
  if (file.path.endsWith('.sql')) return withoutOwner(tablesCreatedBy(file.text));
  const roomName = roomOf(file.path);
  if (roomName === undefined) return [{ message: 'belongs to no room of service/architecture/house.ts' }];
  const tokens = readTokens(file.text);
  const reading: Reading = {
    ...file,
    roomName,
    room: rooms[roomName]!,
    isTest: /\.(test|e2e)\.ts$/.test(file.path),
    tokens,
    imports: readImports(tokens),
  };
  return [
    ...nameFindings(reading),
    ...reading.imports.flatMap((one) => importFindings(reading, one)),
    ...tableFindings(reading),
    ...wordFindings(reading),
  ];
};

/** The innermost room that holds a path. A test at the top of the service belongs to the file or folder it names. */
const roomOf = (path: string): string | undefined =>
  Object.keys(rooms)
    .filter(
      (room) =>
        [room, `${room}.test.ts`, room.replace(/\.ts$/, '.test.ts')].includes(path) ||
        path.startsWith(`${room}/`),
    )
    .sort((a, b) => b.length - a.length)[0];

const nameFindings = ({ path, text }: Reading): Finding[] => {
  const found: Finding[] = [];
  const lines = text.trimEnd().split('\n').length;
  if (lines > LINE_LIMIT && !(path in longFiles)) {
    found.push({ message: `has ${lines} lines, more than ${LINE_LIMIT}: it is two files` });
  }
  const names = path.replace(/(\.test)?\.tsx?$/, '').split('/');
  const drawer = names.find((name) => forbiddenNames.includes(name));
  if (drawer) found.push({ message: `"${drawer}" says nothing about what is inside: name it by its noun` });
  const name = names.at(-1)!;
  // A second name after a dot says what kind of file it is, as in create-task.rules.ts.
  if (name === 'index') found.push({ message: 'is a barrel: import the file that has the thing' });
  else if (/^[A-Z]/.test(name) && path.endsWith('.tsx')) return found;
  else if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)?$/.test(name))
    found.push({ message: `"${name}" is not kebab-case` });
  return found;
};

/**
 * The only room of the service that sends HTTP requests to addresses that users choose (S45). The clients of the object store
 * and the mail server are packages of their own rooms, and their addresses are the operator's.
 */
const HTTP_CLIENT = 'service/outgoing';

/** Modules of Node by which HTTP requests are sent, and the names of theirs that send them. */
const HTTP_MODULES = ['node:http', 'node:https', 'node:http2'];
const SENDERS = ['request', 'get', 'Agent', 'globalAgent', 'ClientRequest', 'connect', 'default', '*'];

const sendsRequests = ({ specifier = '', clause }: Import): boolean =>
  HTTP_MODULES.includes(specifier) &&
  clause[0] !== 'type' &&
  (!clause.includes('{') || clause.some((name) => SENDERS.includes(name)));

/** Whether a file's own requests to other servers would go past the guard of outgoing requests (S45). */
const mustNotSend = ({ roomName, room, isTest }: Reading): boolean =>
  roomName.startsWith('service/') && roomName !== HTTP_CLIENT && !room.forTestsOnly && !isTest;

const importFindings = (reading: Reading, one: Import): Finding[] => {
  const { specifier, line } = one;
  const say = (message: string) => [{ line, message }];
  if (specifier === undefined) return say('imports a module whose name is not written out');
  if (/(^|\/)\.\.(\/|$)/.test(specifier))
    return say(`imports ${specifier}: a room is left by "#…", never by "../"`);
  if (mustNotSend(reading) && sendsRequests(one)) {
    return say(`imports what sends requests from ${specifier}: only ${HTTP_CLIENT} may`);
  }
  if (specifier.startsWith('node:')) {
    if (reading.room.pure && !reading.room.computesWith?.includes(specifier) && !reading.isTest)
      return say(`imports ${specifier}, but ${reading.roomName} is pure`);
    return specifier === 'node:process' && !readersOfTheEnvironment.includes(reading.path)
      ? say('imports node:process: use the global, so that readers of process.env are seen')
      : [];
  }
  if (!/^[.#]/.test(specifier)) return packageFindings(reading, specifier).flatMap(say);
  return roomFindings(reading, specifier).flatMap(say);
};

const roomFindings = ({ path, roomName, room, isTest }: Reading, specifier: string): string[] => {
  const folder = posix.dirname(path);
  const target = specifier.startsWith('#') ? specifier.slice(1) : posix.join(folder, specifier);
  const targetRoom = roomOf(target);
  if (targetRoom === undefined) return [`imports ${specifier}, which is in no room`];

  // At the top of the service files are rooms, so a neighbour there may be reached either way.
  const isInside = targetRoom === roomName && target.startsWith(`${folder}/`);
  const isNeighbour = posix.dirname(target) === folder;
  if (isInside && specifier.startsWith('#')) return [`imports ${specifier} from its own folder: write "./"`];
  if (!isInside && !isNeighbour && specifier.startsWith('.')) {
    return [`imports ${specifier}: "./" stays in the room, "#…" leaves it`];
  }

  if (targetRoom === roomName || (isTest && forTests.rooms.includes(targetRoom))) return [];
  if (rooms[targetRoom]!.forTestsOnly && !room.forTestsOnly) {
    return [`imports ${specifier}: only tests may import ${targetRoom}`];
  }
  const order = Object.keys(rooms);
  const allowed =
    room.imports === 'every'
      ? order.indexOf(targetRoom) < order.indexOf(roomName)
      : room.imports.includes(targetRoom);
  return allowed ? [] : [`imports ${specifier}, but ${roomName} may not import ${targetRoom}`];
};

const packageFindings = ({ path, roomName, room, isTest }: Reading, specifier: string): string[] => {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const home = packageHomes[name];
  if (home && path !== home && path.startsWith('service/')) return [`imports ${name}: only ${home} may`];
  const allowed = room.packages.includes(name) || (isTest && forTests.packages.includes(name));
  return allowed ? [] : [`imports ${specifier}, but ${roomName} may not import the package ${name}`];
};

const tableFindings = ({ roomName, room, isTest, tokens }: Reading): Finding[] => {
  if (isTest) return [];
  const found: Finding[] = [];
  for (const { table, line } of room.writesEveryTable ? [] : tableWrites(tokens)) {
    const owner = table && ownerOf(table);
    if (table === undefined) found.push({ line, message: 'writes a table whose name is not written out' });
    else if (owner === undefined) found.push({ line, message: `writes "${table}", a table without owner` });
    else if (owner !== roomName) found.push({ line, message: `writes "${table}", which only ${owner} may` });
  }
  for (const { table, line } of room.knowsNoTable ? tableReads(tokens) : []) {
    found.push({ line, message: `names the table "${table}", but ${roomName} knows none` });
  }
  // What prepares databases may add tables of its own; they never reach a migration.
  return room.writesEveryTable ? found : [...found, ...withoutOwner(tableCreations(tokens))];
};

const withoutOwner = (created: readonly TableUse[]): Finding[] =>
  created
    .filter(({ table }) => table !== undefined && ownerOf(table) === undefined)
    .map(({ table, line }) => ({
      line,
      message: `creates "${table}", which has no owner: name the room that writes it in service/architecture/table-owners.ts`,
    }));

const IMPURE = [
  'Date . now',
  'new Date ( )',
  'Math . random',
  'Temporal . Now',
  'performance . now',
  'crypto . ',
  'fetch (',
  'setTimeout (',
  'setInterval (',
];

const GLOBAL_SENDERS = ['fetch (', 'globalThis . fetch', 'new WebSocket (', 'new EventSource ('];

/** Rules about single expressions, found as runs of words and marks. */
const wordFindings = (reading: Reading): Finding[] => {
  const { path, roomName, room, isTest, tokens } = reading;
  const found: Finding[] = [];
  const forbid = (expressions: readonly string[], message: (expression: string) => string) => {
    for (const expression of expressions) {
      const run = expression.trim().split(' ');
      tokens.forEach(({ line }, start) => {
        const before = tokens[start - 1];
        const isMember = before?.kind === 'mark' && before.value === '.';
        if (!isMember && run.every((value, index) => matches(tokens[start + index], value))) {
          found.push({ line, message: message(run.join('')) });
        }
      });
    }
  };

  if (!readersOfTheEnvironment.includes(path)) {
    forbid(['process . env', 'process ? . env', "process [ 'env' ]"], () => {
      return `reads process.env: only ${readersOfTheEnvironment[0]} may, everybody else is given a Config`;
    });
  }
  if (!defaultExporters.includes(path)) {
    forbid(['export default'], () => 'has a default export: a file is imported by its names');
  }
  if (path !== 'service/problem.ts' && !path.endsWith('-problems.ts') && !isTest) {
    forbid(['new Problem ('], () => 'makes a Problem: a room names its facts in <noun>-problems.ts');
  }
  if (mustNotSend(reading) && !room.pure) {
    forbid(GLOBAL_SENDERS, (name) => `uses ${name}: only ${HTTP_CLIENT} sends requests to other servers`);
  }
  if (room.pure && !isTest) {
    forbid(IMPURE, (expression) => `uses ${expression}, but ${roomName} is pure`);
  }
  return found;
};

const matches = (token: Token | undefined, value: string) =>
  token?.kind === 'text' ? `'${token.value}'` === value : token?.value === value;
