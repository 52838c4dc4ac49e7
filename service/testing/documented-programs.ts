import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether the programs of a page can be run here. */
export const hasCurl = () =>
  promisify(execFile)('curl', ['--version']).then(
    () => true,
    () => false,
  );

/** The members of an answer, whatever they say. */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
};
