import { posix } from 'node:path';
import { allowedInTests, environmentReaders, type Module, modules, packageOwners } from './modules.ts';
import { type Import, readImports, readTokens, type Token } from './source-tokens.ts';
import {
  findCreatedTables,
  findOwner,
  findTableCreations,
  findTableReads,
  findTableWrites,
  type TableUse,
} from './table-use.ts';

/** `path` is relative to the root and uses slashes. */
export type SourceFile = { path: string; text: string };

type ParsedFile = SourceFile & {
  moduleName: string;
  module: Module;
  isTest: boolean;
  tokens: Token[];
  imports: Import[];
};
type Finding = { line?: number; message: string };

export const findViolations = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) =>
    checkFile(file).map(({ line, message }) => `${file.path}${line ? `:${line}` : ''}: ${message}`),
  );

const checkFile = (source: SourceFile): Finding[] => {
  if (source.path.endsWith('.sql')) return checkOwners(findCreatedTables(source.text));
  const moduleName = findModule(source.path);
  if (moduleName === undefined)
    return [{ message: 'belongs to no module in service/architecture/modules.ts' }];
  const tokens = readTokens(source.text);
  const file: ParsedFile = {
    ...source,
    moduleName,
    module: modules[moduleName]!,
    isTest: /\.(test|e2e)\.ts$/.test(source.path),
    tokens,
    imports: readImports(tokens),
  };
  return [
    ...checkName(file),
    ...file.imports.flatMap((importedModule) => checkImport(file, importedModule)),
    ...checkTables(file),
    ...checkExpressions(file),
  ];
};

/** A top-level test in the service belongs to the file or folder it is named after. */
const findModule = (path: string): string | undefined =>
  Object.keys(modules)
    .filter(
      (module) =>
        [module, `${module}.test.ts`, module.replace(/\.ts$/, '.test.ts')].includes(path) ||
        path.startsWith(`${module}/`),
    )
    .sort((a, b) => b.length - a.length)[0];

const LINE_LIMIT = 300;

const longFiles: Readonly<Record<string, string>> = { 'service/database/rows.ts': 'generated' };

const forbiddenNames = ['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'core', 'misc'];

const checkName = ({ path, text }: ParsedFile): Finding[] => {
  const findings: Finding[] = [];
  const lines = text.trimEnd().split('\n').length;
  if (lines > LINE_LIMIT && !(path in longFiles)) {
    findings.push({ message: `has ${lines} lines, more than ${LINE_LIMIT}: split it into two files` });
  }
  const names = path.replace(/(\.test)?\.tsx?$/, '').split('/');
  const vagueName = names.find((name) => forbiddenNames.includes(name));
  if (vagueName)
    findings.push({ message: `"${vagueName}" does not describe its contents: use a specific noun` });
  const name = names.at(-1)!;
  // The part after the dot is the kind of file, as in create-task.rules.ts.
  if (name === 'index') findings.push({ message: 'is a barrel file: import the defining file directly' });
  else if (/^[A-Z]/.test(name) && path.endsWith('.tsx')) return findings;
  else if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)?$/.test(name))
    findings.push({ message: `"${name}" is not kebab-case` });
  return findings;
};

/** The only module that sends HTTP requests to URLs entered by users (S45). Operators configure all other URLs. */
const HTTP_CLIENT = 'service/outgoing';

const HTTP_MODULES = ['node:http', 'node:https', 'node:http2'];
const HTTP_CLIENT_EXPORTS = [
  'request',
  'get',
  'Agent',
  'globalAgent',
  'ClientRequest',
  'connect',
  'default',
  '*',
];

const canSendRequests = ({ specifier = '', clause }: Import): boolean =>
  HTTP_MODULES.includes(specifier) &&
  clause[0] !== 'type' &&
  (!clause.includes('{') || clause.some((name) => HTTP_CLIENT_EXPORTS.includes(name)));

/** Requests sent from such a file would bypass the guard on outgoing requests (S45). */
const mustNotSendRequests = ({ moduleName, module, isTest }: ParsedFile): boolean =>
  moduleName.startsWith('service/') && moduleName !== HTTP_CLIENT && !module.isForTestsOnly && !isTest;

const checkImport = (file: ParsedFile, importedModule: Import): Finding[] => {
  const { specifier, line } = importedModule;
  const report = (message: string) => [{ line, message }];
  // Tools may import every module, so this bypasses no rule.
  if (specifier === undefined)
    return file.moduleName === 'tools' ? [] : report('imports a module by a computed name');
  if (/(^|\/)\.\.(\/|$)/.test(specifier)) return report(`imports ${specifier}: use "#…" instead of "../"`);
  if (mustNotSendRequests(file) && canSendRequests(importedModule)) {
    return report(`imports an HTTP client from ${specifier}: only ${HTTP_CLIENT} may`);
  }
  if (specifier.startsWith('node:')) {
    if (file.module.isPure && !file.module.pureNodeModules?.includes(specifier) && !file.isTest)
      return report(`imports ${specifier}, but ${file.moduleName} is pure`);
    return specifier === 'node:process' && !environmentReaders.includes(file.path)
      ? report('imports node:process: use the global, so that uses of process.env are found')
      : [];
  }
  if (!/^[.#]/.test(specifier)) return checkPackage(file, specifier).flatMap(report);
  return checkModule(file, specifier).flatMap(report);
};

const checkModule = ({ path, moduleName, module, isTest }: ParsedFile, specifier: string): string[] => {
  const folder = posix.dirname(path);
  const target = specifier.startsWith('#') ? specifier.slice(1) : posix.join(folder, specifier);
  const targetModule = findModule(target);
  if (targetModule === undefined) return [`imports ${specifier}, which is in no module`];

  // Files at the top level of the service are modules, so they may use either form to import each other.
  const isInside = targetModule === moduleName && target.startsWith(`${folder}/`);
  const isSameFolder = posix.dirname(target) === folder;
  if (isInside && specifier.startsWith('#')) return [`imports ${specifier} from its own folder: write "./"`];
  if (!isInside && !isSameFolder && specifier.startsWith('.')) {
    return [`imports ${specifier}: use "./" inside a module and "#…" for other modules`];
  }

  if (targetModule === moduleName || (isTest && allowedInTests.modules.includes(targetModule))) return [];
  if (modules[targetModule]!.isForTestsOnly && !module.isForTestsOnly) {
    return [`imports ${specifier}: only tests may import ${targetModule}`];
  }
  const order = Object.keys(modules);
  const isAllowed =
    module.imports === 'every'
      ? order.indexOf(targetModule) < order.indexOf(moduleName)
      : module.imports.includes(targetModule);
  return isAllowed
    ? []
    : [`imports ${specifier}, but ${moduleName} is not allowed to import ${targetModule}`];
};

const checkPackage = ({ path, moduleName, module, isTest }: ParsedFile, specifier: string): string[] => {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const owner = packageOwners[name];
  if (owner && path !== owner && path.startsWith('service/')) return [`imports ${name}: only ${owner} may`];
  const isAllowed = module.packages.includes(name) || (isTest && allowedInTests.packages.includes(name));
  return isAllowed
    ? []
    : [`imports ${specifier}, but ${moduleName} is not allowed to import the package ${name}`];
};

const checkTables = ({ moduleName, module, isTest, tokens }: ParsedFile): Finding[] => {
  if (isTest) return [];
  const findings: Finding[] = [];
  for (const { table, line } of module.canWriteAllTables ? [] : findTableWrites(tokens)) {
    const owner = table && findOwner(table);
    if (table === undefined) findings.push({ line, message: 'writes a table by a computed name' });
    else if (owner !== moduleName)
      findings.push({ line, message: `writes "${table}", which only ${owner} may` });
  }
  for (const { table, line } of module.mustNotUseTables ? findTableReads(tokens) : []) {
    findings.push({ line, message: `names the table "${table}", but ${moduleName} must not use tables` });
  }
  // Modules that prepare databases may create tables that appear in no migration.
  return module.canWriteAllTables ? findings : [...findings, ...checkOwners(findTableCreations(tokens))];
};

const checkOwners = (createdTables: readonly TableUse[]): Finding[] =>
  createdTables
    .filter(({ table }) => table !== undefined && findOwner(table) === undefined)
    .map(({ table, line }) => ({
      line,
      message: `creates "${table}", which has no owner: add the module that writes it to service/architecture/table-owners.ts`,
    }));

const IMPURE_EXPRESSIONS = [
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

const GLOBAL_CLIENTS = ['fetch (', 'globalThis . fetch', 'new WebSocket (', 'new EventSource ('];

const checkExpressions = (file: ParsedFile): Finding[] => {
  const { path, moduleName, module, isTest, tokens } = file;
  const findings: Finding[] = [];
  const forbid = (expressions: readonly string[], message: (expression: string) => string) => {
    for (const expression of expressions) {
      const sequence = expression.trim().split(' ');
      tokens.forEach(({ line }, start) => {
        const previous = tokens[start - 1];
        const isProperty = previous?.kind === 'mark' && previous.value === '.';
        if (!isProperty && sequence.every((value, index) => matchesToken(tokens[start + index], value))) {
          findings.push({ line, message: message(sequence.join('')) });
        }
      });
    }
  };

  if (!environmentReaders.includes(path)) {
    forbid(['process . env', 'process ? . env', "process [ 'env' ]"], () => {
      return `reads process.env: only ${environmentReaders[0]} may; other files receive a Config`;
    });
  }
  forbid(['export default'], () => 'has a default export: use named exports');
  if (path !== 'service/problem.ts' && !path.endsWith('-problems.ts') && !isTest) {
    forbid(['new Problem ('], () => 'creates a Problem: define it in <noun>-problems.ts');
  }
  if (mustNotSendRequests(file) && !module.isPure) {
    forbid(GLOBAL_CLIENTS, (name) => `uses ${name}: only ${HTTP_CLIENT} sends requests to other servers`);
  }
  if (module.isPure && !isTest) {
    forbid(IMPURE_EXPRESSIONS, (expression) => `uses ${expression}, but ${moduleName} is pure`);
  }
  return findings;
};

const matchesToken = (token: Token | undefined, value: string) =>
  token?.kind === 'text' ? `'${token.value}'` === value : token?.value === value;
